import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { lockMandate } from '../mandates/queries.ts';
import { type Moment, readMoment } from '../merchants/moment.ts';
import type { LockedCharge } from '../charges/close-charge.ts';
import { type ChargeRow, lockCharge } from '../charges/queries.ts';

/**
 * Runs `change` with mandate and charge locked, unless the holder of `leaseToken` no longer holds the charge.
 */
export async function withLease(
  { db, clock }: Deployment,
  { id, mandateId }: ChargeRow,
  leaseToken: string,
  change: (tx: Tx, locked: LockedCharge, moment: Moment) => Promise<void>,
): Promise<void> {
  await db.begin(async (tx) => {
    const mandate = await lockMandate(tx, mandateId);
    const charge = await lockCharge(tx, id);
    if (charge.status !== 'processing' || charge.leaseToken !== leaseToken) return;
    await change(tx, { mandate, charge }, await readMoment(tx, mandate, clock));
  });
}
