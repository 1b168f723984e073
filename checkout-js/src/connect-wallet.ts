import type { CheckoutView } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';
import { featureOf, type StandardAccount, type StandardWallet } from './standard-wallet.ts';
import { askWallet } from './wallet.ts';
import { payerAccountOf } from './wallet-choice.ts';

/**
 * The payer's account in the wallet. The wallet asks the person if it does not already show the account to
 * this page. Throws user_rejected, wallet_timeout, wallet_error, wrong_payer, or the signal's reason.
 */
export async function connectWallet(
  wallet: StandardWallet,
  view: CheckoutView,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<StandardAccount> {
  const shown = payerAccountOf(wallet.accounts, view);
  const feature = featureOf(wallet, 'standard:connect');
  if (shown || !feature) return expectPayer(shown, wallet, view);
  const { accounts } = await askWallet(() => feature.connect(), timeoutMs, signal);
  return expectPayer(payerAccountOf(accounts, view), wallet, view);
}

function expectPayer(
  account: StandardAccount | undefined,
  { name }: StandardWallet,
  { payer }: CheckoutView,
): StandardAccount {
  if (account) return account;
  throw new CheckoutError('wrong_payer', `This must be paid from ${payer}. Choose that account in ${name}.`);
}
