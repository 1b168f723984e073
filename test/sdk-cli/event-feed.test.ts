import { describe, expect, it } from 'vitest';
import type { ListedEvent } from '@autopay/sdk';
import { EventFeed, type ListEvents } from '../../sdk/src/cli/event-feed.ts';

/** The service's list: ordered by id, whenever a transaction commits; cursors must name an event. */
class FakeList {
  readonly ids: string[] = [];
  reads = 0;
  down = false;

  /** Commits the event that got its place as number `n`. */
  commit(...numbers: number[]): void {
    this.ids.push(...numbers.map((n) => `evt_${String(n).padStart(6, '0')}`));
    this.ids.sort();
  }

  readonly list: ListEvents = async ({ limit, startingAfter, endingBefore }) => {
    this.reads += 1;
    if (this.down) throw new Error('the service is away');
    const cursor = startingAfter ?? endingBefore;
    if (cursor !== undefined && !this.ids.includes(cursor)) throw new Error(`no ${cursor}`);
    const newest = this.ids.toReversed();
    if (startingAfter !== undefined)
      return { data: page(newest.filter((id) => id < startingAfter).slice(0, limit)) };
    if (endingBefore !== undefined)
      return { data: page(newest.filter((id) => id > endingBefore).slice(-limit)) };
    return { data: page(newest.slice(0, limit)) };
  };
}

function page(ids: readonly string[]): ListedEvent[] {
  return ids.map((id) => ({ id }) as ListedEvent);
}

async function numbersOf(feed: EventFeed, nowMs: number): Promise<number[]> {
  const numbers: number[] = [];
  for (;;) {
    const { events, more } = await feed.read(nowMs);
    numbers.push(...events.map(({ id }) => Number(id.slice(4))));
    if (!more) return numbers;
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('reading events forward', () => {
  it('begins with what happens from now on, oldest first', async () => {
    const fake = new FakeList();
    fake.commit(1, 2, 3);
    const feed = await EventFeed.fromNow(fake.list, 0);
    expect(feed.startedAfter).toBe('evt_000003');
    expect(await numbersOf(feed, 0)).toEqual([]);
    fake.commit(4, 5);
    expect(await numbersOf(feed, 500)).toEqual([4, 5]);
    expect(await numbersOf(feed, 1_000)).toEqual([]);
  });

  it('begins where there is no event yet, also when the first ones are more than a page', async () => {
    const fake = new FakeList();
    const feed = await EventFeed.fromNow(fake.list, 0);
    expect(feed.startedAfter).toBeNull();
    fake.commit(...range(1, 120));
    expect(await numbersOf(feed, 500)).toEqual(range(1, 120));
    fake.commit(121);
    expect(await numbersOf(feed, 1_000)).toEqual([121]);
  });

  it('begins after a given event', async () => {
    const fake = new FakeList();
    fake.commit(...range(1, 300));
    const feed = EventFeed.after(fake.list, 'evt_000007', 0);
    expect(await numbersOf(feed, 0)).toEqual(range(8, 300));
  });

  it.each([0, 1, 49, 50, 51, 100])('with %i events before, each later one comes once', async (before) => {
    const fake = new FakeList();
    if (before > 0) fake.commit(...range(1, before));
    const feed = await EventFeed.fromNow(fake.list, 0);
    const got: number[] = [];
    let next = before + 1;
    for (let nowMs = 0; nowMs < 200_000; nowMs += 500) {
      if (nowMs % 3_000 === 0) fake.commit(next++);
      got.push(...(await numbersOf(feed, nowMs)));
    }
    expect(got).toEqual(range(before + 1, next - 1));
  });

  it('finds an event that commits behind newer ones, within seconds and once', async () => {
    const fake = new FakeList();
    fake.commit(1, 5);
    const feed = await EventFeed.fromNow(fake.list, 0);
    fake.commit(20, 30);
    expect(await numbersOf(feed, 500)).toEqual([20, 30]);
    fake.commit(10, 3);
    const late: number[] = [];
    for (let nowMs = 1_000; nowMs <= 6_500; nowMs += 500) late.push(...(await numbersOf(feed, nowMs)));
    expect(late).toEqual([3, 10]);
    for (let nowMs = 7_000; nowMs <= 60_000; nowMs += 500) expect(await numbersOf(feed, nowMs)).toEqual([]);
  });

  it('whatever the order of commits within a minute, and whatever fails in between, no gap and no double', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    for (let round = 0; round < 20; round += 1) {
      const fake = new FakeList();
      const before = Math.floor(random() * 120);
      if (before > 0) fake.commit(...range(1, before));
      const feed = await EventFeed.fromNow(fake.list, 0);
      const pending: { n: number; atMs: number }[] = [];
      const got: number[] = [];
      let next = before + 1;
      for (let nowMs = 0; nowMs < 400_000; nowMs += 500) {
        // For five minutes something begins, and commits up to 50 s later.
        if (nowMs < 300_000 && random() < 0.3) {
          const burst = random() < 0.02 ? 180 : 1;
          for (let i = 0; i < burst; i += 1) {
            pending.push({ n: next++, atMs: nowMs + (random() < 0.3 ? random() * 50_000 : 0) });
          }
        }
        for (const each of pending.splice(0)) {
          if (each.atMs <= nowMs) fake.commit(each.n);
          else pending.push(each);
        }
        fake.down = random() < 0.1;
        got.push(...(await numbersOf(feed, nowMs).catch(() => [])));
      }
      expect(got.toSorted((a, b) => a - b)).toEqual(range(before + 1, next - 1));
    }
  });

  it('a read that fails changes nothing', async () => {
    const fake = new FakeList();
    fake.commit(1);
    const feed = await EventFeed.fromNow(fake.list, 0);
    fake.commit(2);
    fake.down = true;
    await expect(feed.read(500)).rejects.toThrow('the service is away');
    fake.down = false;
    expect(await numbersOf(feed, 1_000)).toEqual([2]);
  });

  it('an idle minute at two reads a second takes 120 requests, whatever happened before', async () => {
    const fake = new FakeList();
    fake.commit(...range(1, 1_000));
    const feed = await EventFeed.fromNow(fake.list, 0);
    for (let nowMs = 500; nowMs <= 120_000; nowMs += 500) await numbersOf(feed, nowMs);
    fake.reads = 0;
    for (let nowMs = 120_500; nowMs <= 180_000; nowMs += 500) await numbersOf(feed, nowMs);
    expect(fake.reads).toBe(120);
  });
});
