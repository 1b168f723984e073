import type { Signature } from '@solana/kit';
import type { Clock } from '../lib/clock.ts';
import { ask, type Chain } from './rpc.ts';

/**
 * Two blocks confirm a transaction; 5 s is several times that. One that lands later is found by its
 * reference.
 */
const CONFIRM_MS = 5_000;
const POLL_MS = 200;

/** A node's report about a transaction: `unknown` says nothing about whether it will land. */
export type Outcome = 'succeeded' | 'failed' | 'unknown';

/**
 * Waits at most `timeoutMs`, 5 s by default, for a transaction to be confirmed, or until `signal` aborts.
 * Returns whether it was confirmed, and whether it succeeded. Throws ChainUnavailableError.
 */
export async function waitUntilConfirmed(
  clock: Clock,
  chain: Chain,
  signature: Signature,
  signal: AbortSignal,
  timeoutMs = CONFIRM_MS,
): Promise<Outcome> {
  const deadline = clock.milliseconds() + timeoutMs;
  while (clock.milliseconds() < deadline && !signal.aborted) {
    const outcome = await readOutcome(chain, signature);
    if (outcome !== 'unknown') return outcome;
    await clock.sleep(POLL_MS, signal);
  }
  return 'unknown';
}

/**
 * The outcome of a confirmed transaction; `unknown` while it is not confirmed. Nodes remember signatures for
 * about 2 minutes; `searchHistory` goes further back, which costs them more. Throws ChainUnavailableError.
 */
export async function readOutcome(
  chain: Chain,
  signature: Signature,
  { searchHistory = false }: { searchHistory?: boolean } = {},
): Promise<Outcome> {
  const config = { searchTransactionHistory: searchHistory };
  const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses([signature], config));
  const status = value[0];
  const reached = status?.confirmationStatus;
  if (!status || (reached !== 'confirmed' && reached !== 'finalized')) return 'unknown';
  return status.err === null ? 'succeeded' : 'failed';
}
