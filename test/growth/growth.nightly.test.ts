import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { fillHistory } from './fill.ts';
import { concernsHistory, growthOf, wastesOf } from './judge.ts';
import { backgroundLooks, lifeLooks, type Look, merchantLooks, openShop, type Shop } from './looks.ts';
import { type ExplainedDatabase, pagesOf, type Ran, startExplainedDatabase } from './plans.ts';

/** Rows of history in all tables together. */
const [SHORT, LONG] = [10_000, 3_000_000];
/** About as many belong to each charge. */
const ROWS_PER_CHARGE = 6;
/** A prepared statement gets a plan for all parameters after five executions, if that is no worse. */
const REPEATS = 6;

let database: ExplainedDatabase;
let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shops: Shop[];
beforeAll(async () => {
  database = await startExplainedDatabase();
  service = await TestService.start({ DATABASE_URL: database.url });
  receiver = await startReceiver();
  shops = [];
  for (let n = 0; n < 3; n += 1) shops.push(await openShop(service, receiver.url));
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await database?.stop();
});

/** A statement, by the looks that it ran for, and every fault in its plans. */
interface Seen {
  /** The run that read least: a table that grew by a few pages just then says nothing. */
  runs: Map<string, Ran>;
  wastes: Set<string>;
}

/** All statements that the looks lead to, and the background's meanwhile, by their text. */
async function observe(looks: readonly Look[]): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  for (const { name, run } of looks) {
    for (let n = 0; n < REPEATS; n += 1) {
      for (const ran of (await database.during(run)).filter(concernsHistory)) {
        const one = seen.get(ran.text) ?? { runs: new Map(), wastes: new Set() };
        const before = one.runs.get(name);
        if (before === undefined || pagesOf(ran.plan) < pagesOf(before.plan)) one.runs.set(name, ran);
        for (const waste of wastesOf(ran)) one.wastes.add(`${waste}, for ${name}`);
        seen.set(ran.text, one);
      }
    }
  }
  return seen;
}

it(`no statement does more at ${LONG} rows of history than at ${SHORT}`, async () => {
  const [busy, other, quiet] = shops as [Shop, Shop, Shop];
  const looks = [
    ...merchantLooks(service, busy).map((look) => ({ ...look, name: `busy merchant: ${look.name}` })),
    ...merchantLooks(service, quiet).map((look) => ({ ...look, name: `quiet merchant: ${look.name}` })),
    ...lifeLooks(service, busy),
    ...backgroundLooks(service, database.sql, busy),
  ];
  const fillTo = async (from: number, to: number) => {
    const perMerchant = (rows: number) => Math.floor(rows / ROWS_PER_CHARGE / 2);
    await fillHistory(database.sql, [busy, other], { from: perMerchant(from), to: perMerchant(to) });
  };
  await fillTo(0, SHORT);
  const atShort = await observe(looks);
  await fillTo(SHORT, LONG);
  const atLong = await observe(looks);
  const faults: string[] = [];
  const ratios: number[] = [];
  for (const [text, { runs, wastes }] of atLong) {
    const found = [...wastes];
    for (const [look, ran] of runs) {
      const before = atShort.get(text)?.runs.get(look);
      if (before === undefined) continue;
      ratios.push(ran.ms / before.ms);
      const growth = growthOf(before, ran);
      if (growth !== null) found.push(`${growth}, for ${look}`);
    }
    faults.push(...found.map((fault) => `${fault}: ${text.slice(0, 1_000)}`));
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
  console.log(
    `${atLong.size} statements. Time at ${LONG} rows of history to that at ${SHORT}: ` +
      `median ${at(0.5)}, nine of ten at most ${at(0.9)}.`,
  );
  expect(faults).toEqual([]);
}, 1_800_000);
