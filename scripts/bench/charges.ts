import { Autopay, createMerchant } from '@autopay/sdk';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import type { Sql } from '../../server/db/connect.ts';
import { enqueue } from '../../server/jobs/enqueue.ts';
import { moveClock } from '../../server/test-mode/clock-queries.ts';
import { until } from './until.ts';
import { newWallet } from './wallets.ts';

export const PERIOD_SECONDS = 30 * 86_400;
/** Each waits for a block, so in parallel. */
const CREATED_AT_A_TIME = 60;

/** A merchant on the service under measurement. */
export interface BenchMerchant {
  id: string;
  /** Its test key. */
  key: string;
  api: Autopay;
}

/**
 * A merchant with `count` active mandates of as many payers, in their trial, paid to one wallet or to as many. Those of the plan scheme have no end, so
 * that they share a plan.
 */
export async function merchantWithMandates(
  baseUrl: string,
  count: number,
  payees: 'one' | 'many' = 'one',
  scheme: Scheme = 'approval',
): Promise<BenchMerchant> {
  const { id, keys } = await createMerchant({ name: 'Bench' }, { baseUrl });
  const api = new Autopay(keys.test, { baseUrl });
  const { data } = await api.tokens.list();
  const [payee, mint] = [newWallet(), data[0]!.mint];
  const payers = Array.from({ length: count }, newWallet);
  await Promise.all(
    Array.from({ length: CREATED_AT_A_TIME }, async () => {
      for (let payer = payers.pop(); payer !== undefined; payer = payers.pop()) {
        await api.mandates.create({
          payer,
          payee: payees === 'one' ? payee : newWallet(),
          mint,
          amountPerPeriod: '1000',
          periodSeconds: PERIOD_SECONDS,
          maxPeriods: scheme === 'plan' ? null : 12,
          scheme,
          trialSeconds: PERIOD_SECONDS,
          autoAuthorize: true,
        });
      }
    }),
  );
  return { id, key: keys.test, api };
}

/** Makes one charge of each of the merchant's mandates due; nobody is told. */
export async function makeDue(sql: Sql, { id }: Pick<BenchMerchant, 'id'>): Promise<void> {
  await moveClock(sql, id, PERIOD_SECONDS);
}

/**
 * Tells the workers that the merchant's `count` charges are due, and waits until they have recorded the last as succeeded. Returns charges
 * per second from due to recorded, including the wait for the chain's confirmation.
 */
export async function measureCharges(
  sql: Sql,
  { id }: Pick<BenchMerchant, 'id'>,
  count: number,
): Promise<number> {
  const [{ charged }] = await sql<[{ charged: number }]>`
    select min(periods_charged) as charged from mandates where merchant_id = ${id}`;
  const isOver = async () => {
    const left = await sql`
      select 1 from mandates where merchant_id = ${id} and periods_charged <= ${charged} limit 1`;
    return left.length === 0;
  };
  const startedAt = performance.now();
  await enqueue(sql, 'charges:collect', { livemode: false });
  await until('the charges to settle', isOver);
  return (count / (performance.now() - startedAt)) * 1000;
}
