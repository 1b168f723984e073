import { type CheckoutAccess, refresh } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';

/**
 * A person has to find the phone, open the wallet and read: rare enough to ask the chain for everyone who
 * does.
 */
const INTERVAL_MS = 3_000;
/** After five minutes the page was likely left open. */
const PATIENCE_MS = 300_000;
const LATE_INTERVAL_MS = 15_000;

/** Callbacks. */
export interface Watching {
  /** The current problem, or null once it has passed. Watching continues. */
  onProblem(problem: CheckoutError | null): void;
  /** The mandate is no longer pending, or can no longer be watched. Called once. */
  onDecided(): void;
}

/**
 * Watches the chain for an authorization made on another device, until there is one. Returns a function that
 * stops it.
 */
export function watchMandate(access: CheckoutAccess, { onProblem, onDecided }: Watching): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    timer = undefined;
    let waitMs = performance.now() - startedAt > PATIENCE_MS ? LATE_INTERVAL_MS : INTERVAL_MS;
    try {
      // Nobody reads a page in the background; it checks again once it is visible.
      if (document.visibilityState === 'visible') {
        const { status } = await refresh({ ...access, signal });
        if (signal.aborted) return;
        if (status !== 'pending') return onDecided();
        onProblem(null);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CheckoutError) || !passes(error)) return onDecided();
      onProblem(error);
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000);
    }
    timer = setTimeout(() => void look(), waitMs);
  };
  const onVisible = () => {
    if (document.visibilityState !== 'visible' || timer === undefined) return;
    clearTimeout(timer);
    void look();
  };
  document.addEventListener('visibilitychange', onVisible);
  void look();
  return () => {
    giveUp.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Whether checking again may give another result: the wallet can be topped up, the service come back. */
function passes({ code, status }: CheckoutError): boolean {
  return code === 'insufficient_funds' || status === null || status === 429 || status >= 500;
}
