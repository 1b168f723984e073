import type { Signature } from '@solana/kit';
import { ask, type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Clock } from '../lib/clock.ts';

/** A slot is 400 ms, and a localnet finalizes four slots later. */
const POLL_MS = 100;
/** Ten seconds in total: many times what a localnet needs. */
const MAX_POLLS = 100;

/** Waits until reads at the chain's commitment satisfy `isThere`. Throws ChainUnavailableError after 10 s. */
export async function awaitOnChain(clock: Clock, isThere: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await isThere()) return;
    await clock.sleep(POLL_MS);
  }
  throw new ChainUnavailableError('The localnet did not confirm its own transaction within 10 s.');
}

/** Waits until transactions that the localnet ran are visible at the chain's commitment. */
export async function awaitLanded(chain: Chain, signatures: readonly Signature[]): Promise<void> {
  await awaitOnChain(chain.clock, async () => {
    const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses(signatures));
    return value.every(
      (status) =>
        status?.confirmationStatus === 'finalized' || status?.confirmationStatus === chain.commitment,
    );
  });
}
