import type { Deployment } from '../deployment.ts';
import { type Attempted, type ClaimedDelivery, deliver } from './deliver.ts';
import { findTraceParent } from './queries.ts';

/** `deliver`, recorded as part of the trace in which the webhook, or the charge that it is about, was made. */
export async function deliverTraced(
  deployment: Pick<
    Deployment,
    'db' | 'clock' | 'log' | 'secretKeys' | 'webhookAllow' | 'dnsServers' | 'tracer'
  >,
  delivery: ClaimedDelivery,
  options: Parameters<typeof deliver>[2],
): Promise<Attempted> {
  const { tracer, db, clock, log } = deployment;
  if (tracer === undefined) return deliver(deployment, delivery, options);
  const startMs = clock.milliseconds();
  const attempted = await deliver(deployment, delivery, options);
  const endMs = clock.milliseconds();
  // The webhook does not wait for it.
  findTraceParent(db, delivery.id).then(
    (parent) => {
      if (parent === null) return;
      const { outcome } = attempted;
      tracer.record({
        name: 'webhook',
        kind: 'client',
        parent,
        startMs,
        endMs,
        attributes: {
          'autopay.delivery': delivery.id,
          'autopay.outcome': outcome,
          'server.address': new URL(delivery.url).host,
        },
        error: outcome === 'failed' || outcome === 'refused' ? outcome : null,
      });
    },
    (error: unknown) => log.debug({ err: error }, 'a webhook could not be traced'),
  );
  return attempted;
}
