import type { TransactionError } from '@solana/kit';
import type { LandedMovement } from './find-landed.ts';
import { inOrder, isSuspect } from './first-answer.ts';
import {
  type Alarm,
  type AttemptToResolve,
  type NodeView,
  viewFromNode,
  witnessesNeeded,
} from './node-view.ts';
import { type Chain, ChainUnavailableError } from './rpc.ts';

/**
 * The outcome of a signed attempt.
 * - `landed`: it succeeded, at the chain's commitment or above. The money moved.
 * - `failed`: it is on chain with an error, finalized. It moved nothing and never will. With several nodes,
 *   two must agree: trusting one
 *    that lies would lead to another signature.
 * - `superseded`: it can no longer land, and other transfers under the same reference moved the money.
 * - `expired`: it can no longer land. Only this, or `failed`, allows another signature.
 * - `waiting`: none of these is certain yet. With `alarm`, something keeps it from becoming certain; otherwise `slots` says after how
 *    many slots this can change. `isSeen`: it is on chain, and sending it again is of no use.
 */
export type Resolution =
  | { kind: 'landed'; slot: bigint; reached: 'confirmed' | 'finalized' }
  | { kind: 'failed'; slot: bigint; error: TransactionError }
  | { kind: 'superseded'; by: LandedMovement[] }
  | { kind: 'expired' }
  | { kind: 'waiting'; alarm: Alarm | null; isSeen: boolean; slots: bigint };

/**
 * The outcome of each attempt, by id. A missing response decides nothing: an attempt counts as expired only
 * if every condition for that was observed. A node that failed lately is asked last, and only if a second
 * witness is needed. What one node has seen without a final failure needs none. Throws `ChainUnavailableError` if no node responds.
 */
export async function resolveAttempts(
  chain: Chain,
  attempts: readonly AttemptToResolve[],
): Promise<Map<string, Resolution>> {
  const views = new Map<string, NodeView[]>(attempts.map(({ id }) => [id, []]));
  let failure: unknown;
  let answered = 0;
  for (const node of inOrder(chain.clock, chain.nodes)) {
    const mayBeLeftOut = answered > 0 && isSuspect(chain.clock, node);
    const open = attempts.filter(({ id }) => {
      const said = views.get(id)!;
      const isKnown = said.length > 0 && said.every((view) => view.kind === 'seen' && !hasFailed(view));
      return !isSettled(chain, said) && !isKnown && !(mayBeLeftOut && said.every(isUnderWay));
    });
    if (open.length === 0) continue;
    try {
      const seen = await viewFromNode(chain, node, open);
      for (const { id } of open) views.get(id)!.push(seen.get(id)!);
      answered += 1;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      failure = error;
    }
  }
  if (answered === 0 && attempts.length > 0) throw failure;
  return new Map(attempts.map(({ id }) => [id, combine(chain, views.get(id)!)]));
}

/** Whether more nodes could not change the outcome. */
function isSettled(chain: Chain, views: readonly NodeView[]): boolean {
  return views.length > 0 && combine(chain, views).kind !== 'waiting';
}

/** Needs no second witness: it may still land, or is about to reach the commitment. */
function isUnderWay(view: NodeView): boolean {
  return (view.kind === 'seen' && !hasFailed(view)) || (view.kind === 'unknown' && view.alarm === null);
}

function hasFailed(view: NodeView): boolean {
  return view.kind === 'seen' && view.error !== null && view.reached === 'finalized';
}

/** Combines the nodes' reports. Having seen the transaction outweighs any number of nodes that have not. */
function combine(chain: Chain, views: readonly NodeView[]): Resolution {
  const seen = views.filter((view) => view.kind === 'seen');
  for (const { slot, reached, error } of seen) {
    const counts = reached === 'finalized' || (reached === 'confirmed' && chain.commitment === 'confirmed');
    if (error === null && counts) return { kind: 'landed', slot, reached };
  }
  const gone = views.filter((view) => view.kind === 'absent' || view.kind === 'superseded');
  const failed = seen.find(hasFailed);
  if (failed?.error && seen.every(hasFailed)) {
    // A node whose history lost the transaction also proves that it moved nothing.
    if (seen.length + gone.length >= witnessesNeeded(chain))
      return { kind: 'failed', slot: failed.slot, error: failed.error };
    const isOpen = views.some((view) => view.kind === 'unknown');
    return waiting(isOpen ? null : 'nodes_unavailable');
  }
  if (seen.length > 0)
    return { ...waiting(gone.length > 0 ? 'nodes_disagree' : null), ...progressOf(chain, seen) };
  if (gone.length >= witnessesNeeded(chain)) {
    return gone.find((view) => view.kind === 'superseded') ?? { kind: 'expired' };
  }
  const alarm = views.find((view) => view.kind === 'unknown' && view.alarm);
  if (alarm?.kind === 'unknown') return waiting(alarm.alarm);
  return waiting(gone.length > 0 ? 'nodes_unavailable' : null);
}

function waiting(alarm: Alarm | null): Extract<Resolution, { kind: 'waiting' }> {
  return { kind: 'waiting', alarm, isSeen: false, slots: 1n };
}

/** A cluster finalizes a block once 31 more are built on it, and a slot that is only processed may still be dropped. */
const FINALITY_SLOTS = 32n;

/** Whether a transaction is on chain for good as far as is known, and when what is missing can be there. */
function progressOf(chain: Chain, seen: readonly Extract<NodeView, { kind: 'seen' }>[]) {
  const [view] = seen.toSorted((a, b) => Number(b.asOf - a.asOf));
  const { slot, asOf, reached, error } = view!;
  if (reached === 'processed') return { isSeen: true, slots: 1n };
  // A failure counts at finalized, whatever the commitment.
  const isFinality = chain.commitment === 'finalized' || error !== null;
  const left = isFinality ? slot + FINALITY_SLOTS - asOf : 1n;
  return { isSeen: true, slots: left > 1n ? left : 1n };
}
