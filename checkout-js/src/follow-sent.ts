import { type CheckoutAccess, type CheckoutView, getView, refresh } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';
import { isTransient } from './is-transient.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pause } from './pause.ts';
import type { SentMarker } from './sent-marker.ts';

/** The first look again comes after half a second; one payer stays far below the rate limit. */
const FIRST_INTERVAL_MS = 500;
const INTERVAL_MS = 3_000;
/** Once the outcome has stayed unknown, looking is for a page that was left open. */
const UNKNOWN_INTERVAL_MS = 15_000;

/** Confirmation takes 1 to 2 s, the first charge as long again. What takes longer than this is unknown. */
const SETTLEMENT_MS = 60_000;

/** A wallet that was asked to send, and whose answer the page did not live to see, has sent by then or has not. */
const ASKED_MS = 10_000;

/** What to look for, and whom to tell. */
export interface FollowOptions extends CheckoutAccess {
  view: CheckoutView;
  marker: SentMarker;
  onView(view: CheckoutView): void;
  /** Called when nothing was decided in time; the looking goes on. */
  onUnknown(): void;
  /** Whether anyone still cares, once the outcome is unknown. */
  isWatched(): boolean;
}

/**
 * Looks for what was sent until it is decided. Answers null when nobody watches an unknown outcome any more, and `unsent`
 * when a wallet that was only asked seems not to have sent. Throws CheckoutError for what looking again will not change.
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

/** That nothing was decided in time. */
export function unknownError(): CheckoutError {
  return new CheckoutError(
    'settlement_timeout',
    'No outcome yet. The payment may still settle, so do not pay again; this goes on looking.',
  );
}
