import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type MerchantRow, updatePayoutWallet } from '../merchants/queries.ts';
import { useChallenge } from '../wallet-proof/challenge.ts';

/**
 * Makes the wallet that signed a challenge the payout wallet of both modes. Consuming the challenge and
 * changing the wallet are one transaction. Throws wallet_verification_failed.
 */
export function setByChallenge(
  { db }: Deployment,
  merchantId: string,
  proof: { address: string; message: string; signature: string },
  now: number,
): Promise<MerchantRow> {
  return db.begin(async (tx) => {
    const outcome = await useChallenge(tx, { purpose: 'payout', merchantId, ...proof }, now);
    if (!outcome.ok) throw new ApiError('wallet_verification_failed', { message: outcome.reason });
    const change = { payoutWallet: proof.address, payoutWalletVerifiedAt: now };
    return updatePayoutWallet(tx, merchantId, change);
  });
}
