/** Decides who is entitled. No I/O: purchases and time in, decision out. All times in the merchant's Unix seconds. */

import type { MandateStatus } from '../mandates/machine.ts';

/** A mandate that was started from a product, and what of its charges decides. */
export interface Purchase {
  sellMode: 'subscription' | 'once';
  status: MandateStatus;
  /** End of the trial, which is where period 0 begins; null before activation. */
  anchorAt: number | null;
  periodSeconds: number;
  trialSeconds: number;
  /** The last period whose charge succeeded and was not refunded in full; null where there is none. */
  paidPeriod: number | null;
  /** When the charge that is on its way fell due, or will; null where there is none. */
  openDueAt: number | null;
}

/** `validUntil` is null for good; while a charge is being retried it may lie in the past. */
export type Entitlement = { entitled: false } | { entitled: true; validUntil: number | null };

/** What all purchases of one product by one payer give together: the best of them. */
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

/** Where what was paid or granted ends, however the mandate went on: a trial that began is kept to its end, as a paid period is. */
function coveredUntil({ anchorAt, periodSeconds, trialSeconds, paidPeriod }: Purchase): number | null {
  if (anchorAt === null) return null;
  if (paidPeriod !== null) return anchorAt + (paidPeriod + 1) * periodSeconds;
  return trialSeconds > 0 ? anchorAt : null;
}

/**
 * Whether the charge that follows what is covered has fallen due and is not decided yet: it waits for a worker, for the chain, or for its
 * next attempt. One that follows a refunded or a missed period continues nothing.
 */
function isBeingCharged({ status, openDueAt }: Purchase, validUntil: number, now: number): boolean {
  return status === 'active' && openDueAt !== null && openDueAt <= now && openDueAt <= validUntil;
}

function rank(entitlement: Entitlement): number {
  if (!entitlement.entitled) return -1;
  return entitlement.validUntil ?? Infinity;
}
