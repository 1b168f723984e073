import { ApiError } from '../api-error.ts';
import { requireAmount } from '../mandates/check-terms.ts';

/**
 * How much a refund returns: what was asked for, by default all that is left. `takenAtomic` is what succeeded
 * and pending refunds use of the charge. A charge that did not succeed received nothing, so there is nothing to
 * refund. Throws parameter_invalid, refund_exceeds_charge.
 */
export function refundAmount(
  charge: { status: string; amount: bigint },
  takenAtomic: bigint,
  asked: string | undefined,
): bigint {
  const remaining = charge.status === 'succeeded' ? charge.amount - takenAtomic : 0n;
  const amount = asked === undefined ? remaining : requireAmount('amount', asked);
  if (amount <= 0n || amount > remaining) throw new ApiError('refund_exceeds_charge', { param: 'amount' });
  return amount;
}
