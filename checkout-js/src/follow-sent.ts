import { type CheckoutAccess, type CheckoutView, getView, refresh } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';
import { isTransient } from './is-transient.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pause } from './pause.ts';
import type { SentMarker } from './sent-marker.ts';

/** The first check comes after half a second; one payer stays far below the rate limit. */
const FIRST_INTERVAL_MS = 500;
const INTERVAL_MS = 3_000;
/** Interval once the outcome is unknown, for a page that was left open. */
const UNKNOWN_INTERVAL_MS = 15_000;

/** Confirmation takes 1 to 2 s, the first charge as long again. After this the outcome counts as unknown. */
const SETTLEMENT_MS = 60_000;

/**
 * A wallet was asked to send, and the page reloaded before it responded: by now it has sent, or never will.
 */
const ASKED_MS = 10_000;

/** What to look for, and whom to notify. */
export interface FollowOptions extends CheckoutAccess {
  view: CheckoutView;
  marker: SentMarker;
  onView(view: CheckoutView): void;
  /** Called when the outcome was not known in time; checking continues. */
  onUnknown(): void;
  /** Whether anyone is still watching, once the outcome is unknown. */
  isWatched(): boolean;
}

/**
 * Polls until the outcome of the sent transaction is known. Returns null when nobody watches an unknown
 * outcome any more, and `unsent` when a wallet that was only asked seems not to have sent. Throws
 * CheckoutError for errors that polling again will not change.
 */
export async function followSent(options: FollowOptions): Promise<Outcome | 'unsent' | null> {
  const { marker, signal } = options;
  let { view } = options;
  let isUnknown = false;
  const startedAt = performance.now();
  for (let intervalMs = FIRST_INTERVAL_MS; ;) {
    let waitMs = intervalMs;
    try {
      view = view.status === 'pending' ? await refresh(options, marker.signature) : await getView(options);
      options.onView(view);
      const outcome = outcomeOf(view, Date.now() - marker.at);
      if (outcome) return outcome;
      if (view.status === 'pending' && !marker.sent && performance.now() - startedAt > ASKED_MS)
        return 'unsent';
    } catch (error) {
      if (!isTransient(error)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000);
    }
    if (!isUnknown && performance.now() - startedAt > SETTLEMENT_MS) {
      isUnknown = true;
      options.onUnknown();
    }
    if (isUnknown && !options.isWatched()) return null;
    await pause(waitMs, signal);
    intervalMs = Math.min(intervalMs * 1.5, isUnknown ? UNKNOWN_INTERVAL_MS : INTERVAL_MS);
  }
}

/** The error for an outcome that was not known in time. */
export function unknownError(): CheckoutError {
  return new CheckoutError(
    'settlement_timeout',
    'No outcome yet. The payment may still settle, so do not pay again; this goes on looking.',
  );
}
