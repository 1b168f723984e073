import { ApiError } from '../errors/api-error.ts';
import { ChainUnavailableError } from './rpc.ts';

/**
 * `work` that comes before anything is written. Where no node answers, whoever waits is told that there is no `what`, and need
 * not look for one.
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
