import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { MerchantRow } from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type Changer, changePayoutWallet, type OldWalletProof } from './change.ts';
import { useChallenge } from '../wallet-proof/challenge.ts';

/**
 * Makes the wallet that signed a challenge the payout wallet of both modes, at once or after it has waited, or with `testOnly` of test mode alone. Consuming the challenge and
 * changing the wallet are one transaction. Throws wallet_verification_failed.
 */
export function setByChallenge(
  deployment: Deployment,
  tenant: Tenant,
  {
    testOnly,
    oldWallet,
    ...proof
  }: {
    address: string;
    message: string;
    signature: string;
    testOnly?: boolean | undefined;
    oldWallet?: OldWalletProof | undefined;
  },
  changer: Changer,
  now: number,
): Promise<MerchantRow> {
  return deployment.db.begin(async (tx) => {
    const { merchantId } = tenant;
    const outcome = await useChallenge(tx, { purpose: 'payout', merchantId, ...proof }, now);
    if (!outcome.ok) throw new ApiError('wallet_verification_failed', { message: outcome.reason });
    return changePayoutWallet(
      tx,
      deployment,
      tenant,
      { address: proof.address, testOnly, oldWallet },
      changer,
      now,
    );
  });
}
