import { insertLines } from '../audit/queries.ts';
import type { Deployment } from '../deployment.ts';
import { newId } from '../lib/ids.ts';
import { lockDueChange, type MerchantRow, updatePayoutWallet } from '../merchants/queries.ts';
import type { Tx } from '../db/connect.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * Lets the changes of payout wallets take effect whose 24 hours are over, each in one transaction that locks its merchant: it happens once, whoever
 * does it and however often, and a stop that came first has left nothing to do. A process whose clock is wrong does nothing.
 */
export async function applyDueChanges(deployment: Deployment): Promise<void> {
  const { db, clock } = deployment;
  if (!(await deployment.clockIsRight(null))) return;
  while (await db.begin((tx) => applyNext(tx, deployment, clock.seconds())));
}

async function applyNext(tx: Tx, deployment: Deployment, now: number): Promise<boolean> {
  const merchant = await lockDueChange(tx, now);
  if (merchant === null) return false;
  await updatePayoutWallet(tx, merchant.id, {
    payoutWallet: merchant.pendingPayoutWallet!,
    payoutWalletVerifiedAt: merchant.pendingPayoutWalletProvenAt!,
  });
  await noteChange(tx, merchant, now);
  const told = { present: merchant.payoutWallet!, next: merchant.pendingPayoutWallet!, takesEffectAt: now };
  await tellOwners(tx, deployment, merchant, { ...told, state: 'changed' });
  return true;
}

async function noteChange(tx: Tx, merchant: MerchantRow, now: number): Promise<void> {
  await insertLines(tx, [
    {
      id: newId('auditEntry'),
      merchantId: merchant.id,
      livemode: null,
      actor: { kind: 'service', id: merchant.pendingPayoutWalletBy, name: null, role: null },
      action: 'changePayoutWallet',
      resourceId: merchant.id,
      outcome: 'succeeded',
      errorCode: null,
      changes: { address: merchant.pendingPayoutWallet, previous: merchant.payoutWallet },
      address: null,
      userAgent: null,
      createdAt: now,
    },
  ]);
}
