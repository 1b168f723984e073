import { sleep } from '../../../server/lib/clock.ts';
import { readRules, Watchman } from '../../watch/alerts.ts';
import { Scraper } from '../../watch/scraper.ts';
import type { Part, Play } from '../play.ts';
import { say } from '../watch.ts';

/** From one kill to the next. */
const EVERY_MS = 20_000;
/** As `deploy/observability/prometheus.yml` has it. */
const SCRAPE_SECONDS = 15;
const EVALUATE_SECONDS = 30;
/** A rule looks back five minutes, and the shortest waits for one: without a page for longer it may miss something. */
const BLIND_SECONDS = 45;
/** Pages are at most as old as a gauge is kept, and a second of reading. */
const OLD_SECONDS = 8;
/** What has changed since the tables were last looked at, a second before, is seen by the next look. */
const NEXT_LOOK_SECONDS = 2;

/**
 * Kills a process every 20 s while its metrics are scraped and the alert rules are evaluated, as Prometheus would. None may fire for that; no time
 * may be without a page; and what the pages say is held against the tables, read at the same time by the test itself.
 */
export const watched: Part = {
  name: 'watched',
  workers: 2,
  withinMs: 60_000,
  count: 6,
  strike: async (play, times) => {
    const { stage, watch, findings } = play;
    const all = [stage.api, ...stage.workers];
    const scraper = new Scraper(stage.metrics, SCRAPE_SECONDS);
    const watchman = new Watchman(readRules(), scraper.store);
    const truth = new Truth(play);
    const over = new AbortController();
    const evaluating = (async () => {
      while (!over.signal.aborted) {
        await sleep(EVALUATE_SECONDS * 1000, over.signal);
        watchman.look(Date.now() / 1000);
      }
    })();
    for (let n = 0; n < times; n += 1) {
      await sleep(EVERY_MS);
      const ready = all.filter(({ isReady }) => isReady);
      const victim = ready[n % Math.max(1, ready.length)];
      if (victim === undefined) {
        findings.add('no process was ready to be killed');
        continue;
      }
      victim.kill();
      watch.note(`SIGKILL of ${victim.name}`);
    }
    await sleep(EVALUATE_SECONDS * 1000);
    over.abort();
    await Promise.all([evaluating, scraper.stop(), truth.stop()]);
    watchman.look(Date.now() / 1000);
    for (const { alert, labels, from, until } of watchman.alarms) {
      const end = until === null ? 'the end' : `${Math.round(until - from)} s later`;
      findings.add(`a false alarm: ${alert} ${JSON.stringify(labels)} until ${end}`);
    }
    findings.expect(
      scraper.longestBlindSeconds <= BLIND_SECONDS,
      `for ${Math.round(scraper.longestBlindSeconds)} s no process served its metrics`,
    );
    for (const { at, name, value } of scraper.pages) {
      const [least, most] = truth.between(at - OLD_SECONDS, at + NEXT_LOOK_SECONDS, name);
      const isThere = least === null || (value >= least - OLD_SECONDS && value <= most! + OLD_SECONDS);
      findings.expect(isThere, `${name} was ${value}, and the tables had ${least} to ${most}`);
    }
    const worst = truth.worst();
    say(
      `${scraper.pages.length} values were held against the tables, ${watchman.alarms.length} alarms; ` +
        `the longest time without a page was ${Math.round(scraper.longestBlindSeconds)} s, the latest charge ${worst} s late`,
    );
    findings.expect(scraper.pages.length > times, 'too few pages were read to say anything');
  },
};

/** What the tables have, every second. */
class Truth {
  readonly #samples: { at: number; name: string; value: number }[] = [];
  readonly #over = new AbortController();
  readonly #looking: Promise<void>;

  constructor({ stage }: Play) {
    this.#looking = this.#look(stage.sql);
  }

  /** The least and the most of a gauge within a time; null where it was not read then. */
  between(from: number, to: number, name: string): [number, number] | [null, null] {
    const values = this.#samples
      .filter((sample) => sample.name === name && sample.at >= from && sample.at <= to)
      .map(({ value }) => value);
    return values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
  }

  worst(): number {
    return Math.max(
      0,
      ...this.#samples
        .filter(({ name }) => name === 'autopay_oldest_due_charge_seconds')
        .map(({ value }) => value),
    );
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#looking;
  }

  async #look(sql: Play['stage']['sql']): Promise<void> {
    while (!this.#over.signal.aborted) {
      const at = Date.now() / 1000;
      const [row] = await sql<{ due: number | null; unknown: number | null; pending: number | null }[]>`
        select
          (select min(least(wake_at, next_attempt_at)) from charges c join merchants m on m.id = c.merchant_id
            where not livemode and wake_at <= ${Math.floor(at)} and clock_offset_seconds = 0) as due,
          (select min(signed_at) from attempts where state = 'signed' and not livemode) as unknown,
          (select min(next_attempt_at) from webhook_deliveries where status = 'pending') as pending`.catch(
        () => [],
      );
      const age = (since: number | null) => Math.max(0, since === null ? 0 : Math.floor(at) - since);
      if (row !== undefined) {
        this.#samples.push(
          { at, name: 'autopay_oldest_due_charge_seconds', value: age(row.due) },
          { at, name: 'autopay_oldest_unknown_attempt_seconds', value: age(row.unknown) },
          { at, name: 'autopay_webhook_oldest_due_delivery_seconds', value: age(row.pending) },
        );
      }
      await sleep(1_000, this.#over.signal);
    }
  }
}
