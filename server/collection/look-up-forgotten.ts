import type { Signature } from '@solana/kit';
import { lookFor, type Sighting, type Sought } from '../chain/absence.ts';
import type { LandedMovement } from '../chain/find-landed.ts';
import { soughtTransfers } from '../chain/issued-expiry.ts';
import { listRevocations } from '../chain/revocation.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { type MandateRow, setRecoveredThrough } from '../mandates/queries.ts';
import { type ChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import {
  forgottenLife,
  readForgottenBounds,
  secondsUntilForgottenAreDead,
} from '../recovery/recovery-wait.ts';
import { chargeTransfer } from './list-earlier-landings.ts';
import type { HeldCharge } from './read-due.ts';

/** What the chain knows about charges that may have been made and forgotten. */
export interface ForgottenCharges {
  /** By charge id. A charge that is not listed was not forgotten. */
  sightings: ReadonlyMap<string, Sighting<LandedMovement>>;
  /** Charges whose mandate was revoked, according to the chain. */
  revoked: ReadonlySet<string>;
  /** For about how long a forgotten signature can still land. Until then nothing is looked up. */
  waitSeconds: number;
}

/**
 * Looks up those of `held` that the database may have forgotten, with the same proof as an expiry: nothing
 * landed, and nothing can any more, according to nodes whose history reaches back to before anything was
 * forgotten. Throws ChainUnavailableError.
 */
export async function lookUpForgotten(
  { db }: Deployment,
  chain: Chain,
  state: ChainState,
  held: readonly HeldCharge[],
): Promise<ForgottenCharges> {
  const inDoubt = held.filter(({ mandate }) => mayHaveForgotten(state, mandate));
  if (inDoubt.length === 0) return NOTHING;
  const bounds = await readForgottenBounds(db, chain, state);
  const waitSeconds = await secondsUntilForgottenAreDead(chain, bounds);
  const open = { kind: 'open', failure: null } as const;
  if (waitSeconds > 0) {
    return { ...NOTHING, sightings: new Map(inDoubt.map(({ charge }) => [charge.id, open])), waitSeconds };
  }
  const sought = await Promise.all(
    inDoubt.map(async ({ charge, mandate }) => {
      const life = forgottenLife(bounds, mandate);
      const transfers = soughtTransfers(chain, { ...(await chargeTransfer(mandate, charge)), ...life });
      return { transfers, revocation: soughtRevocation(chain, mandate, transfers) };
    }),
  );
  const transfers = await lookFor(
    chain,
    sought.map((one) => one.transfers),
  );
  const revocations = await lookFor(
    chain,
    sought.map((one) => one.revocation),
  );
  const sightings = new Map<string, Sighting<LandedMovement>>();
  const revoked = new Set<string>();
  for (const [at, { charge }] of inDoubt.entries()) {
    const [landed, revocation] = [transfers[at]!, revocations[at]!];
    if (revocation.kind === 'found') revoked.add(charge.id);
    // Nothing is signed on half a proof.
    sightings.set(charge.id, landed.kind === 'absent' && revocation.kind === 'open' ? revocation : landed);
  }
  return { sightings, revoked, waitSeconds: 0 };
}

const NOTHING: ForgottenCharges = { sightings: new Map(), revoked: new Set(), waitSeconds: 0 };

/** A revocation that the database forgot: within the same bounds as a signature. */
function soughtRevocation(
  chain: Chain,
  { id, reference, delegate }: MandateRow,
  { fromSlot, lastHeight }: Sought<LandedMovement>,
): Sought<Signature> {
  return {
    find: (at) => listRevocations(chain, { mandateId: id, reference, delegate }, at),
    fromSlot,
    lastHeight,
  };
}

/**
 * Ends the recovery of mandates whose charge is about to be pulled: the windows before it were looked up, and
 * the current one was proven empty. It continues in test mode, because a test clock may have been ahead of
 * what the database remembers and later windows may have been charged. It also continues for a mandate
 * activated since then, whose windows may differ from the forgotten ones.
 */
export async function endRecovery(
  { db }: Deployment,
  { sightings }: ForgottenCharges,
  toPull: readonly HeldCharge[],
  { recovery, recoverBefore }: ChainState,
): Promise<void> {
  const proven = toPull.filter(
    ({ charge, mandate }) =>
      sightings.get(charge.id)?.kind === 'absent' &&
      // A signed charge is resolved even after its window, and says nothing about later ones.
      charge.signatures === 0 &&
      mandate.livemode &&
      mandate.activatedAt! < recoverBefore!,
  );
  await setRecoveredThrough(
    db,
    proven.map(({ mandate }) => mandate.id),
    recovery,
  );
}
