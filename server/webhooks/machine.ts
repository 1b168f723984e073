/** How a delivery stands. All but `pending` are final, unless it is asked for again by hand. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'refused';

/**
 * 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h after the failure before: with the first attempt at once eight attempts in about 22 hours
 * (specification, Delivery behaviour).
 */
export const RETRY_DELAYS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200];

/** How often a delivery was attempted, and how many of those attempts came before its retry delays began (anew, where asked by hand). */
export interface Attempted {
  attempts: number;
  attemptsBefore: number;
}

/**
 * What an attempt that ended at `now` makes of its delivery, which stood at `attempted` before it. What the outbound policy refuses is
 * not tried again. One that was asked for again while this attempt was under way goes on at once, whatever came of it.
 */
export function decideDelivery(
  outcome: 'delivered' | 'failed' | 'refused',
  { attempts, attemptsBefore }: Attempted,
  now: number,
): { status: DeliveryStatus; nextAttemptAt: number | null } {
  if (attemptsBefore > attempts) return { status: 'pending', nextAttemptAt: now };
  if (outcome !== 'failed') return { status: outcome, nextAttemptAt: null };
  const delaySeconds = RETRY_DELAYS_SECONDS[attempts - attemptsBefore];
  if (delaySeconds === undefined) return { status: 'exhausted', nextAttemptAt: null };
  return { status: 'pending', nextAttemptAt: now + delaySeconds };
}

/**
 * How a delivery in any state begins anew at `now`. An attempt that is under way keeps its lease, so that no second one runs beside it,
 * and counts as one before.
 */
export function decideRedelivery(
  { attempts, leaseUntil }: { attempts: number; leaseUntil: number | null },
  now: number,
): { nextAttemptAt: number; attemptsBefore: number; leaseUntil: number | null } {
  const isUnderWay = leaseUntil !== null && leaseUntil > now;
  return isUnderWay
    ? { nextAttemptAt: now, attemptsBefore: attempts + 1, leaseUntil }
    : { nextAttemptAt: now, attemptsBefore: attempts, leaseUntil: null };
}
