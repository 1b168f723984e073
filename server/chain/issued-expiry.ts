import type { Address } from '@solana/kit';
import { listLandedByReference, type LandedMovement, type Movement } from './find-landed.ts';
import { lookFor, type Sought } from './absence.ts';
import { lastPossibleHeight } from './node-view.ts';
import type { Chain } from './rpc.ts';

/**
 * A transaction issued unsigned: its signature is unknown here, only its effect and until when it can land.
 */
export interface IssuedTransaction {
  reference: Address;
  movement: Movement;
  lastValidBlockHeight: bigint;
  blockHeightAtSigning: bigint;
  slotAtSigning: bigint;
}

/**
 * `landed`: its money moved. `expired`: signed copies of it can no longer land. `open`: neither is certain.
 */
export type IssuedState = { kind: 'landed'; by: LandedMovement[] } | { kind: 'expired' } | { kind: 'open' };

/**
 * The outcome of an issued transaction: it counts as expired only if as many nodes prove it as for one signed
 * here. Throws `ChainUnavailableError` if no node can tell.
 */
export async function readIssuedState(chain: Chain, issued: IssuedTransaction): Promise<IssuedState> {
  const [sighting] = await lookFor(chain, [soughtTransfers(chain, issued)]);
  if (sighting!.kind === 'found') return { kind: 'landed', by: sighting!.found };
  if (sighting!.kind === 'absent') return { kind: 'expired' };
  if (sighting!.failure !== null) throw sighting!.failure;
  return { kind: 'open' };
}

/** The transfers that an issued transaction would have made. */
export function soughtTransfers(chain: Chain, issued: IssuedTransaction): Sought<LandedMovement> {
  return {
    find: (at) => listLandedByReference(chain, issued.reference, issued.movement, at),
    fromSlot: issued.slotAtSigning,
    lastHeight: lastPossibleHeight(chain, issued),
  };
}
