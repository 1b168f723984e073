import { ApiError } from '../../rules/api-error.ts';
import { ChainUnavailableError } from './rpc.ts';

/**
 * Runs `work` that precedes any write. If no node responds, the error tells the caller that no `what` was
 * created, so there is none to look for.
 */
export async function beforeCreating<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    throw new ApiError('internal_error', {
      cause: error,
      message: `${error.told} No ${what} was created. Retry with backoff and the same Idempotency-Key.`,
    });
  }
}
