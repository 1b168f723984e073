import { type Bought, presentBought, presentForMerchant } from '../mandates/bought.ts';
import { type FailureColumns, presentFailure, type RefundFailureCode } from '../failures.ts';

/** What the API shows of a refund's row. */
export interface ShownRefund extends FailureColumns<RefundFailureCode> {
  id: string;
  livemode: boolean;
  createdAt: number;
  chargeId: string;
  mandateId: string;
  /** Atomic units. */
  amount: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  txSignature: string | null;
  reason: string | null;
}

/** What a refund shows of its mandate. */
export type RefundedPurchase = Omit<Bought, 'description'>;

/** A refund as the API shows it, with its transaction (base64) while it awaits the payee's signature, else null. */
export function presentRefund(row: ShownRefund, bought: RefundedPurchase, transaction: string | null) {
  return {
    object: 'refund' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    chargeId: row.chargeId,
    mandateId: row.mandateId,
    amount: row.amount.toString(),
    status: row.status,
    txSignature: row.txSignature,
    reason: row.reason,
    failure: presentFailure(row),
    ...presentBought(bought),
    ...presentForMerchant(bought),
    ...(transaction === null ? {} : { transaction }),
  };
}
