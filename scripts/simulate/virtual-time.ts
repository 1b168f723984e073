import { quiet } from './real-io.ts';
import type { Random } from './random.ts';

/** Who waits: when a process dies, what it waited for is dropped and never comes. */
export interface Waiter {
  readonly name: string;
  readonly alive: boolean;
  /** While frozen, everything waits until then. */
  readonly frozenUntilMs: number;
}

interface Event {
  atMs: number;
  /** Orders events of one instant: drawn by the seed, so that each seed tries another order. */
  order: number;
  sequence: number;
  waiter: Waiter | null;
  /** Null once it was taken back. */
  happen: (() => void) | null;
}

/** The present of a world: events in order of time, one at a time, each run to the end of what it sets off. */
export class VirtualTime {
  nowMs: number;
  /** How many events have happened. */
  steps = 0;
  readonly #random: Random;
  /** A binary heap, the next event first. */
  readonly #heap: Event[] = [];
  #sequence = 0;

  constructor(startMs: number, random: Random) {
    this.nowMs = startMs;
    this.#random = random;
  }

  /** Lets `happen` run at `atMs`. Returns how to take it back. */
  at(atMs: number, waiter: Waiter | null, happen: () => void): () => void {
    const event: Event = {
      atMs: Math.max(atMs, this.nowMs),
      order: this.#random.next(),
      sequence: (this.#sequence += 1),
      waiter,
      happen,
    };
    this.#push(event);
    return () => void (event.happen = null);
  }

  /** Resolves `ms` later, or at once when `signal` aborts; never when the waiter dies first. */
  sleep(ms: number, waiter: Waiter | null, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = this.at(this.nowMs + ms, waiter, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  }

  /** Runs events until none is left before `untilMs` or `stop` says so, calling `afterEach` when each has come to rest. */
  async run(untilMs: number, afterEach: () => Promise<boolean>): Promise<void> {
    await quiet();
    for (;;) {
      const event = this.#takeNext();
      if (event === null || event.atMs > untilMs) return;
      this.nowMs = Math.max(this.nowMs, event.atMs);
      this.steps += 1;
      event.happen();
      await quiet();
      if (!(await afterEach())) return;
    }
  }

  #takeNext(): (Event & { happen: () => void }) | null {
    for (;;) {
      const next = this.#pop();
      if (next === null) return null;
      const { waiter, happen } = next;
      if (happen === null || (waiter !== null && !waiter.alive)) continue;
      if (waiter !== null && waiter.frozenUntilMs > next.atMs) {
        this.#push({ ...next, atMs: waiter.frozenUntilMs });
        continue;
      }
      return { ...next, happen };
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    heap.push(event);
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #pop(): Event | null {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left;
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right;
      if (least === at) return first;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}

function isBefore(a: Event, b: Event): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  return a.order === b.order ? a.sequence < b.sequence : a.order < b.order;
}
