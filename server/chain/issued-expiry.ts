import type { Address } from '@solana/kit';
import { listLandedByReference, type LandedMovement, type Movement } from './find-landed.ts';
import { inOrder } from './first-answer.ts';
import { lastPossibleHeight, readFinalized, witnessesNeeded } from './node-view.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError } from './rpc.ts';

/** A transaction that was issued unsigned: its signature is not known here, only what it would do and until when. */
export interface IssuedTransaction {
  reference: Address;
  movement: Movement;
  lastValidBlockHeight: bigint;
  blockHeightAtSigning: bigint;
  slotAtSigning: bigint;
}

/** `landed`: its money moved. `expired`: whoever holds the signed bytes can no longer land them. `open`: neither is certain. */
export type IssuedState = { kind: 'landed'; by: LandedMovement[] } | { kind: 'expired' } | { kind: 'open' };

/**
 * What became of an issued transaction: expired only when as many nodes prove it as for one that was signed here. Throws
 * `ChainUnavailableError` when no node answers.
 */
export async function readIssuedState(chain: Chain, issued: IssuedTransaction): Promise<IssuedState> {
  let failure: unknown;
  let answered = 0;
  let gone = 0;
  for (const node of inOrder(chain.clock, chain.nodes)) {
    try {
      const state = await issuedStateAt(chain, node, issued);
      if (state.kind === 'landed') return state;
      answered += 1;
      if (state.kind === 'expired') gone += 1;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      failure = error;
    }
  }
  if (answered === 0) throw failure;
  return { kind: gone >= witnessesNeeded(chain) ? 'expired' : 'open' };
}

/**
 * What one node knows. How far the chain is finalized is asked first; then the node, at least that far, must find no money
 * moved under the reference; last, its history must reach back to the issuing.
 */
async function issuedStateAt(chain: Chain, node: ChainNode, issued: IssuedTransaction): Promise<IssuedState> {
  const finalized = await readFinalized(chain, node);
  const reached = { node, minContextSlot: finalized.absoluteSlot };
  const landed = await listLandedByReference(chain, issued.reference, issued.movement, reached);
  if (landed.length > 0) return { kind: 'landed', by: landed };
  if (finalized.blockHeight <= lastPossibleHeight(chain, issued)) return { kind: 'open' };
  const firstBlock = await askNode(chain, node, (rpc) => rpc.getFirstAvailableBlock());
  return { kind: firstBlock > issued.slotAtSigning ? 'open' : 'expired' };
}
