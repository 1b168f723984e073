import { ApiError } from './api-error.ts';

/**
 * Who is paid where only the wallet that the merchant proved may be: always in live mode, so that a stolen key
 * cannot redirect money, and by default in test mode. Throws no_payout_wallet, parameter_invalid.
 */
export function provenPayee(payoutWallet: string | null, asked: string | undefined): string {
  if (payoutWallet === null) throw new ApiError('no_payout_wallet', { param: 'payee' });
  if (asked !== undefined && asked !== payoutWallet) {
    throw new ApiError('parameter_invalid', {
      param: 'payee',
      message: "In live mode payee must be the merchant's proven payout wallet.",
    });
  }
  return payoutWallet;
}
