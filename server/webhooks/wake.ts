import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { enqueue, enqueueMany, type JobSpec } from '../jobs/enqueue.ts';
import { listEndpointsDue } from './queries.ts';

/**
 * Wakes the dispatcher for endpoints that just got deliveries. Deliberately without a job key: two
 * transactions that add a job with one key wait for each other, and these are the ones that record a
 * merchant's charges.
 */
export async function wakeNow(db: Db, endpointIds: readonly string[]): Promise<void> {
  await enqueueMany(db, wakeUps(endpointIds));
}

/** The jobs that `wakeNow` adds. */
export function wakeUps(endpointIds: readonly string[]): JobSpec[] {
  return endpointIds.map((endpointId) => ({ task: 'webhooks:deliver', payload: { endpointId } }));
}

/** Wakes the dispatcher when a retry is due. One job serves all retries of an endpoint in that second. */
export async function wakeAt(db: Db, endpointId: string, runAt: number): Promise<void> {
  const jobKey = `webhooks:deliver/${endpointId}/${runAt}`;
  await enqueue(db, 'webhooks:deliver', { endpointId }, { runAt, jobKey });
}

/**
 * Wakes the dispatcher for due deliveries that nobody works on: a process was killed, or a wake-up was lost.
 * Returns the number of endpoints.
 */
export async function sweepDeliveries({ db, clock }: Pick<Deployment, 'db' | 'clock'>): Promise<number> {
  const endpointIds = await listEndpointsDue(db, clock.seconds());
  await enqueueMany(
    db,
    endpointIds.map((endpointId) => ({
      task: 'webhooks:deliver',
      payload: { endpointId },
      jobKey: `webhooks:deliver/${endpointId}/sweep`,
    })),
  );
  return endpointIds.length;
}
