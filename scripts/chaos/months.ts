import { enqueue } from '../../server/jobs/enqueue.ts';
import { sleep } from '../../server/lib/clock.ts';
import { moveClock } from '../../server/test-mode/clock-queries.ts';
import type { Findings } from './findings.ts';
import { PERIOD_SECONDS, type Shop } from './shop.ts';
import type { Stage } from './stage.ts';

const POLL_MS = 100;
/**
 * A month not paid by then never will be: a sweep looks for due charges every 15 s, and a signature lives for
 * a minute or two.
 */
const STUCK_MS = 240_000;

/** How far the shop is: which month its clock shows, and how many subscriptions have not paid it yet. */
interface Progress {
  month: number;
  missing: number;
}

/** Makes month after month due, each once everyone has paid the previous one. */
export class Months {
  /** How long each took until the last of its charges had settled, in milliseconds. */
  readonly took: number[] = [];
  /** The last month that everybody paid. The first is paid at the authorization. */
  paid = 0;
  readonly #stage: Stage;
  readonly #shop: Shop;
  readonly #findings: Findings;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  constructor(stage: Stage, shop: Shop, findings: Findings) {
    this.#stage = stage;
    this.#shop = shop;
    this.#findings = findings;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Waits until the due month is paid, including all that a failover forgot, and makes no other due. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      const month = await this.#untilPaid();
      if (month === null) return;
      // A failover may have gone back to an earlier month: that is expected.
      if (month > this.paid) this.took.push(performance.now() - startedAt);
      this.paid = Math.max(this.paid, month);
      if (this.#isOver && month >= this.paid) return;
      await this.#letNextFallDue(month);
    }
  }

  /** Moves the clock by exactly one period: if Postgres went down meanwhile, asks whether it moved. */
  async #letNextFallDue(month: number): Promise<void> {
    const { sql } = this.#stage;
    for (;;) {
      try {
        if ((await this.#look()).month > month) return;
        await moveClock(sql, this.#shop.id, PERIOD_SECONDS);
        await enqueue(sql, 'charges:collect', { livemode: false });
        return;
      } catch {
        await sleep(POLL_MS);
      }
    }
  }

  /** Returns the month that everybody has paid; null when that took too long. */
  async #untilPaid(): Promise<number | null> {
    const deadline = performance.now() + STUCK_MS;
    for (;;) {
      const progress = await this.#look().catch(() => null);
      if (progress?.missing === 0) return progress.month;
      if (performance.now() > deadline) {
        const { month, missing } = progress ?? { month: this.paid + 1, missing: 'unknown' };
        this.#findings.add(`month ${month}: not charged after ${STUCK_MS / 1000} s: ${missing}`);
        return null;
      }
      await sleep(POLL_MS);
    }
  }

  async #look(): Promise<Progress> {
    const [row] = await this.#stage.sql<[Progress]>`
      with clock as (
        select 1 + clock_offset_seconds / ${PERIOD_SECONDS} as month from merchants where id = ${this.#shop.id})
      select month::int as month, (
        select count(*)::int from mandates
        where id = any(${this.#shop.subscriptions.map(({ mandate }) => mandate.id)}) and periods_charged < month) as missing
      from clock`;
    return row;
  }
}
