import type { ChargeFailureCode } from '@autopay/sdk';

/** The contract's reasons, for the payer. */
export const FAILURES: { readonly [code: string]: string } = {
  insufficient_funds: 'Your wallet held too little.',
  allowance_short: 'What you approved did not cover it. Top up.',
  allowance_gone: 'Your approval was taken back.',
  payer_account_missing: 'Your wallet has no account for this token any more.',
  payer_account_invalid: 'Your wallet’s account for this token cannot be used.',
  payer_account_frozen: 'The token’s issuer has frozen your account.',
  payee_account_missing: 'The merchant cannot receive this token at the moment. You need not do anything.',
  payee_account_invalid: 'The merchant cannot receive this token at the moment. You need not do anything.',
  payee_account_frozen: 'The token’s issuer has frozen the merchant’s account. You need not do anything.',
  account_frozen: 'The token’s issuer has frozen your account or the merchant’s.',
  account_invalid: 'Your account for this token or the merchant’s is gone or cannot be used.',
  mint_paused: 'The token’s issuer has paused all payments in it.',
  mint_refused: 'The token does not move exact amounts any more, so nothing is charged in it.',
} satisfies Record<ChargeFailureCode, string>;
