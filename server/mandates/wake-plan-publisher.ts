import type { Tx } from '../db/connect.ts';
import { enqueueOnce } from '../jobs/enqueue.ts';

/** Publishes plans as soon as `tx` commits. */
export function wakePlanPublisher(tx: Tx, livemode: boolean): Promise<void> {
  return enqueueOnce(tx, 'plans:publish', { livemode }, { jobKey: `plans/${livemode}` });
}
