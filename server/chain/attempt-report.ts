import type { Signature, TransactionError } from '@solana/kit';
import { type LandedMovement, listLandedByReference } from './find-landed.ts';
import { type AttemptToResolve, lastPossibleHeight, movementOf, readFinalized } from './node-view.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError } from './rpc.ts';

/** What one node knows about an attempt, for a person who must decide its outcome. */
export interface NodeReport {
  node: string;
  /** The attempt's own signature; null if the node does not know it. */
  seen: { slot: bigint; error: TransactionError | null } | null;
  /** Transfers with its reference that move its money, oldest first. */
  byReference: readonly LandedMovement[];
  /** Whether the node's history reaches back to the signing. */
  hasHistory: boolean;
  /** Whether the node is far enough that the attempt can no longer land. */
  isOver: boolean;
}

/** Reads everything one node knows about an attempt. Throws `ChainUnavailableError`. */
export async function reportAttempt(
  chain: Chain,
  node: ChainNode,
  attempt: AttemptToResolve,
): Promise<NodeReport> {
  const movement = movementOf(attempt);
  if (movement === null) throw new Error('Bug: an attempt without its transfer was committed.');
  const finalized = await readFinalized(chain, node);
  const { context, value } = await askNode(chain, node, (rpc) =>
    rpc.getSignatureStatuses([attempt.signature], { searchTransactionHistory: true }),
  );
  if (context.slot < finalized.absoluteSlot)
    throw new ChainUnavailableError(`${node.name} answers from before what it called finalized.`);
  const byReference = await listLandedByReference(chain, attempt.reference, movement, {
    node,
    minContextSlot: finalized.absoluteSlot,
  });
  // Read last: history that is there now was there during the search.
  const firstBlock = await askNode(chain, node, (rpc) => rpc.getFirstAvailableBlock());
  const [status] = value;
  return {
    node: node.name,
    seen: status ? { slot: status.slot, error: status.err } : null,
    byReference,
    hasHistory: firstBlock <= attempt.slotAtSigning,
    isOver: finalized.blockHeight > lastPossibleHeight(chain, attempt),
  };
}

/** A report in one line. */
export function describeReport({ node, seen, byReference, hasHistory }: NodeReport): string {
  const signature =
    seen === null
      ? 'does not know the signature'
      : `says that it ${seen.error === null ? 'landed' : 'failed'} in slot ${seen.slot}`;
  const moved = byReference.map(({ signature: by }): Signature => by);
  const reference =
    moved.length === 0
      ? 'knows no transfer under the reference'
      : `knows ${moved.join(', ')} under the reference`;
  return `${node} ${signature}, ${reference}, and its history ${hasHistory ? 'reaches' : 'does not reach'} back to the signing.`;
}
