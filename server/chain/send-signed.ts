import type { Blockhash, Signature } from '@solana/kit';
import type { Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import { sendWire } from './submit.ts';
import { readOutcome } from './wait-until-confirmed.ts';

/**
 * A wallet takes its blockhash from a node of its own, which may be a few slots of 0.4 s ahead of ours, and
 * may take one that is not confirmed yet: after 2 s ours know it too.
 */
const CATCH_UP_MS = 2_000;

/**
 * Sends what a wallet signed. Returns false if it can no longer land: every node refused it, no node has it
 * on chain, and its blockhash is unknown even after a moment, so it has expired. Nothing was sent then. True
 * does not mean that it lands. Throws ChainUnavailableError.
 */
export async function sendSigned(
  chain: Chain,
  { wire, signature, blockhash }: { wire: Uint8Array; signature: Signature; blockhash: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { accepted } = await sendWire(chain, wire);
  if (accepted || (await isKnown(chain, blockhash))) return true;
  if ((await readOutcome(chain, signature, { searchHistory: true })) !== 'unknown') return true;
  await chain.clock.sleep(CATCH_UP_MS, signal);
  if (!(await isKnown(chain, blockhash))) return false;
  await sendWire(chain, wire);
  return true;
}

/** Whether a transaction with this blockhash can land, as a node sees it that is as recent as any before. */
async function isKnown(chain: Chain, blockhash: string): Promise<boolean> {
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.isBlockhashValid(blockhash as Blockhash, { commitment: 'confirmed', minContextSlot }),
  );
  return value;
}
