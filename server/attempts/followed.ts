/** An attempt that this process has sent. */
export interface Sent {
  id: string;
  merchantId: string;
}

/** An attempt that is watched; monotonic times. */
interface Watched extends Sent {
  /** The resolver takes over. */
  untilMs: number;
  /** When its outcome can have changed. */
  checkAtMs: number;
  isTaken: boolean;
}

/**
 * 2,000: what one core sends in the two seconds until a transaction is confirmed, and ten batches of charges. If more were sent than are
 * recorded, the last would wait behind all of them.
 */
const MOST_OPEN = 2_000;

/** What a process has sent in one mode and still watches. */
export class Followed {
  readonly #open = new Map<string, Watched>();
  #reserved = 0;

  get size(): number {
    return this.#open.size;
  }

  add(sent: readonly Sent[], times: Pick<Watched, 'untilMs' | 'checkAtMs'>): void {
    for (const { id, merchantId } of sent) this.#open.set(id, { id, merchantId, ...times, isTaken: false });
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#open.delete(id);
  }

  /** Watches on until `checkAtMs`, or ends it: with undefined, or if its time is over. */
  postpone(id: string, checkAtMs: number | undefined, nowMs: number): void {
    const watched = this.#open.get(id);
    if (watched === undefined) return;
    if (checkAtMs === undefined || watched.untilMs <= nowMs) this.#open.delete(id);
    else Object.assign(watched, { checkAtMs, isTaken: false });
  }

  /**
   * Takes the next up to `most` to check, each merchant's first before any merchant's second, and of one merchant those that have waited longest:
   * what one has sent must not delay the others. Nobody else takes them until they are postponed or forgotten.
   */
  take(nowMs: number, most: number): string[] {
    const due = [...this.#open.values()]
      .filter(({ checkAtMs, isTaken }) => checkAtMs <= nowMs && !isTaken)
      .toSorted((a, b) => a.checkAtMs - b.checkAtMs);
    const byMerchant = [...Map.groupBy(due, ({ merchantId }) => merchantId).values()];
    const taken = byMerchant
      .flatMap((ofMerchant) => ofMerchant.map((watched, turn) => ({ watched, turn })))
      .toSorted((a, b) => a.turn - b.turn)
      .slice(0, most)
      .map(({ watched }) => watched);
    for (const watched of taken) watched.isTaken = true;
    return taken.map(({ id }) => id);
  }

  /** When the next can be taken; Infinity if none can. */
  get nextMs(): number {
    const times = [...this.#open.values()]
      .filter(({ isTaken }) => !isTaken)
      .map(({ checkAtMs }) => checkAtMs);
    return times.reduce((first, at) => Math.min(first, at), Infinity);
  }

  /**
   * Reserves room for `count` more, unless 2,000 are to be checked by `soonMs` or reserved. What waits for its finality takes no room until it
   * can be final.
   */
  reserve(count: number, soonMs: number): boolean {
    const soon = [...this.#open.values()].filter(({ checkAtMs }) => checkAtMs <= soonMs).length;
    if (soon + this.#reserved + count > MOST_OPEN) return false;
    this.#reserved += count;
    return true;
  }

  release(count: number): void {
    this.#reserved -= count;
  }
}
