import type { ListedEvent } from '@autopay/sdk';

/** Reads one page of the events list, newest first, as the SDK's `events.list` does. */
export type ListEvents = (query: {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
}) => PromiseLike<{ data: readonly ListedEvent[] }>;

/** New events in the list's order, oldest first. */
export interface FreshEvents {
  events: ListedEvent[];
  /** Whether the page was full, so that more may be waiting. */
  more: boolean;
}

/** The largest page of events the service returns. */
const PAGE = 50;
/**
 * An event takes its place in the list when its transaction writes it, and becomes visible at commit: a slow
 * transaction's event appears behind a newer one. So everything listed within the last minute is read again;
 * no transaction of the service takes as long.
 */
const OVERLAP_MS = 60_000;
/** How often the overlap is read again, and so the extra delay of an event that appears late. */
const REREAD_MS = 5_000;

/**
 * Reads the events list forward by cursor: each event once, none left out, even if the service was down in
 * between. A failed read changes nothing and can be repeated. Keeps the ids of about a minute in memory.
 */
export class EventFeed {
  /** The newest event that existed before the start; null if there was none. */
  readonly startedAfter: string | null;
  readonly #list: ListEvents;
  /** Everything before this was read long enough ago; null is the list's beginning. */
  #anchor: string | null;
  /** The next page starts after this event. */
  #position: string | null;
  /** When the events after the anchor were seen. */
  readonly #seenAtMs = new Map<string, number>();
  #rereadAtMs: number;
  /**
   * Whether every event from the anchor to the position is old enough, so that the anchor can move forward
   * too.
   */
  #anchorFollows = false;

  private constructor(list: ListEvents, anchor: string | null, startedAfter: string | null, nowMs: number) {
    this.#list = list;
    this.#anchor = anchor;
    this.startedAfter = startedAfter;
    this.#position = startedAfter;
    this.#rereadAtMs = nowMs + REREAD_MS;
  }

  /** Starts with events from now on. `nowMs` comes from a monotonic clock. */
  static async fromNow(list: ListEvents, nowMs: number): Promise<EventFeed> {
    const { data } = await list({ limit: PAGE });
    const anchor = data.length < PAGE ? null : data.at(-1)!.id;
    const feed = new EventFeed(list, anchor, data[0]?.id ?? null, nowMs);
    for (const { id } of data) if (id !== anchor) feed.#seenAtMs.set(id, nowMs);
    return feed;
  }

  /** Starts after the event `id`. */
  static after(list: ListEvents, id: string, nowMs: number): EventFeed {
    return new EventFeed(list, id, id, nowMs);
  }

  /** Reads the next page. Rejects when the list does; then nothing has changed. */
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

  /**
   * At least the next page after `cursor`, oldest first. Without a cursor the list can only be read from its
   * newest end, so this reads all of it.
   */
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
