/** The status of a delivery. All but `pending` are final, unless it is resent by hand. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'refused';

/**
 * 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h after the previous failure: with the first attempt at once, eight
 * attempts in about 22 hours (specification, Delivery behaviour).
 */
export const RETRY_DELAYS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200];

/**
 * How often a delivery was attempted, and how many of those attempts came before the current retry schedule
 * (a manual resend starts a new one).
 */
export interface Attempted {
  attempts: number;
  attemptsBefore: number;
}

/**
 * The status of a delivery after an attempt that ended at `now`; `attempted` is its count before. What the
 * outbound policy rejects is not retried. A delivery resent while this attempt was running continues at once,
 * whatever its result.
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
 * How a delivery in any status starts over at `now`. A running attempt keeps its lease, so that no second one
 * runs beside it, and counts as an earlier one.
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
