import type { Signature } from '@solana/kit';
import { type Clock, sleep } from '../lib/clock.ts';
import { ask, type Chain } from './rpc.ts';

/** Two blocks make a transaction confirmed; 5 s is several times that. What lands later is found by its reference. */
const CONFIRM_MS = 5_000;
const POLL_MS = 200;

/**
 * Waits at most 5 s for a transaction to be confirmed, or until `signal` aborts. Answers whether it is, and whether it succeeded there;
 * `unknown` says nothing about whether it will land. Throws ChainUnavailableError.
 */
export async function waitUntilConfirmed(
  clock: Clock,
  chain: Chain,
  signature: Signature,
  signal: AbortSignal,
): Promise<'succeeded' | 'failed' | 'unknown'> {
  const deadline = clock.milliseconds() + CONFIRM_MS;
  while (clock.milliseconds() < deadline && !signal.aborted) {
    const outcome = await readOutcome(chain, signature);
    if (outcome !== 'unknown') return outcome;
    await sleep(POLL_MS, signal);
  }
  return 'unknown';
}

/** What a confirmed transaction came to; `unknown` while it is not confirmed. Throws ChainUnavailableError. */
export async function readOutcome(
  chain: Chain,
  signature: Signature,
): Promise<'succeeded' | 'failed' | 'unknown'> {
  const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses([signature]));
  const status = value[0];
  const reached = status?.confirmationStatus;
  if (!status || (reached !== 'confirmed' && reached !== 'finalized')) return 'unknown';
  return status.err === null ? 'succeeded' : 'failed';
}
