import { type AttemptRow, countExpired } from '../attempts/queries.ts';
import { ACCOUNT_FAILURES } from '../../rules/failures.ts';
import type { Failure } from '../chain/failure.ts';
import type { LandedMovement } from '../chain/find-landed.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import type { Tx } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { detectCancellation } from '../delegations/detect-cancellation.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { planOf } from '../charges/plan.ts';
import { listMandatesById, type MandateRow } from '../mandates/queries.ts';
import { clockOffsets, type Moment } from '../merchants/moment.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { announceRecovery } from '../recovery/recovery-wait.ts';
import { listIssuerControlledMints } from '../tokens/queries.ts';
import { applyLandedTopUps } from '../delegations/settle-approvals.ts';
import { alone, togetherOrAlone } from './alone.ts';
import { buildAttempts, type HeldCharge } from './build-attempts.ts';
import { failCharge, type LockedCharge, skipCharge } from '../charges/close-charge.ts';
import { commitAttempts, type SignedCharge } from './commit-attempts.ts';
import { hasTimeLeft } from './lease.ts';
import { listEarlierLandings } from './list-earlier-landings.ts';
import { decideDue, type Pace } from '../../rules/charges/machine.ts';
import { moveCharge } from '../charges/place-charge.ts';
import { endRecovery, type ForgottenCharges, lookUpForgotten } from './look-up-forgotten.ts';
import { claimDueCharges, type ChargeRow, type ClaimScope, newLeaseToken } from '../charges/queries.ts';
import { giveBack, setBackAll } from './set-back.ts';
import { settleCharge } from '../charges/settle-charge.ts';
import { withLease } from './with-lease.ts';

/** Charges per round: their accounts are read with one or two calls, and their attempts committed in one transaction. */
const BATCH = 50;
/**
 * Longer than reading, simulating and signing a batch takes with a slow node. After it another worker takes
 * over the charges of one that died.
 */
const LEASE_SECONDS = 60;
/** Charges of a batch processed at once: public nodes reject more than a few requests from one address. */
const PARALLEL = 8;

export interface CollectOptions {
  /** Called at once for each batch. */
  onSent?: (attemptIds: readonly string[]) => void;
  /** Called when a batch was full: others can process the rest meanwhile. */
  onMoreDue?: () => void;
  signal?: AbortSignal | undefined;
}

/**
 * Takes up every due charge of `scope` and carries each as far as a sent transaction: moved, skipped, failed,
 * set back, or signed, committed and sent. The resolver handles the outcome of what was sent. Returns the ids
 * of all sent attempts. If the chain is unreachable, only one batch is set back and the rest stays due; the
 * same in a process whose clock is wrong.
 */
export async function collectDueCharges(
  deployment: Deployment,
  scope: ClaimScope,
  { onSent, onMoreDue, signal }: CollectOptions = {},
): Promise<string[]> {
  const sent: string[] = [];
  while (await deployment.clockIsRight(scope.livemode)) {
    const now = deployment.clock.seconds();
    const { livemode } = scope;
    const lease = { livemode, leaseUntil: now + LEASE_SECONDS, leaseToken: newLeaseToken() };
    try {
      const claimed = await claimDueCharges(deployment.db, scope, lease, { now, take: BATCH });
      if (claimed.length === 0) return sent;
      if (claimed.length === BATCH) onMoreDue?.();
      const batch = await collectBatch(deployment, claimed, lease.leaseToken);
      if (batch.length > 0) onSent?.(batch);
      sent.push(...batch);
    } catch (error) {
      await giveBack(deployment, lease, error);
      if (!(error instanceof ChainUnavailableError)) throw error;
      deployment.log.warn({ err: error }, 'the chain cannot be reached: charges are set back');
      return sent;
    }
    // A stop was requested: what is still due is in the rows, for the next process.
    if (signal?.aborted === true) return sent;
  }
  return sent;
}

async function collectBatch(
  deployment: Deployment,
  claimed: readonly ChargeRow[],
  leaseToken: string,
): Promise<string[]> {
  const { db } = deployment;
  await deployment.crashPoint('charge:claimed');
  const livemode = claimed[0]!.livemode;
  const chain = chainOf(deployment, livemode);
  const state = await currentChainState(db, livemode, deployment.clock.seconds());
  const held = await withMandates(deployment, claimed);
  if (chain === null || state === null)
    return setBackAll(deployment, held, leaseToken, 'this mode has no chain');
  announceRecovery(deployment.log, chain, state);
  const forgotten = await lookUpForgotten(deployment, chain, state, held);
  const verdicts = await mapInLanes(held, PARALLEL, (one) =>
    alone(deployment, one, leaseToken, () => mustBePulled(deployment, chain, forgotten, one, leaseToken)),
  );
  const toPull = held.filter((_, at) => verdicts[at] === true);
  await endRecovery(deployment, forgotten, toPull, state);
  if (toPull.length === 0) return [];
  if (state.haltedReason !== null) return setBackAll(deployment, toPull, leaseToken, state.haltedReason);
  return pull(deployment, chain, toPull, { leaseToken, recovery: state.recovery });
}

/** Decides what a due charge needs, and does it, unless that is a pull. */
async function mustBePulled(
  deployment: Deployment,
  chain: Chain,
  { sightings, revoked, waitSeconds }: ForgottenCharges,
  held: HeldCharge & { moment: Moment },
  leaseToken: string,
): Promise<boolean> {
  const { charge, mandate, moment } = held;
  const sighting = sightings.get(charge.id);
  if (sighting?.kind === 'open') {
    const isWaiting = waitSeconds > 0;
    const why = isWaiting
      ? 'a signature that the database forgot may still land'
      : (sighting.failure ?? 'there is no proof yet that the database forgot nothing');
    const waiting = isWaiting ? { waitSeconds: waitOf(chain, waitSeconds) } : {};
    await setBackAll(deployment, [held], leaseToken, why, waiting);
    return false;
  }
  // The chain decides last: after an earlier signature, or if the database may have forgotten some.
  if (charge.signatures > 0 || sighting !== undefined) {
    const landed =
      sighting === undefined
        ? await askForLandings(deployment, chain, held)
        : sighting.kind === 'found'
          ? sighting.found
          : [];
    if (landed instanceof ChainUnavailableError) {
      await setBackAll(deployment, [held], leaseToken, landed);
      return false;
    }
    if (landed.length > 0) {
      let isSettled = true;
      await withLease(deployment, charge, leaseToken, async (tx, locked, now) => {
        isSettled = await settleCharge(tx, locked, landed, now);
      });
      if (isSettled) return false;
      deployment.log.error(
        { chargeId: charge.id, by: landed },
        'a transfer was counted before and settles nothing more',
      );
    }
  }
  if (revoked.has(charge.id)) {
    await withLease(deployment, charge, leaseToken, revokeAgain);
    return false;
  }
  const pace = sighting !== undefined ? 'following' : 'current';
  if (decideDue(planOf(mandate), charge, moment.now, pace).kind === 'attempt') return true;
  await withLease(deployment, charge, leaseToken, (tx, locked, now) => passOver(tx, locked, now, pace));
  return false;
}

/** How often charges are checked again while they wait for forgotten signatures to expire. */
const WAIT_SECONDS = { localnet: 2, cluster: 15 };

function waitOf(chain: Chain, waitSeconds: number): number {
  return Math.min(waitSeconds, chain.isLocalnet ? WAIT_SECONDS.localnet : WAIT_SECONDS.cluster);
}

/**
 * If the chain cannot tell about one charge, that must not block others: the error is returned, not thrown.
 */
async function askForLandings(
  { clock }: Deployment,
  chain: Chain,
  { mandate, charge }: HeldCharge,
): Promise<LandedMovement[] | ChainUnavailableError> {
  if (!hasTimeLeft(charge, clock))
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
  const { mandate: revoked, event } = await endMandate(tx, mandate, 'revoke', moment.now);
  await recordEvents(tx, revoked, [event], moment);
  await skipCharge(tx, { mandate: revoked, charge }, moment);
}

/**
 * Handles a due charge that is not pulled. Decided again under the lock: a revoke may have come in between.
 */
async function passOver(tx: Tx, locked: LockedCharge, moment: Moment, pace: Pace): Promise<void> {
  const decision = decideDue(planOf(locked.mandate), locked.charge, moment.now, pace);
  if (decision.kind === 'move') return moveCharge(tx, locked.charge, locked.mandate, decision, moment);
  if (decision.kind === 'expire') {
    const { mandate, event } = await endMandate(tx, locked.mandate, 'expire', moment.now);
    await recordEvents(tx, mandate, [event], moment);
    return skipCharge(tx, { ...locked, mandate }, moment);
  }
  if (decision.kind === 'skip') return skipCharge(tx, locked, moment);
}

async function pull(
  deployment: Deployment,
  chain: Chain,
  held: readonly HeldCharge[],
  { leaseToken, recovery }: { leaseToken: string; recovery: number },
): Promise<string[]> {
  const { db, clock } = deployment;
  const built = await buildAttempts(chain, held);
  const signed = built.filter((one): one is typeof one & SignedCharge => one.kind === 'signed');
  await deployment.crashPoint('attempt:signed');
  const attempts = await togetherOrAlone(deployment, signed, (some) =>
    commitAttempts(db, some, { leaseToken, recovery }, clock.seconds()),
  );
  const committed = new Set(attempts.map((attempt) => attempt.chargeId));
  const left = signed.filter(({ charge }) => !committed.has(charge.id));
  // Before the failed ones are handled, which takes a while: the blockhash is running out.
  await deployment.crashPoint('attempt:committed');
  await sendAll(chain, attempts);
  await deployment.crashPoint('attempt:sent');
  // Revoked or lost between signing and committing: their signatures were never sent.
  await setBackAll(deployment, left, leaseToken, 'the charge changed while it was being signed');
  for (const one of built) {
    if (one.kind === 'signed') continue;
    await alone(deployment, one, leaseToken, () =>
      handleFailure(deployment, chain, one, one.failure, leaseToken),
    );
  }
  return attempts.map(({ id }) => id);
}

/** Sends in parallel. Nodes' responses prove nothing, so they are ignored. */
async function sendAll(chain: Chain, attempts: readonly AttemptRow[]): Promise<void> {
  await Promise.all(attempts.map(({ wire }) => sendWire(chain, wire)));
}

async function handleFailure(
  deployment: Deployment,
  chain: Chain,
  { charge, mandate }: HeldCharge,
  failure: Failure,
  leaseToken: string,
): Promise<void> {
  const { log } = deployment;
  if (failure.kind === 'account' && failure.code !== 'allowance_gone') {
    await withLease(deployment, charge, leaseToken, (tx, locked, now) =>
      failCharge(tx, locked, failure, now),
    );
    return;
  }
  if (failure.kind === 'ours')
    log.error({ chargeId: charge.id, reason: failure.message }, 'a charge cannot be pulled');
  // A missing allowance is more than a failed attempt: confirmed twice at finalized, it revokes the mandate.
  // Until then the charge waits.
  else if (await lookForCancellation(deployment, chain, mandate)) {
    const short = { code: 'allowance_short' as const, message: ACCOUNT_FAILURES.allowance_short };
    await withLease(deployment, charge, leaseToken, (tx, locked, now) => failCharge(tx, locked, short, now));
    return;
  }
  await setBackAll(deployment, [{ charge }], leaseToken, failure.message);
}

/**
 * Checks whether the payer cancelled the authorization, or moved it to another of our keys. Returns true if
 * such a key has the slot and nothing covers this mandate until the payer's next approval. If no node can
 * tell yet, that stays open and blocks no other charge of the batch.
 */
async function lookForCancellation(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<boolean> {
  try {
    await applyLandedTopUps(deployment, chain, mandate);
    const { displaced } = await detectCancellation(deployment, chain, mandate);
    return displaced.includes(mandate.id);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error, mandateId: mandate.id }, 'looking for a cancellation is postponed');
    return false;
  }
}

async function withMandates(
  { db, clock }: Deployment,
  claimed: readonly ChargeRow[],
): Promise<(HeldCharge & { moment: Moment })[]> {
  const signed = claimed.filter(({ signatures }) => signatures > 0);
  const [mandates, offsets, issuerControlled, expired] = await Promise.all([
    listMandatesById(
      db,
      claimed.map((charge) => charge.mandateId),
    ),
    clockOffsets(
      db,
      claimed.map((charge) => charge.merchantId),
    ),
    listIssuerControlledMints(db, claimed[0]!.livemode),
    signed.length === 0
      ? new Map<string, number>()
      : countExpired(
          db,
          'charge',
          signed.map(({ id }) => id),
        ),
  ]);
  const byId = new Map(mandates.map((mandate) => [mandate.id, mandate]));
  const realNow = clock.seconds();
  return claimed.map((charge) => {
    const mandate = byId.get(charge.mandateId)!;
    const moment = { realNow, now: realNow + (charge.livemode ? 0 : (offsets.get(charge.merchantId) ?? 0)) };
    const issuerControls = issuerControlled.has(mandate.mint);
    return { charge, mandate, moment, issuerControls, expired: expired.get(charge.id) ?? 0 };
  });
}
