import type { Scheme } from '../../rules/mandates/scheme.ts';
import { sleep } from '../../server/lib/clock.ts';
import { checkBooks } from './books.ts';
import { checkSubscribers } from './check-subscribers.ts';
import { Clients } from './clients.ts';
import { Findings } from './findings.ts';
import { Months } from './months.ts';
import { checkNews } from './news.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stage, startStage, untilReady } from './stage.ts';
import { Subscribers } from './subscribers.ts';
import { say, Watch } from './watch.ts';

/** What a part does to the service while months pass and clients write. */
export interface Part {
  name: string;
  workers: number;
  /** The next charge must settle within this time after any blow. */
  withinMs: number;
  /** `count` is how often, from the command line. */
  strike(play: Play, count: number): Promise<void>;
  count: number;
}

/** What a part works with. */
export interface Play {
  stage: Stage;
  shop: Shop;
  months: Months;
  clients: Clients;
  subscribers: Subscribers;
  watch: Watch;
  findings: Findings;
  /** Only writes acknowledged before this must exist at the end. */
  acknowledgedBefore: number;
}

/** A line of the table. Times in milliseconds. */
export interface Outcome {
  name: string;
  blows: number;
  nextMs: number[];
  monthMs: number[];
  charges: number;
  refunds: number;
  writes: number;
  /** Who subscribed meanwhile. */
  subscribers: number;
  events: number;
  findings: string[];
}

/** Webhooks of a killed worker are sent again after a minute, its jobs released within one. */
const DRAIN_MS = 150_000;
const POLL_MS = 200;

/** Runs one part, from an empty database to its checked books, with subscriptions of one scheme. */
export async function playPart(part: Part, scheme: Scheme): Promise<Outcome> {
  const findings = new Findings();
  const stage = await startStage(part.workers, scheme);
  let shop: Shop | null = null;
  try {
    shop = await openShop(stage);
    const watch = new Watch(stage.sql, shop.id);
    const months = new Months(stage, shop, findings);
    const clients = new Clients(stage, shop, findings);
    const subscribers = new Subscribers(stage, shop, findings);
    await clients.start();
    await subscribers.start();
    months.start();
    const play = { stage, shop, months, clients, subscribers, watch, findings, acknowledgedBefore: Infinity };
    await part.strike(play, part.count);
    await untilReady(stage);
    say('waits for what is under way');
    await Promise.all([months.stop(), clients.stop(), subscribers.stop()]);
    await watch.stop();
    say('waits until nothing is left to do');
    await drain(play);
    say('checks the books');
    const scope = { months: months.paid, acknowledgedBefore: play.acknowledgedBefore };
    const settled = await checkBooks(stage, shop, clients, scope, findings);
    await checkSubscribers(stage, subscribers, shop.mint, findings);
    const events = await checkNews(stage, shop, findings);
    const recoveries = watch.recoveries();
    checkRecoveries(recoveries, part.withinMs, findings);
    for (const { name, endedAlone } of [stage.api, ...stage.workers])
      findings.expect(endedAlone.length === 0, `${name} ended by itself: ${endedAlone.join(', ')}`);
    return {
      name: part.name,
      blows: watch.blows.length,
      nextMs: recoveries.filter((ms) => ms !== null),
      monthMs: months.took,
      ...settled,
      subscribers: subscribers.all.length,
      events,
      findings: findings.all,
    };
  } finally {
    shop?.receiver.close();
    await stage.stop();
  }
}

function checkRecoveries(recoveries: readonly (number | null)[], withinMs: number, findings: Findings): void {
  for (const [n, ms] of recoveries.entries())
    findings.expect(
      ms !== null && ms <= withinMs,
      `blow ${n + 1}: the next charge settled after ${ms === null ? 'the end' : `${Math.round(ms / 1000)} s`}`,
    );
}

/**
 * Waits until nothing is left to do: refunds, webhooks, and jobs that dead workers hold. What remains is a
 * finding.
 */
async function drain({ stage: { sql }, shop, findings }: Play): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  for (;;) {
    const [left] = await sql<[Record<string, number>]>`
      select
        (select count(*) from refunds where merchant_id = ${shop.id} and status = 'pending') as refunds,
        (select count(*) from charges where merchant_id = ${shop.id} and status = 'processing') as charges,
        (select count(*) from attempts where merchant_id = ${shop.id} and state = 'signed') as attempts,
        (select count(*) from webhook_deliveries where merchant_id = ${shop.id} and status = 'pending') as webhooks,
        (select count(*) from graphile_worker.jobs where locked_at < now() - interval '60 s') as jobs`;
    const open = Object.entries(left).filter(([, count]) => count > 0);
    if (open.length === 0) return;
    if (performance.now() > deadline) {
      for (const [what, count] of open) findings.add(`${count} ${what} are left over`);
      return;
    }
    await sleep(POLL_MS);
  }
}
