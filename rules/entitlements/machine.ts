/** Decides who is entitled. No I/O: purchases and time in, decision out. All times in the merchant's Unix seconds. */

import type { MandateStatus } from '../mandates/machine.ts';

/** A mandate started from a product, and the facts about its charges that decide. */
export interface Purchase {
  sellMode: 'subscription' | 'once';
  status: MandateStatus;
  /** End of the trial, where period 0 begins; null before activation. */
  anchorAt: number | null;
  periodSeconds: number;
  trialSeconds: number;
  /** The last period whose charge succeeded and was not refunded in full; null if there is none. */
  paidPeriod: number | null;
  /** When the pending charge is or was due; null if there is none. */
  openDueAt: number | null;
  /** Whether that charge has failed already. */
  openFailed: boolean;
  /** Whether the merchant lets access last while it is tried again. */
  keepsAccess: boolean;
}

/** `validUntil` is null for unlimited access; while a charge is being retried it may be in the past. */
export type Entitlement = { entitled: false } | { entitled: true; validUntil: number | null };

/** The best entitlement that any purchase of one product by one payer gives. */
export function decideEntitlement(purchases: readonly Purchase[], now: number): Entitlement {
  return purchases
    .map((purchase) => entitlementOf(purchase, now))
    .reduce((best, next) => (rank(next) > rank(best) ? next : best), { entitled: false });
}

function entitlementOf(purchase: Purchase, now: number): Entitlement {
  if (purchase.sellMode === 'once') {
    return purchase.paidPeriod === null ? { entitled: false } : { entitled: true, validUntil: null };
  }
  const validUntil = coveredUntil(purchase);
  if (validUntil === null) return { entitled: false };
  return now < validUntil || isBeingCharged(purchase, validUntil, now)
    ? { entitled: true, validUntil }
    : { entitled: false };
}

/**
 * The end of what was paid or granted, whatever happened to the mandate since: a trial that began runs to its
 * end, like a paid period.
 */
function coveredUntil({ anchorAt, periodSeconds, trialSeconds, paidPeriod }: Purchase): number | null {
  if (anchorAt === null) return null;
  if (paidPeriod !== null) return anchorAt + (paidPeriod + 1) * periodSeconds;
  return trialSeconds > 0 ? anchorAt : null;
}

/**
 * Whether the charge after the covered period is due and undecided: it waits for a worker, for the chain, or
 * for its next attempt, unless the merchant ends access with the first that fails. One that follows a refunded or a missed period does not extend anything.
 */
function isBeingCharged(purchase: Purchase, validUntil: number, now: number): boolean {
  const { status, openDueAt, openFailed, keepsAccess } = purchase;
  if (openFailed && !keepsAccess) return false;
  return status === 'active' && openDueAt !== null && openDueAt <= now && openDueAt <= validUntil;
}

function rank(entitlement: Entitlement): number {
  if (!entitlement.entitled) return -1;
  return entitlement.validUntil ?? Infinity;
}
