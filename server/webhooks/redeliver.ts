import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { getDelivery, lockDelivery, reopenDelivery } from './delivery-queries.ts';
import { decideRedelivery } from '../../rules/webhooks/machine.ts';
import { presentDelivery } from '../../rules/webhooks/present-delivery.ts';
import { wakeNow } from './wake.ts';

/**
 * Makes a delivery again at once, whatever its status, and restarts its retry schedule. It is the same event
 * with the same bytes, signed again, and attempts keep being counted. Throws resource_missing.
 */
export async function redeliver(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  tenant: Tenant,
  id: string,
  idempotency: IdempotencyClaim | null,
): Promise<components['schemas']['WebhookDelivery']> {
  return db.begin(async (tx) => {
    const { endpointId } = await getDelivery(tx, tenant, id);
    const current = await lockDelivery(tx, id);
    await reopenDelivery(tx, id, decideRedelivery(current, clock.seconds()));
    const body = presentDelivery(await getDelivery(tx, tenant, id));
    await wakeNow(tx, [endpointId]);
    await idempotency?.complete(tx, { status: 200, body });
    return body;
  });
}
