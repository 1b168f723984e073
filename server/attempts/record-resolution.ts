import type { Resolution } from '../chain/confirm.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { readMoment } from '../merchants/moment.ts';
import { haltChain } from '../recovery/chain-state.ts';
import { type Appliers, applierOf, type LockedTarget, type Outcome, transferIndexOf } from './outcome.ts';
import { type AttemptRow, backOff, lockAttempt, resolveAttempt } from './queries.ts';

/** Expired ones can no longer land as far as is known; one check a minute confirms it. */
export const EXPIRED_RECHECK_SECONDS = 60;
/** How long an expired attempt is watched. */
const EXPIRED_WATCH_SECONDS = 24 * 3600;

/**
 * Records the outcome of an attempt, once, even if others check it at the same time. An unexpected failure is
 * logged and retried with growing delays: it must not block the attempts checked together with this one.
 */
export async function recordResolution(
  deployment: Deployment,
  appliers: Appliers,
  attempt: AttemptRow,
  resolution: Resolution,
): Promise<void> {
  const now = deployment.clock.seconds();
  if (attempt.backoffUntil !== null && attempt.backoffUntil > now) return;
  try {
    await recordOutcome(deployment, appliers, attempt, resolution);
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
  appliers: Appliers,
  known: AttemptRow,
  resolution: Resolution,
): Promise<void> {
  const { id } = known;
  await db.begin(async (tx) => {
    const target = await applierOf(appliers, known).lock(tx, known);
    const attempt = await lockAttempt(tx, id);
    if (attempt.state !== 'signed' && attempt.state !== 'expired') return;
    const moment = await readMoment(tx, target.tenant, clock);
    const outcome = await decide(tx, target, attempt, resolution, moment.realNow);
    if (outcome === null || (outcome !== 'duplicate' && (await target.apply(attempt, outcome, moment))))
      return;
    const { signature } = attempt;
    if (resolution.kind === 'superseded') {
      // The transfers with its reference settled something else, so this charge or refund was not paid.
      log.error(
        { attemptId: id, by: resolution.by },
        'a transfer was counted before and settles nothing more',
      );
      await target.apply(attempt, { kind: 'expired' }, moment);
      return;
    }
    const reason = `The attempt ${id} (${signature}) landed although its charge or refund was settled before.`;
    log.fatal({ attemptId: id, signature }, reason);
    await resolveAttempt(tx, id, { state: 'duplicate', resolvedAt: moment.realNow, checkAt: null });
    await haltChain(tx, attempt.livemode, reason);
  });
}

/** Records the attempt's new state. Returns the outcome for its charge or refund, null for none. */
async function decide(
  tx: Tx,
  target: LockedTarget,
  attempt: AttemptRow,
  resolution: Resolution,
  realNow: number,
): Promise<Outcome | 'duplicate' | null> {
  const done = { resolvedAt: realNow, checkAt: null };
  switch (resolution.kind) {
    case 'landed': {
      if (target.txSignature !== null && target.txSignature !== attempt.signature) return 'duplicate';
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

/** Chain errors contain small bigints, which JSON lacks. */
function bigintToNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
