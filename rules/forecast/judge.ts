import { type Collected, foresee, type ReadAccount, type Verdict } from './collectability.ts';
import { type Due, duesOf, type Horizon, type Upcoming } from './dues.ts';
import { DaySums, type FirstAtRisk, firstAtRisk, type Outlook, sumsOf } from './summary.ts';

/** An active subscription with a charge to come, and the account that it is collected from. */
export interface ForeseenMandate extends Upcoming, Collected {
  payer: string;
  mint: string;
  /** Null if it was not read yet. */
  account: ReadAccount | null;
}

/** What is to be expected of mandates: the dues of each payer in each token are played against the account together. */
export function judge(mandates: readonly ForeseenMandate[], horizon: Horizon): Outlook {
  const sums = new DaySums();
  const atRisk: FirstAtRisk[] = [];
  for (const ofAccount of Map.groupBy(mandates, ({ payer, mint }) => `${payer}/${mint}`).values()) {
    const { payer, mint } = ofAccount[0]!;
    const verdicts = verdictsOf(ofAccount, horizon);
    atRisk.push(...firstAtRisk({ payer, mint }, verdicts));
    sums.add(sumsOf(mint, verdicts));
  }
  return { sums: sums.list(), atRisk, mandatesAtRisk: atRisk.length };
}

/** The dues of one payer's mandates in one token, in order of time, each with what becomes of it. */
export function verdictsOf(ofAccount: readonly ForeseenMandate[], horizon: Horizon): Verdict[] {
  return foresee(
    ofAccount[0]!.account,
    new Map(ofAccount.map((mandate) => [mandate.id, mandate])),
    duesInOrder(ofAccount, horizon),
  );
}

/** What falls due for these mandates, in order of time. */
export function duesInOrder(mandates: readonly Upcoming[], horizon: Horizon): Due[] {
  const dues = mandates.flatMap((mandate) => duesOf(mandate, horizon));
  return dues.sort((a, b) => a.at - b.at || (a.mandateId < b.mandateId ? -1 : 1));
}
