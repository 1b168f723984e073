import { type CheckoutAccess, type CheckoutView, getView, refresh } from './checkout-api.ts';
import { expectArgument } from './checkout-options.ts';
import { CheckoutError } from './errors.ts';
import { isTransient } from './is-transient.ts';
import { isDecided } from './outcome.ts';
import { pause } from './pause.ts';

/**
 * The first check comes after half a second, later ones at most every 3 s: one payer stays far below the rate
 * limit.
 */
const FIRST_INTERVAL_MS = 500;
const LAST_INTERVAL_MS = 3_000;

/** What to wait for, and how long. */
export interface SettlementOptions extends CheckoutAccess {
  /** Milliseconds to wait. Default 60,000. */
  timeoutMs?: number;
  /** The authorization's signature if the wallet reported it; the service looks there first. */
  signature?: string;
}

/**
 * Waits until the first charge has an outcome or the mandate has ended; with a trial, until the mandate is
 * active. Returns the view: check `status` and `firstCharge`. Throws settlement_timeout, insufficient_funds.
 */
export async function waitForSettlement(options: SettlementOptions): Promise<CheckoutView> {
  const { timeoutMs = 60_000 } = options;
  expectArgument(Number.isFinite(timeoutMs) && timeoutMs >= 0, 'timeoutMs', 'milliseconds, 0 or more');
  const view = await pollUntil(options, isDecided, timeoutMs);
  if (view && isDecided(view)) return view;
  throw new CheckoutError(
    'settlement_timeout',
    'No outcome yet. The payment may still settle; look again later.',
  );
}

/** Polls until `done` or `timeoutMs`; returns the last view that was read, null if none could be read. */
export async function pollUntil(
  options: SettlementOptions,
  done: (view: CheckoutView) => boolean,
  timeoutMs: number,
): Promise<CheckoutView | null> {
  const deadlineAt = performance.now() + timeoutMs;
  let view: CheckoutView | null = null;
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, LAST_INTERVAL_MS)) {
    let waitMs = intervalMs;
    try {
      view =
        view === null || view.status === 'pending'
          ? await refresh(options, options.signature)
          : await getView(options);
      if (done(view)) return view;
    } catch (error) {
      if (!isTransient(error)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000);
    }
    if (performance.now() + waitMs >= deadlineAt) return view;
    await pause(waitMs, options.signal);
  }
}
