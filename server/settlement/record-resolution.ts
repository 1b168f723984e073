import { type AttemptRow, backOff, lockAttempt, resolveAttempt } from '../attempts/queries.ts';
import type { Resolution } from '../chain/confirm.ts';
import { type ChargeRow, lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { type Moment, readMoment } from '../merchants/moment.ts';
import { findChargeOfRefund, lockRefund, type RefundRow } from '../refunds/queries.ts';
import { applyToCharge, type Outcome, transferIndexOf } from './apply-to-charge.ts';
import { applyToRefund } from './apply-to-refund.ts';
import { haltChain } from './chain-state.ts';

/** Expired ones cannot land by everything that is known; one look a minute proves it. */
export const EXPIRED_RECHECK_SECONDS = 60;
/** How long an expired attempt is watched. */
const EXPIRED_WATCH_SECONDS = 24 * 3600;

/** What an attempt is for, with its mandate. All are locked, in the order in which everything here is locked. */
interface Target {
  mandate: MandateRow;
  charge: ChargeRow;
  /** Null where the attempt pulls the charge itself. */
  refund: RefundRow | null;
}

/**
 * Records what became of an attempt, once, whoever else looks at the same time. What fails there unexpectedly is logged and tried
 * again later, with growing pauses: it must not hold up the attempts that are looked at together with this one.
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
      'what became of an attempt cannot be recorded',
    );
    await backOff(deployment.db, attempt.id, now);
  }
}

/** The same, once and now: throws what fails. */
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
      // What moved under its reference was counted for something else, so this charge or refund was not paid.
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

/** Notes the attempt's new state. Returns what its charge or refund is to be told, null for nothing. */
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
      // Said once: later looks at it only watch for the impossible.
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

/** Errors of the chain carry small bigints, which JSON does not know. */
function bigintToNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
