import { mapInLanes } from '../lib/lanes.ts';
import { inOrder } from './first-answer.ts';
import { readFinalized, witnessesNeeded } from './node-view.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError } from './rpc.ts';

/** Something that may be on chain, and the bounds within which it can have landed. */
export interface Sought<T> {
  /**
   * Every occurrence that `node` knows at or after that slot. Throws `ChainUnavailableError` if it cannot
   * tell.
   */
  find(at: { node: ChainNode; minContextSlot: bigint }): Promise<T[]>;
  /** It cannot be in an earlier slot: a node's history must reach back this far. */
  fromSlot: bigint;
  /** It cannot land above this block height. */
  lastHeight: bigint;
}

/**
 * `absent` only if every condition that proves it holds, on as many nodes as required. `open`: neither is
 * certain.
 */
export type Sighting<T> =
  | { kind: 'found'; found: T[] }
  | { kind: 'absent' }
  /**
   * `failure`: why no node could tell; null if one could, but it may still land or its absence is unproven.
   */
  | { kind: 'open'; failure: ChainUnavailableError | null };

/** Public nodes reject more than a few simultaneous requests from one address. */
const PARALLEL_SEARCHES = 8;

/**
 * Looks for many things at once, with one request for the height and one for the age of the history per node.
 * One node that found something outweighs any number that did not. Throws `ChainUnavailableError` if no node
 * responds.
 */
export async function lookFor<T>(chain: Chain, sought: readonly Sought<T>[]): Promise<Sighting<T>[]> {
  const views: Sighting<T>[][] = sought.map(() => []);
  let failure: unknown = null;
  for (const node of inOrder(chain.clock, chain.nodes)) {
    const open = views.flatMap((seen, at) => (seen.some(({ kind }) => kind === 'found') ? [] : [at]));
    if (open.length === 0) break;
    try {
      const answers = await lookAt(
        chain,
        node,
        open.map((at) => sought[at]!),
      );
      for (const [index, at] of open.entries()) views[at]!.push(answers[index]!);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      failure = error;
    }
  }
  if (sought.length > 0 && views.every((seen) => seen.length === 0)) throw failure;
  return views.map((seen) => combine(chain, seen));
}

function combine<T>(chain: Chain, views: readonly Sighting<T>[]): Sighting<T> {
  const found = views.find(({ kind }) => kind === 'found');
  if (found !== undefined) return found;
  if (views.filter(({ kind }) => kind === 'absent').length >= witnessesNeeded(chain))
    return { kind: 'absent' };
  const failed = views.find((view) => view.kind === 'open' && view.failure !== null);
  const answered = views.some(
    (view) => view.kind === 'absent' || (view.kind === 'open' && view.failure === null),
  );
  return !answered && failed !== undefined ? failed : { kind: 'open', failure: null };
}

/**
 * What one node knows. The order of the requests is the proof: first how far the chain is finalized; then the
 * node, at least that far, must find nothing; last, its history must reach back far enough, so that what is
 * there now was there during the search.
 */
async function lookAt<T>(
  chain: Chain,
  node: ChainNode,
  sought: readonly Sought<T>[],
): Promise<Sighting<T>[]> {
  const finalized = await readFinalized(chain, node);
  const at = { node, minContextSlot: finalized.absoluteSlot };
  const views = await mapInLanes(
    sought,
    PARALLEL_SEARCHES,
    async ({ find, lastHeight }): Promise<Sighting<T>> => {
      try {
        const found = await find(at);
        if (found.length > 0) return { kind: 'found', found };
        return finalized.blockHeight > lastHeight ? { kind: 'absent' } : { kind: 'open', failure: null };
      } catch (error) {
        // A node that fails for one item says nothing about the others.
        if (error instanceof ChainUnavailableError) return { kind: 'open', failure: error };
        throw error;
      }
    },
  );
  if (views.every(({ kind }) => kind !== 'absent')) return views;
  const firstBlock = await askNode(chain, node, (rpc) => rpc.getFirstAvailableBlock());
  return views.map((view, index) =>
    view.kind === 'absent' && firstBlock > sought[index]!.fromSlot ? { kind: 'open', failure: null } : view,
  );
}
