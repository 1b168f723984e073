import type { CheckoutView } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';

/** 150 blocks take 60 to 90 s. After this, a sent transaction that is not on chain has expired. */
export const SENT_LIFE_MS = 150_000;

/**
 * States in which the first charge's attempts have failed so far; with a trial it is not due before the payer
 * has what they came for.
 */
const FAILED: ReadonlySet<string> = new Set(['retrying', 'abandoned', 'skipped']);

/** What a view means to whoever waits: an outcome, or null while it is undecided. */
export type Outcome = { status: 'settled' | 'expired' } | { status: 'failed'; error: CheckoutError };

/** Whether the first charge has an outcome or the mandate has ended; with a trial, whether it is active. */
export function isDecided(view: CheckoutView): boolean {
  if (view.status !== 'active') return view.status !== 'pending';
  if (view.trialSeconds > 0) return true;
  return (
    view.firstCharge !== null &&
    view.firstCharge.status !== 'scheduled' &&
    view.firstCharge.status !== 'processing'
  );
}

/** The outcome in a view read `sentForMs` milliseconds after sending; null while undecided. */
export function outcomeOf(view: CheckoutView, sentForMs: number): Outcome | null {
  const { status, firstCharge } = view;
  if (status === 'pending') {
    if (sentForMs < SENT_LIFE_MS) return null;
    const message = 'What was sent did not reach the chain in time. Nothing was paid; try again.';
    return { status: 'failed', error: new CheckoutError('blockhash_expired', message) };
  }
  if (status === 'expired') return { status };
  if (status === 'revoked') return { status: 'failed', error: endedError(view) };
  if (!isDecided(view)) return null;
  if (!firstCharge || !FAILED.has(firstCharge.status)) return { status: 'settled' };
  const message =
    firstCharge.status === 'retrying'
      ? 'The mandate is active, but its first payment did not succeed. It is tried again by itself.'
      : 'The mandate is active, but its first payment did not succeed.';
  return { status: 'failed', error: new CheckoutError('charge_failed', message) };
}

/** The error for a mandate that is no longer pending and cannot be authorized. */
export function endedError({ status }: CheckoutView): CheckoutError {
  return new CheckoutError(
    'mandate_not_pending',
    `This mandate is ${status} and cannot be authorized any more.`,
  );
}
