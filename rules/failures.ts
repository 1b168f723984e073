/** Every reason that lies with an account or the token, in words a merchant can pass on. */
export const ACCOUNT_FAILURES = {
  insufficient_funds: 'The wallet that pays holds less of the token than the amount.',
  allowance_short: "The payer's remaining allowance is smaller than the amount. The payer can top it up.",
  allowance_gone: 'The wallet that pays has revoked the allowance, or given it to another application.',
  payer_account_missing: "The payer's token account does not exist.",
  payer_account_invalid: "The payer's token account does not belong to the payer, or is not of this token.",
  payer_account_frozen: "The payer's token account is frozen by the token's issuer.",
  payee_account_missing: "The payee's token account does not exist. Create it by receiving the token once.",
  payee_account_invalid: "The payee's token account does not belong to the payee, or is not of this token.",
  payee_account_frozen: "The payee's token account is frozen by the token's issuer.",
  account_frozen: "The payer's or the payee's token account is frozen by the token's issuer.",
  account_invalid: "The payer's or the payee's token account is missing or not of this token.",
  mint_paused: "The token's issuer has paused all transfers.",
  mint_refused: 'The token no longer moves the exact amount, so it is not charged in.',
} as const;

export type AccountFailureCode = keyof typeof ACCOUNT_FAILURES;

/**
 * What stops a refund: what stops any transfer, a payee who never signs, other refunds that left too little of the charge, or an error of
 * the chain that lies with no account.
 */
export type RefundFailureCode = AccountFailureCode | 'not_signed' | 'refund_exceeds_charge' | 'chain_refused';

/** Why a charge or refund failed, as rows keep it: the code, and the words for people. Both are null if it did not. */
export interface FailureColumns<Code extends string> {
  failureCode: Code | null;
  failureMessage: string | null;
}

/** The failure in a row as the API shows it, or null. */
export function presentFailure<Code extends string>({
  failureCode: code,
  failureMessage: message,
}: FailureColumns<Code>) {
  return code === null ? null : { code, message: message ?? '' };
}
