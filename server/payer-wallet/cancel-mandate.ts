import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { getPayersMandate } from '../mandates/payer-queries.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';

/**
 * Ends a payer's mandate like its merchant's revoke: once this has returned, no new transaction is signed for
 * it, whatever the chain says. An ended one stays as it is. Throws resource_missing.
 */
export async function cancelMandate(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  payer: string,
  id: string,
): Promise<MandateRow> {
  await getPayersMandate(db, payer, id);
  return db.begin(async (tx) => {
    const mandate = await lockMandate(tx, id);
    if (mandate.status !== 'pending' && mandate.status !== 'active') return mandate;
    const moment = await readMoment(tx, mandate, clock);
    const { mandate: revoked, event } = await endMandate(tx, mandate, 'revoke', moment.now, 'payer');
    await recordEvents(tx, mandate, [event], moment);
    return revoked;
  });
}
