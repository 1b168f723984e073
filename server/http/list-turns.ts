import { ApiError } from '../errors/api-error.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import type { Auth } from './context.ts';
import type { Operation } from './handler.ts';

/** A page of a list takes some ten times what other reads take: two keep a processor busy while Postgres works on the next. */
const AT_ONCE = 2;
/** Some ten seconds of work, longer than anybody waits. */
const MAX_WAITING = 1_000;

/** Does the work of an operation when it is the turn of whoever asks. */
export type Turns = <T>(operation: Operation, auth: Auth | null, work: () => Promise<T>) => Promise<T>;

/**
 * Merchants take turns at reading lists, so that one who asks for many at once holds up no other. The limit by the minute does not see that: a
 * minute's worth may come in a second. These lists never wait for a chain, so no place is kept for long; all else begins at once. Not by
 * address: behind a proxy that is not named, everybody's is the same. Throws rate_limit_exceeded while too many wait.
 */
export function listTurns(): Turns {
  const queue = new FairQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });
  return async ({ operationId }, auth, work) => {
    if (!operationId.startsWith('list') || auth === null || !('merchantId' in auth)) return work();
    const done = await queue.run([auth.merchantId], work);
    if (done !== null) return done.value;
    throw new ApiError('rate_limit_exceeded', {
      message: 'Too many lists are being read at this moment. Wait a second and retry.',
    });
  };
}
