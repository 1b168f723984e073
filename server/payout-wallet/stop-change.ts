import type { AuditTrail } from '../audit/trail.ts';
import type { Deployment } from '../deployment.ts';
import { tellOwners } from './tell-owners.ts';
import { clearPendingChange, getMerchant, lockMerchant, type MerchantRow } from '../merchants/queries.ts';

/**
 * Stops a change of the payout wallet that waits. If it takes effect at this moment, one of the two comes first: the merchant that is returned
 * says which.
 */
export function stopChange(
  deployment: Deployment,
  merchantId: string,
  audit: AuditTrail | null,
): Promise<MerchantRow> {
  return deployment.db.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const merchant = await getMerchant(tx, merchantId);
    const { pendingPayoutWallet: next } = merchant;
    if (next === null) return merchant;
    audit?.note({ address: next });
    const told = { present: merchant.payoutWallet!, next, takesEffectAt: merchant.pendingPayoutWalletFrom! };
    await tellOwners(tx, deployment, merchant, { ...told, state: 'stopped' });
    return clearPendingChange(tx, merchantId);
  });
}
