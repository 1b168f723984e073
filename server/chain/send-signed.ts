import type { Blockhash, Signature } from '@solana/kit';
import { ask, type Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import { sendWire } from './submit.ts';

/**
 * A wallet takes its blockhash from a node of its own, which may be a few slots of 0.4 s ahead of ours, and
 * may take one that is not confirmed yet: after 2 s ours know it too.
 */
export const CATCH_UP_MS = 2_000;

/** What became of signed bytes: `sent`, which does not mean that they land; or that they cannot, and why, in words. */
export type Sent = { kind: 'sent' } | { kind: 'in_vain'; reason: string };

const SENT: Sent = { kind: 'sent' };
const EXPIRED: Sent = { kind: 'in_vain', reason: 'It did not land, and its blockhash has expired.' };

/**
 * Sends what a wallet signed. In vain are bytes that no node has, and whose blockhash is unknown even after a moment, so that it has
 * expired; and those that every node sees fail, even after a moment. Throws ChainUnavailableError.
 */
export async function sendSigned(
  chain: Chain,
  { wire, signature, blockhash }: { wire: Uint8Array; signature: Signature; blockhash: string },
  signal: AbortSignal,
): Promise<Sent> {
  const first = await sendWire(chain, wire);
  if (first.accepted) return SENT;
  if (!first.isRefused && (await readLife(chain, blockhash)).isAlive) return SENT;
  await chain.clock.sleep(CATCH_UP_MS, signal);
  const { isAlive, slot } = await readLife(chain, blockhash);
  if (!isAlive) return (await mayBeOnChain(chain, signature, slot)) ? SENT : EXPIRED;
  const again = await sendWire(chain, wire);
  const isRefused = first.isRefused && !again.accepted && again.isRefused;
  // An earlier copy, whose reply was lost, is refused for being there already.
  if (!isRefused || (await mayBeOnChain(chain, signature, slot))) return SENT;
  return { kind: 'in_vain', reason: `No node takes it, so nothing was sent: ${again.error}.` };
}

/** Whether signed bytes can still land or may have landed, as far as the freshest node knows. Throws ChainUnavailableError. */
export async function mayLand(
  chain: Chain,
  { signature, blockhash }: { signature: Signature; blockhash: string },
): Promise<boolean> {
  const { isAlive, slot } = await readLife(chain, blockhash);
  return isAlive || mayBeOnChain(chain, signature, slot);
}

/** Whether a transaction with this blockhash can still land. `slot` is that of the node which says so, as recent as any seen before. */
async function readLife(chain: Chain, blockhash: string): Promise<{ isAlive: boolean; slot: bigint }> {
  const { value, context } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.isBlockhashValid(blockhash as Blockhash, { commitment: 'confirmed', minContextSlot }),
  );
  return { isAlive: value, slot: context.slot };
}

/**
 * Whether a node has a transaction, confirmed or not, or has not seen `slot`, at which its blockhash had expired.
 * Asked last: a node that refused the bytes, or whose reply was lost, may have let them land before that, and
 * a payer who signs again would pay twice. (The slot of statuses is a processed one, so it is not noted as confirmed.)
 */
async function mayBeOnChain(chain: Chain, signature: Signature, slot: bigint): Promise<boolean> {
  const { value, context } = await ask(chain, (rpc) =>
    rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }),
  );
  return value[0] !== null || context.slot < slot;
}
