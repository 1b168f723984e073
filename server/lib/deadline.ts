import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

/** The time a caller has left for slow or unresponsive nodes, and its calls in progress. */
interface Patience {
  leftMs: number;
  underWay: number;
  sinceMs: number;
  /** Whether one of them was given up. */
  isFruitless: boolean;
}

/** A node that responds within this time is healthy: a request may call it as often as needed. */
const QUICK_MS = 750;

/**
 * Why waiting ends when there is nothing left to wait for. Without a reason `abort` makes an exception with a stack each time, which
 * takes longer than the rest of a request's bookkeeping.
 */
export const OVER = new Error('it is over');

const patience = new AsyncLocalStorage<Patience>();

/** No request was made: the caller's time for waiting on nodes is used up. */
export class NoTimeLeftError extends Error {
  override name = 'NoTimeLeftError';

  constructor() {
    super('no time is left to ask it');
  }
}

/**
 * Runs `work`, whose calls to nodes may take `ms` in total; parallel calls count once, quick ones not at all.
 */
export function withPatience<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return patience.run({ leftMs: ms, underWay: 0, sinceMs: 0, isFruitless: false }, work);
}

/** Runs work that nobody waits for, or that must finish whoever waits. */
export function withoutPatience<T>(work: () => Promise<T>): Promise<T> {
  return patience.exit(work);
}

/**
 * The result of `send` within `ms`, or less if the caller's remaining time is shorter. When that runs out, or
 * `cancelled` aborts, its signal aborts and this throws.
 */
export async function withinDeadline<T>(
  clock: Clock,
  ms: number,
  send: (signal: AbortSignal) => Promise<T>,
  cancelled?: AbortSignal,
): Promise<T> {
  const waiting = patience.getStore();
  const allowedMs = Math.min(ms, waiting === undefined ? ms : leftOf(waiting, clock));
  if (allowedMs <= 0) throw new NoTimeLeftError();
  const request = new AbortController();
  const timer = new AbortController();
  const cancel = () => request.abort();
  cancelled?.addEventListener('abort', cancel, { once: true });
  if (cancelled?.aborted) cancel();
  if (waiting !== undefined) start(waiting, clock);
  try {
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('it is no longer waited for')), {
        once: true,
      });
    });
    const late = clock.sleep(allowedMs, timer.signal).then(() => {
      throw new Error(`no answer within ${Math.round(allowedMs)} ms`);
    });
    const answer = Promise.resolve().then(() => send(request.signal));
    return await Promise.race([answer, late, aborted]);
  } catch (error) {
    if (waiting !== undefined) waiting.isFruitless = true;
    throw error;
  } finally {
    timer.abort(OVER);
    request.abort(OVER);
    cancelled?.removeEventListener('abort', cancel);
    if (waiting !== undefined) end(waiting, clock);
  }
}

function leftOf({ leftMs, underWay, sinceMs }: Patience, clock: Clock): number {
  return leftMs - (underWay > 0 ? clock.monotonicMs() - sinceMs : 0);
}

function start(waiting: Patience, clock: Clock): void {
  if (waiting.underWay === 0) Object.assign(waiting, { sinceMs: clock.monotonicMs(), isFruitless: false });
  waiting.underWay += 1;
}

function end(waiting: Patience, clock: Clock): void {
  waiting.underWay -= 1;
  if (waiting.underWay > 0) return;
  const tookMs = clock.monotonicMs() - waiting.sinceMs;
  if (tookMs > QUICK_MS || waiting.isFruitless) waiting.leftMs -= tookMs;
}
