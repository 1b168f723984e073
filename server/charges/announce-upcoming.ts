import { stillComesUp } from '../../rules/charges/upcoming.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { listMandatesById, type MandateRow } from '../mandates/queries.ts';
import { readMoments } from '../merchants/moment.ts';
import { type AnnounceScope, claimAnnouncements } from './announce-queries.ts';
import { chargeEvent } from './charge-event.ts';
import type { ChargeRow } from './queries.ts';

/** A transaction's worth: a few milliseconds of locks. */
const BATCH = 100;

/**
 * Records `charge.upcoming` for every charge whose announcement is due. The mark on the charge is cleared in the same transaction, so a
 * process that dies in between announces nothing twice and leaves nothing out. What came too late, or whose mandate has ended, is not
 * announced. Returns how many were.
 */
export async function announceUpcoming(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  scope: AnnounceScope,
): Promise<number> {
  let announced = 0;
  for (;;) {
    const { taken, told } = await db.begin(async (tx) => {
      const charges = await claimAnnouncements(tx, scope, { now: clock.seconds(), take: BATCH });
      return { taken: charges.length, told: await announce(tx, charges, clock) };
    });
    announced += told;
    if (taken < BATCH) return announced;
  }
}

async function announce(tx: Tx, charges: readonly ChargeRow[], clock: Deployment['clock']): Promise<number> {
  if (charges.length === 0) return 0;
  const mandates = new Map(
    (await listMandatesById(tx, [...new Set(charges.map(({ mandateId }) => mandateId))])).map((row) => [
      row.id,
      row,
    ]),
  );
  const momentOf = await readMoments(tx, charges, clock);
  const coming = charges
    .map((charge) => ({ charge, mandate: mandates.get(charge.mandateId)! }))
    .filter(
      ({ charge, mandate }) => mandate.status === 'active' && stillComesUp(charge, momentOf(charge).now),
    );
  for (const ofMerchant of Map.groupBy(coming, ({ charge }) => charge.merchantId).values()) {
    const [{ charge: first }] = ofMerchant as [{ charge: ChargeRow; mandate: MandateRow }];
    const moment = momentOf(first);
    const events = ofMerchant.map(({ charge, mandate }) =>
      chargeEvent('charge.upcoming', charge, mandate, moment.now),
    );
    await recordEvents(tx, first, events, moment);
  }
  return coming.length;
}
