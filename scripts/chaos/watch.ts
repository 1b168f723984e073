import { sleep } from '../../server/lib/clock.ts';
import type { Sql } from '../../server/db/connect.ts';

/** Fine enough for a table in tenths of a second. */
const POLL_MS = 100;

/** Records when charges settle, and when the service was hit. Milliseconds of a monotonic clock. */
export class Watch {
  readonly blows: { what: string; at: number }[] = [];
  readonly #settledAt: number[] = [];
  readonly #over = new AbortController();
  readonly #looking: Promise<void>;

  /** `sql` may fail while Postgres is down. */
  constructor(sql: Sql, merchantId: string) {
    this.#looking = this.#look(sql, merchantId);
  }

  note(what: string): void {
    this.blows.push({ what, at: performance.now() });
    say(what);
  }

  /** Milliseconds from each blow to the next charge that settled; null if none did. */
  recoveries(): (number | null)[] {
    return this.blows.map(({ at }) => {
      const next = this.#settledAt.find((settled) => settled > at);
      return next === undefined ? null : next - at;
    });
  }

  /** Whether a charge has settled since the last blow. */
  get isOver(): boolean {
    const last = this.blows.at(-1);
    return last === undefined || (this.#settledAt.at(-1) ?? 0) > last.at;
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#looking;
  }

  async #look(sql: Sql, merchantId: string): Promise<void> {
    let seen: number | null = null;
    while (!this.#over.signal.aborted) {
      const [row] = await sql<{ settled: number }[]>`
        select count(*) as settled from charges where merchant_id = ${merchantId} and not livemode and status = 'succeeded'`.catch(
        () => [],
      );
      if (row !== undefined) {
        if (seen !== null && row.settled > seen) this.#settledAt.push(performance.now());
        // After a failover the count may be lower, and continues from there.
        seen = row.settled;
      }
      await sleep(POLL_MS, this.#over.signal);
    }
  }
}

/** Prints what happens, with the time since the start. */
export function say(what: string): void {
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${what}`);
}
