import type { Sample } from './queries.ts';

/** How far back the fee payer's balance is analyzed. */
export const WINDOW_SECONDS = 3_600;
/** Transactions signed before the window may land in it: a signature lives for about two minutes. */
export const LANDING_SECONDS = 180;
/** 0.01 SOL publishes about 3,000 plans: a merchant's customers may be slow to sign. */
const FREE_PUBLISHING = 10_000_000n;

/**
 * By how many lamports the fee payer's balance fell in the hour before `now` beyond what the service
 * explains: the transfers and authorizations it signed, the plans it made, and twice the cost of publishing plus 0.01 SOL.
 * `samples` are of one fee payer, oldest first, starting one landing time before the window.
 */
export function unexplainedLamports(samples: readonly Sample[], now: number): bigint {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return 0n;
  const seen = samples.filter(({ sampledAt }) => sampledAt >= now - WINDOW_SECONDS);
  // A deposit between two samples hides only what was taken between them.
  const fell = sum(seen.slice(1).map(({ lamports }, at) => positive(seen[at]!.lamports - lamports)));
  const settling = sum(samples.map((sample) => sample.settling));
  const publishing = positive(last.published - first.published);
  const most = settling + FREE_PUBLISHING;
  return positive(fell - settling - (publishing < most ? publishing : most));
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
