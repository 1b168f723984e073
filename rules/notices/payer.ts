import type { AccountFailureCode } from '../failures.ts';
import type { EndedBy } from '../mandates/machine.ts';

/** What every notice of a payment is about. Amounts are decimal strings of atomic units; times are Unix seconds of the merchant. */
interface Payment {
  /** What the merchant calls it; null where it has no name. */
  product: string | null;
  token: { decimals: number; symbol: string };
  /** The subscription among the payments of the payer's wallet. */
  url: string;
}

/** Asks whether the address is the reader's: nothing else is sent to it before. */
export interface PayerConfirm {
  kind: 'payer_confirm';
  url: string;
}

export interface PayerReceipt extends Payment {
  kind: 'payer_receipt';
  amount: string;
  paidAt: number;
  receiptUrl: string;
  nextDueAt: number | null;
}

export interface PayerUpcoming extends Payment {
  kind: 'payer_upcoming';
  amount: string;
  dueAt: number;
}

/** Of these a payer need not do anything: the seller or the token's issuer does. */
export const WAITS: ReadonlySet<AccountFailureCode> = new Set<AccountFailureCode>([
  'payee_account_missing',
  'payee_account_invalid',
  'payee_account_frozen',
  'mint_paused',
]);

export interface PayerFailed extends Payment {
  kind: 'payer_failed';
  /** The wallet that pays. Absent in what was queued before it was told. */
  wallet?: string;
  amount: string;
  cause: AccountFailureCode;
  retryAt: number | null;
}

/** A payment is not tried again, and the subscription goes on. */
export interface PayerGivenUp extends Payment {
  kind: 'payer_given_up';
  /** As of a failed payment. */
  wallet?: string;
  amount: string;
  cause: AccountFailureCode;
  /** Of the payment after it; null if none comes. */
  nextDueAt: number | null;
}

/** The approval runs out; `url` leads to the one signature that renews it. */
export interface PayerAuthorization extends Payment {
  kind: 'payer_authorization';
  remaining: string;
  payments: number;
  until: number;
}

export interface PayerEnded extends Payment {
  kind: 'payer_ended';
  endedBy: EndedBy;
  endedAt: number;
}

export interface PayerRefund extends Payment {
  kind: 'payer_refund';
  amount: string;
  refundedAt: number;
}

/** What payers are told. */
export type PayerNotice =
  | PayerConfirm
  | PayerReceipt
  | PayerUpcoming
  | PayerFailed
  | PayerGivenUp
  | PayerAuthorization
  | PayerEnded
  | PayerRefund;
