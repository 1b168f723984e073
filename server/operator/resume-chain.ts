import type { Signature } from '@solana/kit';
import { askNode, type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { findChainState, resumeChain } from '../recovery/chain-state.ts';

/** The result of trying: `resumed`, or why not, in a sentence for the person who asked. */
export type Resumption = { kind: 'resumed' } | { kind: 'refused'; why: string };

/** `getSignatureStatuses` takes them from the end of the halt's reason. */
const SIGNATURE = /\(([1-9A-HJ-NP-Za-km-z]{64,88})\)/;

/**
 * Lets charges of a mode be signed again after a halt that a person has looked into. `reason` is the halt as that person read it: another one since
 * then is not cleared. First every node must answer, serve this chain, and know the second transfer that the halt names: a node
 * that denies it lied about history once, and would let the next charge be paid twice too.
 */
export async function resumeAfterHalt(
  { db, log }: Pick<Deployment, 'db' | 'log'>,
  chain: Chain,
  { reason, address }: { reason: string; address: string },
): Promise<Resumption> {
  const state = await findChainState(db, chain.livemode);
  if (state === null || state.haltedReason === null) return refused('This chain is not halted.');
  if (state.haltedReason !== reason)
    return refused(
      'The chain was halted for another reason since this page was loaded. Read the new one first.',
    );
  const signature = SIGNATURE.exec(reason)?.[1] ?? null;
  for (const node of chain.nodes) {
    const why = await faultOf(chain, node, signature as Signature | null);
    if (why !== null) return refused(why);
  }
  if (!(await resumeChain(db, chain.livemode, reason)))
    return refused('Somebody else has cleared the halt, or there is a new one. Load the page again.');
  log.warn(
    { mode: chain.mode, reason, address },
    'the platform owner cleared the halt: charges are signed again',
  );
  return { kind: 'resumed' };
}

function refused(why: string): Resumption {
  return { kind: 'refused', why };
}

/** Why this node must not be relied on; null if all is well. */
async function faultOf(
  chain: Chain,
  node: Chain['nodes'][number],
  signature: Signature | null,
): Promise<string | null> {
  try {
    await askNode(chain, node, (rpc) => rpc.getSlot({ commitment: 'finalized' }));
    if (signature === null) return null;
    const { value } = await askNode(chain, node, (rpc) =>
      rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }),
    );
    if (value[0] && value[0].err === null) return null;
    return `The node ${node.name} does not know the transfer ${signature}, or says that it failed. Replace that node before charges go on: it would let the next one be paid twice.`;
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    return `The node ${node.name} does not answer, or serves another chain, so that nothing can be checked. Try again, or remove it from the settings first.`;
  }
}
