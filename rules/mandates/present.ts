import { type Bought, presentBought, presentForMerchant } from './bought.ts';
import type { EndedBy, MandateStatus } from './machine.ts';
import type { Scheme } from './scheme.ts';
import { authorizedUntil, type Terms } from './terms.ts';

/** What the API shows of a mandate's row. Amounts in atomic units, times in the merchant's Unix seconds. */
export interface ShownMandate extends Terms, Authorized, Bought, Ending {
  id: string;
  livemode: boolean;
  createdAt: number;
  merchantId: string;
  payer: string;
  payee: string;
  mint: string;
  startAt: number;
  expiresAt: number | null;
  status: MandateStatus;
  periodsCharged: number;
  fundsSufficient: boolean;
  reference: string;
  planSignature: string | null;
  delegate: string;
  /** The delegate named in the plan, if the mandate has moved to another since; else null. */
  planDelegate: string | null;
  version: number;
  planAccount: string | null;
  planOwner: string | null;
  subscriptionAccount: string | null;
}

/** A mandate as the API shows it. */
export function presentMandate(row: ShownMandate) {
  return {
    object: 'mandate' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    merchantId: row.merchantId,
    payer: row.payer,
    payee: row.payee,
    mint: row.mint,
    amountPerPeriod: row.amountPerPeriod.toString(),
    periodSeconds: row.periodSeconds,
    maxPeriods: row.maxPeriods,
    startAt: row.startAt,
    expiresAt: row.expiresAt,
    status: row.status,
    periodsCharged: row.periodsCharged,
    trialEndsAt: row.trialSeconds > 0 ? (row.anchorAt ?? row.startAt + row.trialSeconds) : null,
    fundsSufficientAtSignup: row.fundsSufficient,
    sellMode: row.sellMode,
    trialSeconds: row.trialSeconds,
    reference: row.reference,
    planSignature: row.planSignature,
    delegate: row.delegate,
    planDelegate: row.planDelegate ?? row.delegate,
    authorizedUntil: authorizedUntilOf(row),
    version: row.version,
    scheme: row.scheme,
    subscription: subscriptionOf(row),
    ...presentBought(row),
    description: row.description,
    ...presentForMerchant(row),
    endedAt: row.endedAt,
    endedBy: row.endedBy,
  };
}

function subscriptionOf({ planAccount, planOwner, subscriptionAccount }: ShownMandate) {
  if (planAccount === null || planOwner === null || subscriptionAccount === null) return null;
  return { account: subscriptionAccount, plan: planAccount, planOwner };
}

/** When a mandate ended, and by whom; both null while it lasts. */
export interface Ending {
  endedAt: number | null;
  /** Null also where it was not recorded. */
  endedBy: EndedBy | null;
}

/** How far a payer's authorization covers a mandate. */
export interface Authorized extends Terms {
  scheme: Scheme;
  /** When period 0 is due; null until activation. */
  anchorAt: number | null;
  /** The most that the mandate's own pulls may take in total. */
  budget: bigint;
}

/**
 * Until when the payer's authorization covers the mandate; null until it is active, for a one-time purchase, and under plan without
 * maxPeriods: that ends only when it is cancelled.
 */
export function authorizedUntilOf(row: Authorized): number | null {
  if (row.anchorAt === null || (row.scheme === 'plan' && row.maxPeriods === null)) return null;
  return authorizedUntil(row, row.anchorAt, row.budget);
}
