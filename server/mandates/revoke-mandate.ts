import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { endMandate } from './end-mandate.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import { getMandate, lockMandate } from './queries.ts';

/**
 * Stops a mandate's pulls: once this has returned, no new transaction is signed for it. Its open charge is
 * skipped when it falls due; one that was already signed is only observed. Throws resource_missing,
 * already_revoked.
 */
export async function revokeMandate(
  { db, clock }: Deployment,
  tenant: Tenant,
  id: string,
  idempotency: IdempotencyClaim | null,
): Promise<components['schemas']['Mandate']> {
  await getMandate(db, tenant, id);
  return db.begin(async (tx) => {
    const mandate = await lockMandate(tx, id);
    const moment = await readMoment(tx, tenant, clock);
    const { mandate: revoked, event } = await endMandate(tx, mandate, 'revoke', moment.now, 'merchant');
    await recordEvents(tx, tenant, [event], moment);
    const body = presentMandate(revoked);
    await idempotency?.complete(tx, { status: 200, body });
    return body;
  });
}
