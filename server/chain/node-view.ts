import type { Address, Signature, TransactionError } from '@solana/kit';
import { chunksOf } from '../lib/chunks.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { listLandedByReference, type LandedMovement, type Movement } from './find-landed.ts';
import { readTransaction } from './read-transaction.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError, type Commitment } from './rpc.ts';
import { readTransfers } from './transfer.ts';

/** A signed attempt whose outcome is unknown. Everything about it was committed before it was sent. */
export interface AttemptToResolve {
  id: string;
  signature: Signature;
  wire: Uint8Array;
  lastValidBlockHeight: bigint;
  blockHeightAtSigning: bigint;
  slotAtSigning: bigint;
  reference: Address;
}

/**
 * What one node reports about an attempt. `absent` only if every condition that proves an expiry holds on
 * that node.
 */
export type NodeView =
  | {
      kind: 'seen';
      slot: bigint;
      /** The newest slot of the node at that moment. */
      asOf: bigint;
      reached: Commitment | 'processed';
      error: TransactionError | null;
    }
  | { kind: 'superseded'; by: LandedMovement[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; alarm: Alarm | null };

/** Why an attempt that should have expired cannot be declared expired yet; the operator needs to know. */
export type Alarm =
  | 'node_lagging'
  | 'node_pruned'
  | 'reference_unreadable'
  | 'attempt_unreadable'
  | 'nodes_unavailable'
  | 'nodes_disagree';

/** The limit of `getSignatureStatuses`. */
const STATUSES_PER_CALL = 256;
/** Several times the response time of a slow public node. */
const WITNESS_MS = 3_000;
/** After an outage thousands may have expired together; this bounds the simultaneous requests to a node. */
const PARALLEL_SEARCHES = 8;
/** A blockhash lives for 150 blocks, whichever last height a node gave. */
const BLOCKHASH_BLOCKS = 150n;
/**
 * Extra blocks, about a minute, before a missing transaction may be declared expired; fewer where no fork can
 * happen.
 */
const MARGIN_BLOCKS = { cluster: 150n, localnet: 32n };

/** Nodes keep the statuses of the last 300 slots at hand, whatever their history. */
const RECENT_SLOTS = 150n;

/**
 * What `node` reports about each attempt. One that is missing and so young that its blockhash must still be alive may still land, which
 * needs no proof; about the others `proveMissing` asks. Throws `ChainUnavailableError`.
 */
export async function viewFromNode(
  chain: Chain,
  node: ChainNode,
  attempts: readonly AttemptToResolve[],
): Promise<Map<string, NodeView>> {
  const views = new Map<string, NodeView>();
  const old: AttemptToResolve[] = [];
  await forEachStatus(chain, node, attempts, { ofHistory: false }, (attempt, status, slot) => {
    if (status) views.set(attempt.id, seenView(status, slot));
    else if (slot < attempt.slotAtSigning + RECENT_SLOTS) views.set(attempt.id, MAY_LAND);
    else old.push(attempt);
  });
  if (old.length > 0) await proveMissing(chain, node, old, views);
  return views;
}

/**
 * The order of the requests is the proof: first how far the chain is finalized, then whether a node that is at least that far knows the
 * signature, then whether its history reaches back to the signing, and last whether another transfer with the reference moved the money.
 */
async function proveMissing(
  chain: Chain,
  node: ChainNode,
  attempts: readonly AttemptToResolve[],
  views: Map<string, NodeView>,
): Promise<void> {
  const finalized = await readFinalized(chain, node);
  const missing: AttemptToResolve[] = [];
  await forEachStatus(chain, node, attempts, { ofHistory: true }, (attempt, status, slot) => {
    if (status) views.set(attempt.id, seenView(status, slot));
    else if (finalized.blockHeight <= lastPossibleHeight(chain, attempt)) views.set(attempt.id, MAY_LAND);
    else if (slot < finalized.absoluteSlot) views.set(attempt.id, { kind: 'unknown', alarm: 'node_lagging' });
    else missing.push(attempt);
  });
  if (missing.length === 0) return;
  // Read after the statuses: history that is still there now was there during the search.
  const firstBlock = await askNode(chain, node, (rpc) => rpc.getFirstAvailableBlock());
  await mapInLanes(missing, PARALLEL_SEARCHES, async (attempt) => {
    const pruned = firstBlock > attempt.slotAtSigning;
    const view = pruned
      ? { kind: 'unknown' as const, alarm: 'node_pruned' as const }
      : await viewByReference(chain, node, attempt, finalized.absoluteSlot);
    views.set(attempt.id, view);
  });
}

const MAY_LAND: NodeView = { kind: 'unknown', alarm: null };

/** Calls `see` with the status of each attempt's transaction, null if the node does not know it, and the slot of the node. */
async function forEachStatus(
  chain: Chain,
  node: ChainNode,
  attempts: readonly AttemptToResolve[],
  options: { ofHistory: boolean },
  see: (attempt: AttemptToResolve, status: Status | null, slot: bigint) => void,
): Promise<void> {
  const bySignature = Map.groupBy(attempts, ({ signature }) => signature);
  for (const signatures of chunksOf([...bySignature.keys()], STATUSES_PER_CALL)) {
    const { slot, statuses } = await readStatuses(chain, node, signatures, options);
    for (const [index, signature] of signatures.entries())
      for (const attempt of bySignature.get(signature)!) see(attempt, statuses[index] ?? null, slot);
  }
}

/** Without the history a healthy node needs no lookup: a slower one hangs, and must not use up the time of the others. */
async function readStatuses(
  chain: Chain,
  node: ChainNode,
  signatures: readonly Signature[],
  { ofHistory }: { ofHistory: boolean },
) {
  const options = ofHistory || chain.nodes.length < 2 ? {} : { deadlineMs: WITNESS_MS };
  const { context, value } = await askNode(
    chain,
    node,
    (rpc) => rpc.getSignatureStatuses(signatures, { searchTransactionHistory: ofHistory }),
    options,
  );
  return { slot: context.slot, statuses: value };
}

type Status = NonNullable<Awaited<ReturnType<typeof readStatuses>>['statuses'][number]>;

function seenView(status: Status, asOf: bigint): NodeView {
  const reached = status.confirmationStatus ?? (status.confirmations === null ? 'finalized' : 'processed');
  return { kind: 'seen', slot: status.slot, asOf, reached, error: status.err };
}

/**
 * How far the chain is finalized; a witness reports this first. A healthy node knows it without a lookup: a
 * slower one hangs, and must not use up the time of the others' attempts. Throws `ChainUnavailableError`.
 */
export function readFinalized(chain: Chain, node: ChainNode) {
  const options = chain.nodes.length > 1 ? { deadlineMs: WITNESS_MS } : {};
  return askNode(chain, node, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }), options);
}

/** The last check: did this or another transaction with the reference move the attempt's money? */
async function viewByReference(
  chain: Chain,
  node: ChainNode,
  attempt: AttemptToResolve,
  minContextSlot: bigint,
): Promise<NodeView> {
  const movement = movementOf(attempt);
  // A corrupt row must not keep the others from being resolved.
  if (movement === null) return { kind: 'unknown', alarm: 'attempt_unreadable' };
  try {
    const landed = await listLandedByReference(chain, attempt.reference, movement, {
      node,
      minContextSlot,
    });
    if (landed.length === 0) return { kind: 'absent' };
    const own = landed.find(({ signature }) => signature === attempt.signature);
    if (own === undefined) return { kind: 'superseded', by: landed };
    return { kind: 'seen', slot: own.slot, asOf: minContextSlot, reached: chain.commitment, error: null };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return { kind: 'unknown', alarm: 'reference_unreadable' };
    throw error;
  }
}

/** The transfer in the attempt's own bytes; null if they cannot be read, which is a bug. */
export function movementOf({
  wire,
  reference,
}: Pick<AttemptToResolve, 'wire' | 'reference'>): Movement | null {
  const read = readTransaction(wire);
  const [transfer] = read ? readTransfers(read, reference) : [];
  return transfer ?? null;
}

/** The finalized block height up to which a transaction may still turn out to have landed. */
export function lastPossibleHeight(
  chain: Chain,
  attempt: Pick<AttemptToResolve, 'lastValidBlockHeight' | 'blockHeightAtSigning'>,
): bigint {
  const counted = attempt.blockHeightAtSigning + BLOCKHASH_BLOCKS;
  const last = attempt.lastValidBlockHeight > counted ? attempt.lastValidBlockHeight : counted;
  return last + (chain.isLocalnet ? MARGIN_BLOCKS.localnet : MARGIN_BLOCKS.cluster);
}

/**
 * How many nodes must report that a transaction is gone: two if there are several, since one may have lost
 * its history.
 */
export function witnessesNeeded(chain: Chain): number {
  return Math.min(2, chain.nodes.length);
}
