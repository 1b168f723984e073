import { type Ending, endingOf } from '../../rules/audit/request.ts';
import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../log.ts';
import type { NewLine } from './queries.ts';
import { type AuditTrail, Trail } from './trail.ts';

/** Something done that is no operation of the contract, such as a form of a page or a command on the server. */
export type Deed = Omit<NewLine, 'id' | 'outcome' | 'errorCode' | 'createdAt'>;

/**
 * Does something with its entry: written before, with its outcome unknown, and completed afterwards. It is not done if the entry cannot be written.
 * Errors propagate. `work` says whether it has changed anything.
 */
export async function withEntry<T>(
  { db, clock, log }: { db: Sql; clock: Pick<Clock, 'seconds'>; log: Logger },
  deed: Deed,
  work: (trail: AuditTrail) => Promise<{ isDone: boolean; result: T }>,
): Promise<T> {
  const now = clock.seconds();
  const line = {
    ...deed,
    id: newId('auditEntry'),
    outcome: 'unknown',
    errorCode: null,
    createdAt: now,
  } as const;
  const trail = new Trail(db, line, { withChange: false });
  const end = async (ending: Ending) => {
    try {
      await trail.end(ending, (actor) => actor);
    } catch (error) {
      log.error({ err: error, action: deed.action }, 'could not note in the audit log how something ended');
    }
  };
  await trail.begin();
  try {
    const { isDone, result } = await work(trail);
    const outcome = isDone ? 'succeeded' : 'refused';
    await end({ outcome, errorCode: null, resourceId: null, merchantId: null });
    return result;
  } catch (error) {
    await end(endingOf(error as Error));
    throw error;
  }
}
