import { decideDue } from '../../rules/charges/machine.ts';
import type { Sighting } from '../chain/absence.ts';
import type { LandedMovement } from '../chain/find-landed.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type LockedCharge, skipCharge } from '../charges/close-charge.ts';
import { recurrenceOf } from '../charges/recurrence.ts';
import { settleCharge } from '../charges/settle-charge.ts';
import type { Tx } from '../db/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import type { Moment } from '../merchants/moment.ts';
import type { ChainState } from '../recovery/chain-state.ts';
import type { HeldBatch } from './held-batch.ts';
import { hasTimeLeft } from './lease.ts';
import { listEarlierLandings } from './list-earlier-landings.ts';
import { endRecovery, type ForgottenCharges, lookUpForgotten } from './look-up-forgotten.ts';
import { passOver } from './pass-over.ts';
import type { DueCharge } from './read-due.ts';

/** Charges of a batch processed at once: public nodes reject more than a few requests from one address. */
const PARALLEL = 8;

/**
 * Takes up the charges of a batch: settles, moves, skips or sets back each that needs no transaction, and
 * returns those to pull. Throws ChainUnavailableError.
 */
export async function takeUp(
  batch: HeldBatch,
  chain: Chain,
  state: ChainState,
  due: readonly DueCharge[],
): Promise<DueCharge[]> {
  const forgotten = await lookUpForgotten(batch.deployment, chain, state, due);
  const verdicts = await mapInLanes(due, PARALLEL, (one) =>
    batch.alone(one.charge, () => mustBePulled(batch, chain, forgotten, one)),
  );
  const toPull = due.filter((_, at) => verdicts[at] === true);
  await endRecovery(batch.deployment, forgotten, toPull, state);
  return toPull;
}

/** Decides what a due charge needs, and does it, unless that is a pull. */
async function mustBePulled(
  batch: HeldBatch,
  chain: Chain,
  { sightings, revoked, waitSeconds }: ForgottenCharges,
  due: DueCharge,
): Promise<boolean> {
  const { charge, mandate, moment } = due;
  const sighting = sightings.get(charge.id);
  if (sighting?.kind === 'open') {
    await waitForProof(batch, chain, due, sighting.failure, waitSeconds);
    return false;
  }
  // The chain decides last: after an earlier signature, or if the database may have forgotten some.
  if (charge.signatures > 0 || sighting !== undefined) {
    if (await settleByEarlier(batch, chain, due, sighting)) return false;
  }
  if (revoked.has(charge.id)) {
    await batch.change(charge, revokeAgain);
    return false;
  }
  const pace = sighting !== undefined ? 'following' : 'current';
  if (decideDue(recurrenceOf(mandate), charge, moment.now, pace).kind === 'attempt') return true;
  await batch.change(charge, (tx, locked, now) => passOver(tx, locked, now, { pace }));
  return false;
}

/** How often charges are checked again while they wait for forgotten signatures to expire. */
const WAIT_SECONDS = { localnet: 2, cluster: 15 };

/** Sets a charge back until the chain can tell whether the database has forgotten a signature for it. */
async function waitForProof(
  batch: HeldBatch,
  chain: Chain,
  { charge }: DueCharge,
  failure: Extract<Sighting<LandedMovement>, { kind: 'open' }>['failure'],
  waitSeconds: number,
): Promise<void> {
  if (waitSeconds > 0) {
    const longest = chain.isLocalnet ? WAIT_SECONDS.localnet : WAIT_SECONDS.cluster;
    await batch.setBack([charge], 'a signature that the database forgot may still land', {
      waitSeconds: Math.min(waitSeconds, longest),
    });
    return;
  }
  await batch.setBack([charge], failure ?? 'there is no proof yet that the database forgot nothing');
}

/**
 * Whether the charge needs no pull because of an earlier signature: its transfer landed and settles the
 * charge now, or no node can tell yet and the charge is set back.
 */
async function settleByEarlier(
  batch: HeldBatch,
  chain: Chain,
  due: DueCharge,
  sighting: Sighting<LandedMovement> | undefined,
): Promise<boolean> {
  const { charge } = due;
  const landed = sighting === undefined ? await askForLandings(batch, chain, due) : foundIn(sighting);
  if (landed instanceof ChainUnavailableError) {
    await batch.setBack([charge], landed);
    return true;
  }
  if (landed.length === 0) return false;
  let isSettled = true;
  await batch.change(charge, async (tx, locked, now) => {
    isSettled = await settleCharge(tx, locked, landed, now);
  });
  if (!isSettled)
    batch.deployment.log.error(
      { chargeId: charge.id, by: landed },
      'a transfer was counted before and settles nothing more',
    );
  return isSettled;
}

function foundIn(sighting: Sighting<LandedMovement>): readonly LandedMovement[] {
  return sighting.kind === 'found' ? sighting.found : [];
}

/**
 * If the chain cannot tell about one charge, that must not block others: the error is returned, not thrown.
 */
async function askForLandings(
  { deployment }: HeldBatch,
  chain: Chain,
  { mandate, charge }: DueCharge,
): Promise<readonly LandedMovement[] | ChainUnavailableError> {
  if (!hasTimeLeft(charge, deployment.clock))
    return new ChainUnavailableError('The nodes were too slow for the time that the charge was held.');
  try {
    return await listEarlierLandings(chain, mandate, charge);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error;
    throw error;
  }
}

/** Ends a mandate whose revocation the database forgot. */
async function revokeAgain(tx: Tx, { mandate, charge }: LockedCharge, moment: Moment): Promise<void> {
  if (mandate.status !== 'active') return skipCharge(tx, { mandate, charge }, moment);
  const { mandate: revoked, event } = await endMandate(tx, mandate, 'revoke', moment.now, null);
  await recordEvents(tx, revoked, [event], moment);
  await skipCharge(tx, { mandate: revoked, charge }, moment);
}
