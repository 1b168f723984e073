import { feePayerLamports } from '../chain/fee-payer.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { PLAN_RENT_LAMPORTS } from '../chain/subscriptions/plan-transaction.ts';
import type { Db } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { formatUnits } from '../../rules/money.ts';
import {
  countSentForPlans,
  countSigned,
  deleteSamplesBefore,
  insertSample,
  listSamples,
  publishingFees,
} from './queries.ts';
import { LANDING_SECONDS, unexplainedLamports, WINDOW_SECONDS } from './unexplained.ts';

const SAMPLE_SECONDS = 60;
const KEPT_SECONDS = 86_400;
/** 0.005 SOL pays for five hundred transactions. */
const ALARMING_LAMPORTS = 5_000_000n;
/** Two signatures of 5,000 lamports. */
const SIGNATURES_LAMPORTS = 10_000n;
/** What a transaction about a plan takes, with headroom. */
const PLAN_UNITS = 10_000n;
/** A transfer takes up to 2,800 units, an approval less. */
const UNITS = 4_000n;

/**
 * Records once a minute what the fee payer holds and what the service has spent of it, and alerts when the
 * balance falls faster than that explains: its key may have leaked, or strangers make the service publish.
 * Does nothing while no node responds.
 */
export async function watchFeePayer(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const now = clock.seconds();
  const minute = Math.floor(now / SAMPLE_SECONDS);
  const feePayer = chain.feePayer.address;
  const last = (await listSamples(db, livemode, feePayer, now - WINDOW_SECONDS)).at(-1);
  if (last !== undefined && last.minute >= minute) return;
  const lamports = await lamportsOf(chain);
  if (lamports === null) return;
  // Read after the balance: whatever lowered it was signed before.
  const signed = await countSigned(db, livemode, { from: last?.sampledAt ?? now, to: now });
  // Up to the second after the balance: two plans that were made in between would be an alarm.
  const plans = await countSentForPlans(db, livemode, {
    feePayer,
    from: last?.sampledAt ?? now,
    to: clock.seconds() + 1,
  });
  const settling =
    BigInt(plans.rents) * PLAN_RENT_LAMPORTS +
    BigInt(plans.transactions) * SIGNATURES_LAMPORTS +
    (BigInt(plans.transactions) * PLAN_UNITS * chain.maxPriorityFeeMicroLamports) / 1_000_000n +
    signed.sponsoredRent +
    BigInt(signed.transactions + signed.sponsored + signed.closings) * SIGNATURES_LAMPORTS +
    (BigInt(signed.transfers + signed.sponsored + signed.closings) *
      UNITS *
      chain.maxPriorityFeeMicroLamports) /
      1_000_000n;
  const published = await publishingFees(db, livemode);
  await insertSample(db, { livemode, minute, feePayer, lamports, settling, published, sampledAt: now });
  await deleteSamplesBefore(db, livemode, now - KEPT_SECONDS);
  const unexplained = await alarmingLoss(db, chain, now);
  if (unexplained === null) return;
  log.error(
    { mode: chain.mode, feePayer, unexplainedLamports: unexplained.toString() },
    `the fee payer lost ${formatUnits(unexplained, 9)} SOL within an hour that charges do not explain: see "The fee payer falls" in docs/operations.md`,
  );
}

/** The fee payer's unexplained loss in the last hour, in lamports; null if it is too small for an alert. */
export async function alarmingLoss(sql: Db, chain: Chain, now: number): Promise<bigint | null> {
  const since = now - WINDOW_SECONDS - LANDING_SECONDS;
  const samples = await listSamples(sql, chain.livemode, chain.feePayer.address, since);
  const unexplained = unexplainedLamports(samples, now);
  return unexplained >= ALARMING_LAMPORTS ? unexplained : null;
}

async function lamportsOf(chain: Chain): Promise<bigint | null> {
  return feePayerLamports(chain).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  });
}
