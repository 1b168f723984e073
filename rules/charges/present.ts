import { type AccountFailureCode, type FailureColumns, presentFailure } from '../failures.ts';
import { type Authorized, authorizedUntilOf } from '../mandates/present.ts';
import { type Bought, presentBought, presentForMerchant, presentPurchase } from '../mandates/bought.ts';
import { receiptNumberInWords } from '../receipts/receipt-number.ts';
import type { ChargeStatus } from './machine.ts';

/** What the API shows of a charge's row. Amounts in atomic units, times in the merchant's Unix seconds. */
export interface ShownCharge extends FailureColumns<AccountFailureCode> {
  id: string;
  livemode: boolean;
  createdAt: number;
  mandateId: string;
  periodIndex: number;
  amount: bigint;
  dueAt: number;
  status: ChargeStatus;
  attempts: number;
  txSignature: string | null;
  /** Null until it has succeeded. */
  settledAt: number | null;
  refunded: bigint;
  nextAttemptAt: number | null;
  receiptNumber: number | null;
  version: number;
}

/** What a charge shows of its mandate. */
export interface ChargedMandate extends Authorized, Omit<Bought, 'description'> {
  payer: string;
  payee: string;
  mint: string;
  /** Null while it has not ended. */
  endedAt: number | null;
}

/** A charge as the API shows it to its merchant. */
export function presentCharge(row: ShownCharge, mandate: ChargedMandate) {
  return { ...presentFacts(row, mandate), ...presentBought(mandate), ...presentForMerchant(mandate) };
}

/** The same with the address of its receipt, which events do not carry. */
export function presentChargeWithReceipt(
  row: ShownCharge,
  mandate: ChargedMandate,
  receiptUrl: string | null,
) {
  return { ...presentCharge(row, mandate), receiptUrl };
}

/** A charge as its payer sees it. */
export function presentChargeForPayer(row: ShownCharge, mandate: ChargedMandate, receiptUrl: string | null) {
  const { description: _, ...bought } = presentPurchase({ ...mandate, description: null });
  return { ...presentFacts(row, mandate), ...bought, receiptUrl };
}

/**
 * Payer, payee, mint and authorizedUntil are its mandate's. A mandate that has ended collects nothing more, so that what was still
 * planned has no next attempt.
 */
function presentFacts(row: ShownCharge, mandate: ChargedMandate) {
  return {
    object: 'charge' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    mandateId: row.mandateId,
    periodIndex: row.periodIndex,
    amount: row.amount.toString(),
    dueAt: row.dueAt,
    status: row.status,
    attempts: row.attempts,
    txSignature: row.txSignature,
    paidAt: row.settledAt,
    refundedAmount: row.refunded.toString(),
    payer: mandate.payer,
    payee: mandate.payee,
    mint: mandate.mint,
    authorizedUntil: authorizedUntilOf(mandate),
    failure: presentFailure(row),
    nextAttemptAt: mandate.endedAt === null ? row.nextAttemptAt : null,
    receiptNumber: receiptNumberInWords(row),
    version: row.version,
  };
}
