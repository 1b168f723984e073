import type { Signature } from '@solana/kit';
import type { Clock } from '../lib/clock.ts';
import { ask, type Chain } from './rpc.ts';

/** Two blocks make a transaction confirmed; 5 s is several times that. What lands later is found by its reference. */
const CONFIRM_MS = 5_000;
const POLL_MS = 200;

/** What a node says of a transaction: `unknown` says nothing about whether it will land. */
export type Outcome = 'succeeded' | 'failed' | 'unknown';

/**
 * Waits at most `timeoutMs`, 5 s unless given, for a transaction to be confirmed, or until `signal` aborts. Answers whether it is, and whether it succeeded there.
 * Throws ChainUnavailableError.
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
 * What a confirmed transaction came to; `unknown` while it is not confirmed. Nodes remember signatures for some 2 minutes; with
 * `searchHistory` they look further back, which costs them more. Throws ChainUnavailableError.
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
