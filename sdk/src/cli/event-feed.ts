import type { ListedEvent } from '@autopay/sdk';

/** Reads one page of the events list, newest first, as the SDK's `events.list` does. */
export type ListEvents = (query: {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
}) => PromiseLike<{ data: readonly ListedEvent[] }>;

/** Events that were not seen before, in the list's order, the oldest first. */
export interface FreshEvents {
  events: ListedEvent[];
  /** Whether the page was full, so that more may be waiting. */
  more: boolean;
}

/** The most that the service puts on a page of events. */
const PAGE = 50;
/**
 * An event gets its place in the list when its transaction begins to write it, and is seen when that commits: a slower one appears behind
 * a newer one. Whatever was listed within the last minute is therefore read again; no transaction of the service takes as long.
 */
const OVERLAP_MS = 60_000;
/** How often the overlap is read again: an event that appears late is late by this much more. */
const REREAD_MS = 5_000;

/**
 * Reads the events list forward by its cursor: each event once, none left out, also when the service was away in between. A read that
 * fails changes nothing, so it is simply made again. Its memory holds the ids of about a minute.
 */
export class EventFeed {
  /** The newest event that is left out because it was there before; null when there was none. */
  readonly startedAfter: string | null;
  readonly #list: ListEvents;
  /** Before it everything was read long enough ago; null is the list's beginning. */
  #anchor: string | null;
  /** The next page begins after it. */
  #position: string | null;
  /** When the events after the anchor were seen. */
  readonly #seenAtMs = new Map<string, number>();
  #rereadAtMs: number;
  /** Whether every event from the anchor to the position is old enough, so that the anchor may follow the next one too. */
  #anchorFollows = false;

  private constructor(list: ListEvents, anchor: string | null, startedAfter: string | null, nowMs: number) {
    this.#list = list;
    this.#anchor = anchor;
    this.startedAfter = startedAfter;
    this.#position = startedAfter;
    this.#rereadAtMs = nowMs + REREAD_MS;
  }

  /** Begins with what happens from now on. `nowMs` is of a clock that never goes back. */
  static async fromNow(list: ListEvents, nowMs: number): Promise<EventFeed> {
    const { data } = await list({ limit: PAGE });
    const anchor = data.length < PAGE ? null : data.at(-1)!.id;
    const feed = new EventFeed(list, anchor, data[0]?.id ?? null, nowMs);
    for (const { id } of data) if (id !== anchor) feed.#seenAtMs.set(id, nowMs);
    return feed;
  }

  /** Begins with what came after the event `id`. */
  static after(list: ListEvents, id: string, nowMs: number): EventFeed {
    return new EventFeed(list, id, id, nowMs);
  }

  /** Reads the next page. Rejects as the list does, and then nothing has changed. */
  async read(nowMs: number): Promise<FreshEvents> {
    const page = await this.#readAfter(this.#position);
    const events: ListedEvent[] = [];
    for (const event of page) {
      const seenAtMs = this.#seenAtMs.get(event.id);
      if (seenAtMs === undefined) {
        events.push(event);
        this.#seenAtMs.set(event.id, nowMs);
      }
      this.#anchorFollows &&= seenAtMs !== undefined && seenAtMs <= nowMs - OVERLAP_MS;
      if (this.#anchorFollows) {
        this.#anchor = event.id;
        this.#seenAtMs.delete(event.id);
      }
    }
    this.#position = page.at(-1)?.id ?? this.#position;
    const more = page.length >= PAGE;
    if (!more && nowMs >= this.#rereadAtMs) {
      this.#position = this.#anchor;
      this.#anchorFollows = true;
      this.#rereadAtMs = nowMs + REREAD_MS;
    }
    return { events, more };
  }

  /** At least the next page after `cursor`, the oldest first. Without a cursor the list is only readable from its newest end, so all of it. */
  async #readAfter(cursor: string | null): Promise<ListedEvent[]> {
    if (cursor !== null) {
      const { data } = await this.#list({ limit: PAGE, endingBefore: cursor });
      return data.toReversed();
    }
    const all: ListedEvent[] = [];
    for (;;) {
      const last = all.at(-1);
      const { data } = await this.#list({ limit: PAGE, ...(last ? { startingAfter: last.id } : {}) });
      all.push(...data);
      if (data.length < PAGE) return all.toReversed();
    }
  }
}
