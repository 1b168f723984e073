/** How many parties' last turns are remembered under a continuous rush. */
const MOST_REMEMBERED = 10_000;

interface Waiter {
  parties: readonly string[];
  start: () => void;
  turnAway: () => void;
}

/**
 * A queue for a scarce resource in which nobody gets far ahead of others by asking often. Work is done for
 * parties, such as an address and an account. The next turn goes to whoever's first party had its turn
 * longest ago, and among equals the second one's: an account that is guessed at from elsewhere does not wait
 * behind the guesses. A full queue rejects the last arrival of the party that fills most of it.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiter[] = [];
  /** When a party last had its turn. Empty while nobody waits: fairness applies among those who wait. */
  readonly #lastTurn = new Map<string, number>();
  #turn = 0;
  #running = 0;

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs `work` when it is the turn of `parties`. Returns null, without running it, if the queue is full of
   * others.
   */
  async run<T>(parties: readonly string[], work: () => Promise<T>): Promise<{ value: T } | null> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (!(await this.#wait(parties))) return null;
    this.#turn += 1;
    for (const party of parties) this.#lastTurn.set(party, this.#turn);
    try {
      return { value: await work() };
    } finally {
      this.#passOn();
    }
  }

  /** Resolves with true when it is their turn and the place is theirs, with false when they are rejected. */
  #wait(parties: readonly string[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push({ parties, start: () => resolve(true), turnAway: () => resolve(false) });
    if (this.#waiting.length > this.#maxWaiting) {
      const [last] = this.#waiting.splice(this.#indexOfGreediest(), 1);
      last!.turnAway();
    }
    return promise;
  }

  /** The last arrival of the party that waits most often. */
  #indexOfGreediest(): number {
    const counts = new Map<string, number>();
    for (const party of this.#waiting.flatMap(({ parties }) => parties)) {
      counts.set(party, (counts.get(party) ?? 0) + 1);
    }
    const shares = this.#waiting.map(({ parties }) => Math.max(...parties.map((each) => counts.get(each)!)));
    return shares.lastIndexOf(Math.max(...shares));
  }

  /** Passes the place on to the next in turn; it becomes free if nobody waits. */
  #passOn(): void {
    if (this.#waiting.length === 0) {
      this.#lastTurn.clear();
      this.#running -= 1;
      return;
    }
    const [next] = this.#waiting.splice(this.#indexOfNext(), 1);
    next!.start();
    if (this.#lastTurn.size > MOST_REMEMBERED) this.#forgetAbsent();
  }

  /** The first arrival among those whose parties waited longest. */
  #indexOfNext(): number {
    const turns = this.#waiting.map(({ parties }) => parties.map((party) => this.#lastTurn.get(party) ?? 0));
    return turns.reduce((best, each, at) => (isBefore(each, turns[best]!) ? at : best), 0);
  }

  #forgetAbsent(): void {
    const present = new Set(this.#waiting.flatMap(({ parties }) => parties));
    for (const party of this.#lastTurn.keys()) if (!present.has(party)) this.#lastTurn.delete(party);
  }
}

/** Compares party by party; the earlier turn wins. */
function isBefore(turns: readonly number[], others: readonly number[]): boolean {
  const at = turns.findIndex((turn, n) => turn !== (others[n] ?? 0));
  return at >= 0 && turns[at]! < (others[at] ?? 0);
}
