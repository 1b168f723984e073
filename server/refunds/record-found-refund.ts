import { lockCharge } from '../charges/queries.ts';
import type { LandedMovement } from '../chain/find-landed.ts';
import type { Tx } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { Moment } from '../merchants/moment.ts';
import { isCounted } from '../attempts/settlements.ts';
import { settleRefund } from './close-refund.ts';
import { newRefund } from './new-refund.ts';
import { insertRefund } from './queries.ts';

/** A refund that the database had forgotten. */
export interface FoundRefund {
  id: string;
  ordinal: number;
  /** The transfers with its reference, oldest first. */
  landings: readonly LandedMovement[];
}

/**
 * Records a forgotten refund as succeeded by the first of its transfers that fits: it settled nothing else,
 * and does not exceed what is left of the charge, as no refund ever did. Returns false if none fits. The
 * caller holds mandate and charge locked.
 */
export async function recordFoundRefund(
  tx: Tx,
  mandate: MandateRow,
  chargeId: string,
  { ordinal, landings }: FoundRefund,
  moment: Moment,
): Promise<boolean> {
  const charge = await lockCharge(tx, chargeId);
  for (const landing of landings) {
    const { amountAtomic: amount, authority } = landing;
    if (amount === 0n || amount > charge.amount - charge.refunded || (await isCounted(tx, landing))) continue;
    const refund = {
      ...newRefund(mandate, charge, { ordinal, amount, reason: null }, moment),
      signer: authority === mandate.payee ? ('payee' as const) : ('delegate' as const),
    };
    await insertRefund(tx, refund);
    return settleRefund(tx, { mandate, charge, refund }, [landing], moment);
  }
  return false;
}
