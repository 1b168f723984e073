/** How a delivery stands. All but `pending` are final. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'refused';

/**
 * 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h after the failure before: with the first attempt at once eight attempts in about 22 hours
 * (specification, Delivery behaviour).
 */
export const RETRY_DELAYS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200];

/**
 * What an attempt that ended at `now` makes of its delivery, of which `attempts` were made before it. What the outbound policy refuses
 * is not tried again.
 */
export function decideDelivery(
  outcome: 'delivered' | 'failed' | 'refused',
  attempts: number,
  now: number,
): { status: DeliveryStatus; nextAttemptAt: number | null } {
  if (outcome !== 'failed') return { status: outcome, nextAttemptAt: null };
  const delaySeconds = RETRY_DELAYS_SECONDS[attempts];
  if (delaySeconds === undefined) return { status: 'exhausted', nextAttemptAt: null };
  return { status: 'pending', nextAttemptAt: now + delaySeconds };
}
