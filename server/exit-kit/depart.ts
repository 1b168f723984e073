import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import {
  countUnsettled,
  deleteDeparture,
  insertDeparture,
  putAwayCharges,
  type Unsettled,
} from '../merchants/departure-queries.ts';
import { lockMerchant } from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { startRecoveryFrom } from '../recovery/chain-state.ts';

/** Longer than a transaction can land after it was signed, on a chain that is slow, and a worker's lease. */
const PATIENCE_SECONDS = 600;
const AGAIN_MS = 2_000;

/**
 * Stops collecting for a merchant in one mode, and waits until all that was signed before is known to have landed or expired: then a file of it misses nothing.
 * Throws a StartError if that takes more than ten minutes; what was stopped stays so.
 */
export async function depart(
  { db, clock }: { db: Sql; clock: Clock },
  tenant: Tenant,
  { movedTo, onWait }: { movedTo: string | null; onWait: (unsettled: Unsettled) => void },
): Promise<void> {
  await db.begin(async (tx) => {
    await lockMerchant(tx, tenant.merchantId);
    await insertDeparture(tx, tenant, { departedAt: clock.seconds(), movedTo });
  });
  const until = clock.monotonicMs() + PATIENCE_SECONDS * 1000;
  for (;;) {
    await putAwayCharges(db, tenant, clock.seconds());
    const unsettled = await countUnsettled(db, tenant, clock.seconds());
    if (unsettled.attempts + unsettled.charges + unsettled.issued === 0) return;
    if (clock.monotonicMs() > until) {
      throw new StartError(
        `export: ${unsettled.attempts} signatures and ${unsettled.charges} charges are still open after ten minutes. Is a worker of the service running, and does its node respond? Nothing more is signed for the merchant; run this again.`,
      );
    }
    onWait(unsettled);
    await clock.sleep(AGAIN_MS);
  }
}

/** Collects for it here again. Charges that another deployment made meanwhile are found on chain before any is signed. Throws a StartError if it had not departed. */
export async function comeBack({ db, clock }: { db: Sql; clock: Clock }, tenant: Tenant): Promise<void> {
  await db.begin(async (tx) => {
    const departure = await deleteDeparture(tx, tenant);
    if (departure === null)
      throw new StartError(`export: ${tenant.merchantId} has not departed, so it collects here.`);
    await startRecoveryFrom(tx, tenant.livemode, { now: clock.seconds(), ...departure });
  });
}
