import type { Blockhash } from '@solana/kit';
import { ask, type Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';

/** What a transaction is bound to when signed, and what later proves that it can no longer land. */
export interface RecentBlock {
  blockhash: Blockhash;
  /** The last block height at which the blockhash is valid, as the node reported it. */
  lastValidBlockHeight: bigint;
  /** The block height at that moment, requested separately: expiry does not rest on one number alone. */
  blockHeight: bigint;
  /** The slot of the blockhash. A transaction signed with it cannot land in an earlier slot. */
  slot: bigint;
}

/**
 * Half a second, about one block: hundreds of pulls share one request, and a node gets at most two a second.
 */
const MAX_AGE_MS = 500;

const latest = new WeakMap<Chain, { readAtMs: number; block: Promise<RecentBlock> }>();

/**
 * A blockhash that was the latest confirmed one at most half a second ago. Throws `ChainUnavailableError`.
 */
export function recentBlock(chain: Chain): Promise<RecentBlock> {
  // Monotonic, since this is the age of a cache entry.
  const nowMs = chain.clock.monotonicMs();
  const cached = latest.get(chain);
  if (cached && nowMs - cached.readAtMs <= MAX_AGE_MS) return cached.block;
  const block = readRecentBlock(chain);
  latest.set(chain, { readAtMs: nowMs, block });
  // A failure is not cached: the next caller asks again.
  block.catch(() => latest.delete(chain));
  return block;
}

async function readRecentBlock(chain: Chain): Promise<RecentBlock> {
  const [{ context, value }, epoch] = await Promise.all([
    askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
      rpc.getLatestBlockhash({ commitment: 'confirmed', minContextSlot }),
    ),
    ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'confirmed' })),
  ]);
  return { ...value, blockHeight: epoch.blockHeight, slot: context.slot };
}
