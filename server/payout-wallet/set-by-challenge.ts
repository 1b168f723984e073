import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type MerchantRow, updatePayoutWallet } from '../merchants/queries.ts';
import { useChallenge } from '../wallet-proof/challenge.ts';

/**
 * Makes the wallet that signed a challenge the payout wallet of both modes, or with `testOnly` of test mode alone. Consuming the challenge and
 * changing the wallet are one transaction. Throws wallet_verification_failed.
 */
export function setByChallenge(
  { db }: Deployment,
  merchantId: string,
  {
    testOnly = false,
    ...proof
  }: { address: string; message: string; signature: string; testOnly?: boolean | undefined },
  now: number,
): Promise<MerchantRow> {
  return db.begin(async (tx) => {
    const outcome = await useChallenge(tx, { purpose: 'payout', merchantId, ...proof }, now);
    if (!outcome.ok) throw new ApiError('wallet_verification_failed', { message: outcome.reason });
    const change = { payoutWallet: proof.address, payoutWalletVerifiedAt: now, testOnly };
    return updatePayoutWallet(tx, merchantId, change);
  });
}
