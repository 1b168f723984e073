import type { Chain } from './chain.ts';
import { airdrop } from './own-transactions.ts';
import { RpcError } from './rpc-error.ts';
import { describeError } from './svm-errors.ts';
import type { WireTransaction } from './wire.ts';

/**
 * Writes what a transaction would leave if its signers had signed it: it runs with signature checks off, and the programs decide as ever. Its fee
 * payer gets `lamports` first. It has no record in the history, as nobody signed it. Returns the slot of the write. Throws -32002 if it fails.
 */
export function runUnsigned(chain: Chain, tx: WireTransaction, lamports: number): { slot: number } {
  airdrop(chain, tx.message.staticAccounts[0]!, lamports);
  const { outcome, written } = chain.simulate(tx, false);
  if (outcome.err !== null) {
    throw new RpcError(-32002, `Nobody could have signed this: ${describeError(outcome.err)}`, {
      err: outcome.err,
      logs: outcome.logs,
    });
  }
  const keys = chain.accountKeys(tx);
  const writable = new Set(keys.all.filter((_, at) => keys.isWritable(at)));
  const states = [...written].filter(([address]) => writable.has(address));
  return {
    slot: chain.writeAccounts(
      new Map(states.map(([address, state]) => [address, state.lamports === 0n ? null : state])),
    ),
  };
}
