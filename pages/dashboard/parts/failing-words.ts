import type { Charge } from '@autopay/sdk';

/** What the payer can do about a payment that failed; or the merchant, or nobody but the token's issuer. */
const CURES: Record<string, string> = {
  insufficient_funds:
    'Ask the payer to send more of the token to the wallet that pays. Nothing needs to be approved again.',
  allowance_short:
    'Ask the payer to sign in at the payers\u2019 portal and approve more payments. More money in the wallet does not help.',
  allowance_gone:
    'The payer has taken the approval back. Ask whether they want to go on: they would have to start a new subscription.',
  payer_account_missing:
    'Ask the payer to send some of the token to the wallet that pays, which opens its account again.',
  payer_account_invalid:
    'Ask the payer to write to the wallet\u2019s support: another key controls the account that pays.',
  payer_account_frozen: 'Only the issuer of the token can lift this. Ask the payer to write to the issuer.',
  payee_account_missing:
    'Send some of the token to your own payout wallet once, which opens its account. The payer need do nothing.',
  payee_account_invalid:
    'Look at your own payout wallet: another key controls its account. The payer need do nothing.',
  payee_account_frozen:
    'Only the issuer of the token can lift this. Write to the issuer: it is your own account.',
  account_frozen:
    'Only the issuer of the token can lift this. Ask the issuer which of the two accounts is frozen.',
  account_invalid:
    'Make sure that both wallets have an account for the token, by sending some of it there once.',
  mint_paused: 'Nobody can pay in this token until its issuer lifts the pause. Nothing is lost meanwhile.',
  mint_refused: 'Offer the payer a new subscription in another token.',
};

/** The cure for a failed payment, in words; a general one where this page does not know the cause. */
export function cureOf({ failure }: Pick<Charge, 'failure'>): string {
  return CURES[failure!.code] ?? 'Ask the payer to look at the subscription in the payers\u2019 portal.';
}
