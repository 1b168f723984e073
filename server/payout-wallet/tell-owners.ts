import type { PayoutWalletChange } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';
import { listOwners } from '../memberships/queries.ts';
import type { MerchantRow } from '../merchants/queries.ts';

/** Tells every owner of a merchant by mail, in their language, what becomes of its payout wallet, in the transaction in which it becomes so. */
export async function tellOwners(
  tx: Tx,
  deployment: Deployment,
  { id, name }: Pick<MerchantRow, 'id' | 'name'>,
  change: Pick<PayoutWalletChange, 'state' | 'present' | 'next' | 'takesEffectAt'>,
): Promise<void> {
  if (deployment.mail === null) return;
  const url = `${deployment.publicUrl()}/dashboard/payout-wallet`;
  const notice = { kind: 'payout_wallet_change', merchant: name, url, ...change } as const;
  for (const { email: to, language } of await listOwners(tx, id)) {
    await queueMail(tx, { notice, to, language, sender: null }, deployment);
  }
}
