import type { Db } from '../db/connect.ts';
import { firstIdOf } from '../lib/ids.ts';

/** A row of `fee_payer_samples`, in lamports. */
export interface Sample {
  livemode: boolean;
  minute: number;
  feePayer: string;
  lamports: bigint;
  /** The most that transfers, sponsored authorizations and plans can have cost since the previous row. */
  settling: bigint;
  /** The total cost of publishing so far. */
  published: bigint;
  /** Real time. */
  sampledAt: number;
}

/** A mode's samples of this fee payer from `since` on, oldest first. */
export function listSamples(sql: Db, livemode: boolean, feePayer: string, since: number): Promise<Sample[]> {
  return sql<Sample[]>`
    select livemode, minute, fee_payer, lamports, settling, published, sampled_at from fee_payer_samples
    where livemode = ${livemode} and fee_payer = ${feePayer} and sampled_at >= ${since} order by minute`;
}

/** Adds a sample, unless another process has sampled this minute. */
export async function insertSample(sql: Db, sample: Sample): Promise<void> {
  await sql`
    insert into fee_payer_samples ${sql(sample as unknown as Record<string, string>)}
    on conflict (livemode, minute) do nothing`;
}

export async function deleteSamplesBefore(sql: Db, livemode: boolean, before: number): Promise<void> {
  await sql`delete from fee_payer_samples where livemode = ${livemode} and sampled_at < ${before}`;
}

/** What was signed within some time: transfers, of which several may share a transaction, and sponsored authorizations. */
export interface Signed {
  transactions: number;
  transfers: number;
  sponsored: number;
  /** Lamports of rent in the sponsored ones. */
  sponsoredRent: bigint;
  /** Transactions that close accounts to get rent back. */
  closings: number;
}

/** What was signed in `[from, to)`, real time. Attempts' ids are in the order of time. */
export async function countSigned(
  sql: Db,
  livemode: boolean,
  { from, to }: { from: number; to: number },
): Promise<Signed> {
  const [row] = await sql<Signed[]>`
    select count(distinct signature) as transactions, count(*) as transfers,
      (select count(*) from sponsored_transactions
        where status = 'signed' and livemode = ${livemode} and signed_at >= ${from} and signed_at < ${to}) as sponsored,
      (select coalesce(sum(rent), 0) from sponsored_transactions
        where status = 'signed' and livemode = ${livemode} and signed_at >= ${from} and signed_at < ${to}) as sponsored_rent,
      (select count(*) from sponsored_accounts
        where livemode = ${livemode} and sent_at >= ${from} and sent_at < ${to}) as closings
    from attempts
    where id >= ${firstIdOf('attempt', from * 1000)} and id < ${firstIdOf('attempt', to * 1000)} and livemode = ${livemode}`;
  return row!;
}

/** What was sent within some time for plans of the Subscriptions program. */
export interface SentForPlans {
  /** Each makes, ends or deletes a plan. */
  transactions: number;
  /** Those that make one whose rent this fee payer pays. */
  rents: number;
}

/** What was sent for plans in `[from, to)`, real time. Of a plan that was sent for twice in that time the last counts. */
export async function countSentForPlans(
  sql: Db,
  livemode: boolean,
  { feePayer, from, to }: { feePayer: string; from: number; to: number },
): Promise<SentForPlans> {
  const [row] = await sql<[SentForPlans]>`
    select count(*) as transactions, count(*) filter (where owner = ${feePayer} and status in ('wanted', 'open')) as rents
    from subscription_plans where livemode = ${livemode} and sent_at >= ${from} and sent_at < ${to}`;
  return row;
}

/** The total cost of publishing plans and revocations in a mode, in lamports. */
export async function publishingFees(sql: Db, livemode: boolean): Promise<bigint> {
  const [row] = await sql<
    { lamports: bigint }[]
  >`select lamports from publishing_fees where livemode = ${livemode}`;
  return row?.lamports ?? 0n;
}
