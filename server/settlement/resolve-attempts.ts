import {
  type AttemptRow,
  claimAttemptsToCheck,
  listAttempts,
  listUnresolved,
  lockAttempt,
  postponeCheck,
  resolveAttempt,
} from '../attempts/queries.ts';
import { type Resolution, resolveAttempts } from '../chain/confirm.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { listMandatesById, lockMandate, type MandateRow } from '../mandates/queries.ts';
import { type Moment, readMoment } from '../merchants/moment.ts';
import { lockRefund } from '../refunds/queries.ts';
import { applyToCharge, type Outcome } from './apply-to-charge.ts';
import { applyToRefund } from './apply-to-refund.ts';
import { haltChain } from './chain-state.ts';

/** One call asks for up to 256 statuses. */
const BATCH = 256;
/** Of one round of looking. When it is exceeded two processes look and send the same bytes, which harms nothing; a killed one costs little. */
const LEASE_SECONDS = 5;
/** Between two looks at one attempt by the background resolver. A block every 0.4 s, and a node that is not to be flooded. */
const RECHECK_SECONDS = 2;
/** Expired ones cannot land by everything that is known; one look a minute proves it. */
const EXPIRED_RECHECK_SECONDS = 60;
/** How long an expired attempt is watched. */
const EXPIRED_WATCH_SECONDS = 24 * 3600;

/** Looks at every attempt whose time has come. Answers how many it looked at. */
export async function resolveDueAttempts(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  let looked = 0;
  for (;;) {
    const now = clock.seconds();
    const due = await claimAttemptsToCheck(db, livemode, { now, until: now + LEASE_SECONDS, take: BATCH });
    if (due.length > 0) await resolveBatch(deployment, chain, due, due);
    looked += due.length;
    if (due.length < BATCH) return looked;
  }
}

/** A slot is 0.4 s: asking more often learns nothing. Real nodes are asked less, for their rate limits' sake. */
const POLL_MS = { localnet: 100, cluster: 500 };

/**
 * Looks at these attempts until all are resolved, `timeoutMs` has passed or `signal` aborts. What is left then is looked
 * after by the background resolver.
 */
export async function resolveUntilSettled(
  deployment: Deployment,
  chain: Chain,
  attemptIds: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const { db, clock } = deployment;
  const deadline = clock.milliseconds() + timeoutMs;
  let open = [...attemptIds];
  while (open.length > 0) {
    const attempts = await listAttempts(db, open);
    const now = clock.seconds();
    const due = attempts.filter(({ checkAt }) => checkAt !== null && checkAt <= now);
    await resolveBatch(deployment, chain, attempts, due);
    open = await listUnresolved(db, open);
    if (open.length === 0 || signal?.aborted || clock.milliseconds() > deadline) return;
    await clock.sleep(chain.isLocalnet ? POLL_MS.localnet : POLL_MS.cluster, signal);
  }
}

/** One round: ask the chain, record each outcome in a transaction of its own, and send those of `due` that wait once more. */
async function resolveBatch(
  deployment: Deployment,
  chain: Chain,
  attempts: readonly AttemptRow[],
  due: readonly AttemptRow[],
): Promise<void> {
  const { db, clock, log } = deployment;
  let resolutions: Map<string, Resolution>;
  try {
    resolutions = await resolveAttempts(
      chain,
      attempts.map((attempt) => ({
        ...attempt,
        lastValidBlockHeight: BigInt(attempt.lastValidBlockHeight),
        blockHeightAtSigning: BigInt(attempt.blockHeightAtSigning),
        slotAtSigning: BigInt(attempt.slotAtSigning),
      })),
    );
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error, attempts: attempts.length }, 'the chain cannot be reached: attempts stay unknown');
    await postponeCheck(
      db,
      due.map(({ id }) => id),
      clock.seconds() + RECHECK_SECONDS,
    );
    return;
  }
  const waiting = new Set<AttemptRow>();
  for (const attempt of attempts) {
    const resolution = resolutions.get(attempt.id)!;
    if (resolution.kind !== 'waiting') {
      await deployment.crashPoint('attempt:resolved');
      await record(deployment, attempt, resolution);
      continue;
    }
    if (resolution.alarm !== null) {
      log.error(
        { attemptId: attempt.id, alarm: resolution.alarm },
        'what became of a transaction cannot be known',
      );
    }
    waiting.add(attempt);
  }
  await keepWaiting(
    deployment,
    chain,
    due.filter((attempt) => waiting.has(attempt)),
  );
}

/** Sends the same bytes again, unless the mandate has ended: then the signature is only observed. */
async function keepWaiting(
  deployment: Deployment,
  chain: Chain,
  waiting: readonly AttemptRow[],
): Promise<void> {
  const { db, clock } = deployment;
  const now = clock.seconds();
  const signed = waiting.filter(({ state }) => state === 'signed');
  const expired = waiting.filter(({ state }) => state === 'expired');
  const sendable = await listSendable(deployment, signed);
  await Promise.all(sendable.map(({ wire }) => sendWire(chain, wire, { skipPreflight: true })));
  if (signed.length > 0) await postponeCheck(db, idsOf(signed), now + RECHECK_SECONDS);
  if (expired.length > 0) await postponeCheck(db, idsOf(expired), now + EXPIRED_RECHECK_SECONDS);
}

function idsOf(attempts: readonly AttemptRow[]): string[] {
  return attempts.map(({ id }) => id);
}

/** Attempts whose bytes may be sent again: refunds, and charges of mandates that are still active. */
async function listSendable({ db }: Deployment, attempts: readonly AttemptRow[]): Promise<AttemptRow[]> {
  const mandates = await listMandatesById(
    db,
    attempts.map(({ mandateId }) => mandateId),
  );
  const active = new Set(mandates.filter(({ status }) => status === 'active').map(({ id }) => id));
  return attempts.filter(({ refundId, mandateId }) => refundId !== null || active.has(mandateId));
}

/** Records what became of an attempt, once, whoever else looks at the same time. */
async function record(
  deployment: Deployment,
  { id, mandateId }: AttemptRow,
  resolution: Resolution,
): Promise<void> {
  const { db, clock, log } = deployment;
  await db.begin(async (tx) => {
    const mandate = await lockMandate(tx, mandateId);
    const attempt = await lockAttempt(tx, id);
    if (attempt.state !== 'signed' && attempt.state !== 'expired') return;
    const moment = await readMoment(tx, mandate, clock);
    const outcome = await decide(tx, attempt, resolution, moment.realNow);
    if (outcome === 'duplicate') {
      const reason = `The attempt ${attempt.id} (${attempt.signature}) landed although its charge or refund was settled before.`;
      log.fatal({ attemptId: attempt.id, signature: attempt.signature }, reason);
      await haltChain(tx, attempt.livemode, reason);
    } else if (outcome !== null) {
      await apply(tx, mandate, attempt, outcome, moment);
    }
  });
}

/** Notes the attempt's new state. Answers what its charge or refund has to be told, null for nothing. */
async function decide(
  tx: Tx,
  attempt: AttemptRow,
  resolution: Resolution,
  realNow: number,
): Promise<Outcome | 'duplicate' | null> {
  const done = { resolvedAt: realNow, checkAt: null };
  switch (resolution.kind) {
    case 'landed': {
      const settledBy = await settledSignature(tx, attempt);
      const isSecond = settledBy !== null && settledBy !== attempt.signature;
      await resolveAttempt(tx, attempt.id, { ...done, state: isSecond ? 'duplicate' : 'landed' });
      return isSecond ? 'duplicate' : { kind: 'landed', signature: attempt.signature };
    }
    case 'superseded':
      await resolveAttempt(tx, attempt.id, { ...done, state: 'expired' });
      return attempt.state === 'signed' ? { kind: 'landed', signature: resolution.by.signature } : null;
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

/** The signature that settled the attempt's charge or refund, null while none has. */
async function settledSignature(tx: Tx, { chargeId, refundId }: AttemptRow): Promise<string | null> {
  return chargeId === null
    ? (await lockRefund(tx, refundId!)).txSignature
    : (await lockCharge(tx, chargeId)).txSignature;
}

function apply(
  tx: Tx,
  mandate: MandateRow,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<void> {
  return attempt.chargeId === null
    ? applyToRefund(tx, attempt, outcome, moment)
    : applyToCharge(tx, mandate, attempt, outcome, moment);
}

/** Errors of the chain carry small bigints, which JSON does not know. */
function bigintToNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
