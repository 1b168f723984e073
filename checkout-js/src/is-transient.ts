import { CheckoutError } from './errors.ts';

/** Whether the same request may succeed later: nothing was decided. */
export function isTransient(error: unknown): error is CheckoutError {
  if (!(error instanceof CheckoutError)) return false;
  return (
    error.code === 'connection_failed' ||
    error.status === 429 ||
    (error.status !== null && error.status >= 500)
  );
}
