import type { Signature } from '@solana/kit';
import { readSettled, type SettledTransaction } from '../chain/read-settled.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';

/**
 * A successful transaction, or null if every node answered that it has none: it never landed, or was forgotten. Throws
 * `ChainUnavailableError` if a node did not answer.
 */
export async function readIfThere(chain: Chain, signature: Signature): Promise<SettledTransaction | null> {
  try {
    return await readSettled(chain, signature);
  } catch (error) {
    if (error instanceof ChainUnavailableError && error.cause === undefined) return null;
    throw error;
  }
}
