import type { Address, Signature } from '@solana/kit';
import { inOrder } from './first-answer.ts';
import { fromBase64, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError, type Commitment } from './rpc.ts';

/** A successful transaction, as reported by a node that still has it. */
export interface SettledTransaction {
  read: ReadTransaction;
  slot: bigint;
  /** Unix seconds of its block. */
  blockTime: bigint;
  /** The whole transaction's fee. */
  feeLamports: bigint;
  /** The commitment it has reached by now. */
  commitment: Commitment;
  /**
   * How much the token balance of `account` grew in it, in atomic units, and the token's decimals; null if it
   * held none afterwards.
   */
  balanceOf(account: Address): { grownByAtomic: bigint; decimals: number } | null;
}

/**
 * Reads a transaction known to have succeeded, finalized if it is by now. Nodes keep history for different
 * times, so each is asked until one has it. Throws `ChainUnavailableError` if none does.
 */
export async function readSettled(chain: Chain, signature: Signature): Promise<SettledTransaction> {
  let failure: unknown;
  for (const node of inOrder(chain.clock, chain.nodes)) {
    try {
      const found =
        (await readFrom(chain, node, signature, 'finalized')) ??
        (await readFrom(chain, node, signature, 'confirmed'));
      if (found) return found;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      failure = error;
    }
  }
  throw new ChainUnavailableError(`No node shows the transaction ${signature} as successful.`, failure);
}

async function readFrom(
  chain: Chain,
  node: ChainNode,
  signature: Signature,
  commitment: Commitment,
): Promise<SettledTransaction | null> {
  const answer = await askNode(chain, node, (rpc) =>
    rpc.getTransaction(signature, { commitment, encoding: 'base64', maxSupportedTransactionVersion: 1 }),
  );
  if (!answer?.meta || answer.meta.err !== null || answer.blockTime === null) return null;
  const { meta, slot, blockTime, transaction } = answer;
  const read = readTransaction(fromBase64(transaction[0]), meta.loadedAddresses ?? null);
  // The node must have returned the requested transaction: its signature is its identity.
  if (read?.signature !== signature) return null;
  return {
    read,
    slot,
    blockTime,
    feeLamports: meta.fee,
    commitment,
    balanceOf(account) {
      const at = read.accountKeys.indexOf(account);
      const find = (balances: typeof meta.preTokenBalances) =>
        balances?.find((balance) => Number(balance.accountIndex) === at)?.uiTokenAmount;
      const [before, after] = [find(meta.preTokenBalances), find(meta.postTokenBalances)];
      if (!after) return null;
      return {
        grownByAtomic: BigInt(after.amount) - BigInt(before?.amount ?? 0),
        decimals: after.decimals,
      };
    },
  };
}
