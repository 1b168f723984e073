import { type AttemptRow, backOff, lockAttempt, resolveAttempt } from './queries.ts';
import type { Resolution } from '../chain/confirm.ts';
import { type ChargeRow, lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { type Moment, readMoment } from '../merchants/moment.ts';
import { findChargeOfRefund, lockRefund, type RefundRow } from '../refunds/queries.ts';
import { applyToCharge, type Outcome, transferIndexOf } from '../charges/apply-outcome.ts';
import { applyToRefund } from '../refunds/apply-outcome.ts';
import { haltChain } from '../recovery/chain-state.ts';

/** Expired ones can no longer land as far as is known; one check a minute confirms it. */
export const EXPIRED_RECHECK_SECONDS = 60;
/** How long an expired attempt is watched. */
const EXPIRED_WATCH_SECONDS = 24 * 3600;

/** What an attempt is for, with its mandate. All are locked, in the usual lock order. */
interface Target {
  mandate: MandateRow;
  charge: ChargeRow;
  /** Null if the attempt pulls the charge itself. */
  refund: RefundRow | null;
}

/**
 * Records the outcome of an attempt, once, even if others check it at the same time. An unexpected failure is
 * logged and retried with growing delays: it must not block the attempts checked together with this one.
 */
export async function recordResolution(
  deployment: Deployment,
  attempt: AttemptRow,
  resolution: Resolution,
): Promise<void> {
  const now = deployment.clock.seconds();
  if (attempt.backoffUntil !== null && attempt.backoffUntil > now) return;
  try {
    await recordOutcome(deployment, attempt, resolution);
  } catch (error) {
    deployment.log.error(
      { err: error, attemptId: attempt.id },
      'the outcome of an attempt cannot be recorded',
    );
    await backOff(deployment.db, attempt.id, now);
  }
}

/** The same, immediately and only once: throws failures. */
export async function recordOutcome(
  { db, clock, log }: Pick<Deployment, 'db' | 'clock' | 'log'>,
  { id, mandateId, chargeId, refundId }: AttemptRow,
  resolution: Resolution,
): Promise<void> {
  await db.begin(async (tx) => {
    const target = await lockTarget(tx, { mandateId, chargeId, refundId });
    const attempt = await lockAttempt(tx, id);
    if (attempt.state !== 'signed' && attempt.state !== 'expired') return;
    const moment = await readMoment(tx, target.mandate, clock);
    const outcome = await decide(tx, target, attempt, resolution, moment.realNow);
    if (outcome === null || (outcome !== 'duplicate' && (await apply(tx, target, attempt, outcome, moment))))
      return;
    const { signature } = attempt;
    if (resolution.kind === 'superseded') {
      // The transfers with its reference settled something else, so this charge or refund was not paid.
      log.error(
        { attemptId: id, by: resolution.by },
        'a transfer was counted before and settles nothing more',
      );
      await apply(tx, target, attempt, { kind: 'expired' }, moment);
      return;
    }
    const reason = `The attempt ${id} (${signature}) landed although its charge or refund was settled before.`;
    log.fatal({ attemptId: id, signature }, reason);
    await resolveAttempt(tx, id, { state: 'duplicate', resolvedAt: moment.realNow, checkAt: null });
    await haltChain(tx, attempt.livemode, reason);
  });
}

async function lockTarget(
  tx: Tx,
  { mandateId, chargeId, refundId }: Pick<AttemptRow, 'mandateId' | 'chargeId' | 'refundId'>,
): Promise<Target> {
  const mandate = await lockMandate(tx, mandateId);
  if (chargeId !== null) return { mandate, charge: await lockCharge(tx, chargeId), refund: null };
  const charge = await lockCharge(tx, await findChargeOfRefund(tx, refundId!));
  return { mandate, charge, refund: await lockRefund(tx, refundId!) };
}

/** Records the attempt's new state. Returns the outcome for its charge or refund, null for none. */
async function decide(
  tx: Tx,
  { charge, refund }: Target,
  attempt: AttemptRow,
  resolution: Resolution,
  realNow: number,
): Promise<Outcome | 'duplicate' | null> {
  const done = { resolvedAt: realNow, checkAt: null };
  switch (resolution.kind) {
    case 'landed': {
      const settledBy = (refund ?? charge).txSignature;
      if (settledBy !== null && settledBy !== attempt.signature) return 'duplicate';
      await resolveAttempt(tx, attempt.id, { ...done, state: 'landed' });
      const own = { signature: attempt.signature, instructionIndex: transferIndexOf(attempt) };
      return { kind: 'landed', landings: [own] };
    }
    case 'superseded':
      await resolveAttempt(tx, attempt.id, { ...done, state: 'expired' });
      return attempt.state === 'signed' ? { kind: 'landed', landings: resolution.by } : null;
    case 'failed':
      await resolveAttempt(tx, attempt.id, {
        ...done,
        state: 'failed',
        error: JSON.stringify(resolution.error, bigintToNumber),
      });
      return { kind: 'failed', error: resolution.error };
    case 'expired': {
      const watchedUntil = attempt.signedAt + EXPIRED_WATCH_SECONDS;
      const checkAt = realNow < watchedUntil ? realNow + EXPIRED_RECHECK_SECONDS : null;
      await resolveAttempt(tx, attempt.id, {
        state: 'expired',
        resolvedAt: attempt.resolvedAt ?? realNow,
        checkAt,
      });
      // Reported once: later checks only watch for the impossible.
      return attempt.state === 'signed' ? { kind: 'expired' } : null;
    }
    case 'waiting':
      return null;
  }
}

/** Whether the outcome holds: false for a landing whose transfers all settled something else. */
function apply(
  tx: Tx,
  { mandate, charge, refund }: Target,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<boolean> {
  return refund === null
    ? applyToCharge(tx, { mandate, charge }, attempt, outcome, moment)
    : applyToRefund(tx, { mandate, charge, refund }, attempt, outcome, moment);
}

/** Chain errors contain small bigints, which JSON lacks. */
function bigintToNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
