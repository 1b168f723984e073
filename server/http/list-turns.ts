import { ApiError } from '../../rules/api-error.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import type { Auth } from './context.ts';
import type { Operation } from './handler.ts';

/**
 * A page of a list costs about ten times as much as other reads: two keep a processor busy while Postgres
 * works on the next.
 */
const AT_ONCE = 2;
/** About ten seconds of work, longer than anybody waits. */
const MAX_WAITING = 1_000;

/** Runs an operation's work when it is the caller's turn. */
export type Turns = <T>(operation: Operation, auth: Auth | null, work: () => Promise<T>) => Promise<T>;

/**
 * Merchants take turns at reading lists, so that one with many requests at once delays no other. The
 * per-minute limit does not prevent that: a minute's worth may come in a second. Lists never wait for a
 * chain, so no place is held for long; all other operations start at once. Not by address: behind a proxy
 * that is not configured, everybody has the same one. Throws rate_limit_exceeded while too many wait.
 */
export function listTurns(): Turns {
  const queue = new FairQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });
  return async ({ operationId }, auth, work) => {
    if (!isList(operationId) || auth === null || !('merchantId' in auth)) return work();
    const done = await queue.run([auth.merchantId], work);
    if (done !== null) return done.value;
    throw new ApiError('rate_limit_exceeded', {
      message: 'Too many lists are being read at this moment. Wait a second and retry.',
    });
  };
}

/** A statement reads as much as a list does. */
function isList(operationId: string): boolean {
  return operationId.startsWith('list') || operationId === 'getStatement';
}
