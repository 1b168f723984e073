import {
  type AttemptRow,
  claimAttemptsToCheck,
  listAttempts,
  listSendable,
  listUnresolved,
  postponeCheck,
  wiresOf,
} from './queries.ts';
import { type Resolution, resolveAttempts } from '../chain/confirm.ts';
import type { AttemptToResolve } from '../chain/node-view.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import type { Appliers } from './outcome.ts';
import { recordLandings } from './record-landings.ts';
import { EXPIRED_RECHECK_SECONDS, recordResolution } from './record-resolution.ts';
import { tellUnproven } from './tell-unproven.ts';

/** One call returns up to 256 statuses. */
const BATCH = 256;
/**
 * Lease of one round. If it is exceeded two processes check and send the same bytes, which does no harm; a
 * killed process delays little.
 */
const LEASE_SECONDS = 5;
/**
 * Between two checks of one attempt by the background resolver. A block takes 0.4 s, and nodes limit the
 * request rate.
 */
const RECHECK_SECONDS = 2;
/**
 * For an attempt that is unknown for over an hour: its bytes have expired, and only a node's history is still
 * missing.
 */
const UNPROVEN_RECHECK_SECONDS = 15;
/** Outcomes recorded at once, each in its own transaction: a landed charge must not wait for 255 others. */
const RECORDED_AT_A_TIME = 8;

/** Checks every attempt that is due. Returns how many were checked. */
export async function resolveDueAttempts(
  deployment: Deployment,
  appliers: Appliers,
  livemode: boolean,
): Promise<number> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  let looked = 0;
  for (;;) {
    const now = clock.seconds();
    const due = await claimAttemptsToCheck(db, livemode, { now, until: now + LEASE_SECONDS, take: BATCH });
    if (due.length > 0) await resolveBatch(deployment, appliers, chain, due, due);
    looked += due.length;
    if (due.length < BATCH) return looked;
  }
}

/**
 * A slot takes 0.4 s: polling more often learns nothing of one attempt. Real nodes are polled less, for their rate limits, and only when an
 * outcome can have changed. Of many that were sent together, some are confirmed at each third of a slot, and one call asks for all: that begins
 * their recording, which takes the processors' time, while others still wait for their block.
 */
const POLL_MS = { localnet: 100, cluster: 450, crowd: 130 };
/** A crowd: a poll costs each of them at most a sixty-fourth of a call. */
const CROWD = 64;
const SLOT_MS = 400n;
/** How much longer than its next check by its sender an attempt is left alone by everybody else. */
const SPARE_SECONDS = 2;

/**
 * Polls these attempts until all are resolved, `timeoutMs` has passed or `signal` aborts. The background
 * resolver handles what is left.
 */
export async function resolveUntilSettled(
  deployment: Deployment,
  appliers: Appliers,
  chain: Chain,
  attemptIds: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const { clock } = deployment;
  const deadline = clock.milliseconds() + timeoutMs;
  let open: readonly string[] = attemptIds;
  while (open.length > 0) {
    const waits = await resolveOnce(deployment, appliers, chain, open);
    open = [...waits.keys()];
    const leftMs = deadline - clock.milliseconds();
    if (open.length === 0 || signal?.aborted || leftMs < 0) return;
    await clock.sleep(Math.min(...waits.values(), leftMs + 1), signal);
  }
}

/**
 * Checks these attempts once, and returns those still unresolved, each with the milliseconds after which its outcome can have changed.
 */
export async function resolveOnce(
  deployment: Deployment,
  appliers: Appliers,
  chain: Chain,
  attemptIds: readonly string[],
): Promise<Map<string, number>> {
  const { db, clock } = deployment;
  const attempts = await listAttempts(db, attemptIds);
  const now = clock.seconds();
  const due = attempts.filter(({ checkAt }) => checkAt !== null && checkAt <= now);
  const resolutions = await resolveBatch(deployment, appliers, chain, attempts, due);
  const unresolved = await listUnresolved(db, attemptIds);
  const { length: checked } = attemptIds;
  return new Map(unresolved.map((id) => [id, waitMs(chain, resolutions.get(id), checked)]));
}

/** The pause before the first check of what was sent, while so many are watched: by then a block can hold some of it. */
export function pollMs({ isLocalnet, commitment }: Chain, watched: number): number {
  if (isLocalnet) return POLL_MS.localnet;
  // Nothing is final for 32 slots.
  return watched >= CROWD && commitment === 'confirmed' ? POLL_MS.crowd : POLL_MS.cluster;
}

/**
 * The pause until the next check of an attempt that was checked with so many others. The localnet, which finalizes sooner than a cluster, costs
 * nothing to ask.
 */
function waitMs(chain: Chain, resolution: Resolution | undefined, checked: number): number {
  const atLeastMs = pollMs(chain, checked);
  if (chain.isLocalnet || resolution?.kind !== 'waiting') return atLeastMs;
  return resolution.slots === 1n ? atLeastMs : Math.max(Number(resolution.slots * SLOT_MS), atLeastMs);
}

/**
 * One round: asks the chain, records what landed together and each other outcome in its own transaction, and sends those of `due` again
 * that are still waiting and not on chain. Returns the outcomes, none if the chain cannot be reached.
 */
async function resolveBatch(
  deployment: Deployment,
  appliers: Appliers,
  chain: Chain,
  attempts: readonly AttemptRow[],
  due: readonly AttemptRow[],
): Promise<Map<string, Resolution>> {
  const { db, clock, log } = deployment;
  let resolutions: Map<string, Resolution>;
  try {
    resolutions = await resolveAttempts(chain, attempts.map(toResolve));
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error, attempts: attempts.length }, 'the chain cannot be reached: attempts stay unknown');
    await postponeCheck(
      db,
      due.map(({ id }) => id),
      clock.seconds() + RECHECK_SECONDS,
    );
    return new Map();
  }
  const waiting = new Set(attempts.filter(({ id }) => resolutions.get(id)!.kind === 'waiting'));
  const resolved = attempts.filter((attempt) => !waiting.has(attempt));
  const left = await recordLandings(deployment, appliers, resolved, resolutions);
  // Attempts of one mandate wait for its lock anyway.
  const byMandate = [...Map.groupBy(left, ({ mandateId }) => mandateId).values()];
  await mapInLanes(byMandate, RECORDED_AT_A_TIME, async (ofMandate) => {
    for (const attempt of ofMandate) {
      await deployment.crashPoint('attempt:resolved');
      await recordResolution(deployment, appliers, attempt, resolutions.get(attempt.id)!);
    }
  });
  for (const { id } of waiting) {
    const resolution = resolutions.get(id)!;
    if (resolution.kind !== 'waiting' || resolution.alarm === null) continue;
    log.error(
      { attemptId: id, alarm: resolution.alarm },
      'the outcome of a transaction cannot be determined',
    );
  }
  await leaveAlone(deployment, chain, [...waiting], resolutions);
  const unseen = due.filter((attempt) => waiting.has(attempt) && !isSeen(resolutions.get(attempt.id)));
  await keepWaiting(deployment, chain, unseen);
  return resolutions;
}

function isSeen(resolution: Resolution | undefined): boolean {
  return resolution?.kind === 'waiting' && resolution.isSeen && resolution.alarm === null;
}

/** What is on chain is neither sent again nor checked before its outcome can have changed, by any process. */
async function leaveAlone(
  { db, clock }: Deployment,
  chain: Chain,
  waiting: readonly AttemptRow[],
  resolutions: ReadonlyMap<string, Resolution>,
): Promise<void> {
  const now = clock.seconds();
  const onChain = waiting.filter(({ id }) => isSeen(resolutions.get(id)));
  const byCheck = Map.groupBy(onChain, ({ id }) => {
    const seconds = Math.ceil(waitMs(chain, resolutions.get(id), waiting.length) / 1000);
    return now + seconds + SPARE_SECONDS;
  });
  for (const [checkAt, attempts] of byCheck) {
    const sooner = attempts.filter((attempt) => attempt.checkAt !== null && attempt.checkAt < checkAt);
    if (sooner.length > 0) await postponeCheck(db, idsOf(sooner), checkAt);
  }
}

/** An attempt in the form in which the chain is asked about it. */
export function toResolve(attempt: AttemptRow): AttemptToResolve {
  return {
    ...attempt,
    lastValidBlockHeight: BigInt(attempt.lastValidBlockHeight),
    blockHeightAtSigning: BigInt(attempt.blockHeightAtSigning),
    slotAtSigning: BigInt(attempt.slotAtSigning),
  };
}

/** Sends the same bytes again if they are still wanted; other signatures are only observed. */
async function keepWaiting(
  deployment: Deployment,
  chain: Chain,
  waiting: readonly AttemptRow[],
): Promise<void> {
  const { db, clock } = deployment;
  const now = clock.seconds();
  const unproven = tellUnproven(deployment, chain, waiting);
  const signed = waiting.filter((attempt) => attempt.state === 'signed' && !unproven.includes(attempt));
  const expired = waiting.filter(({ state }) => state === 'expired');
  const sendable = await listSendable(db, idsOf(signed), now);
  await Promise.all(wiresOf(sendable).map((wire) => sendWire(chain, wire, { skipPreflight: true })));
  if (signed.length > 0) await postponeCheck(db, idsOf(signed), now + RECHECK_SECONDS);
  if (unproven.length > 0) await postponeCheck(db, idsOf(unproven), now + UNPROVEN_RECHECK_SECONDS);
  if (expired.length > 0) await postponeCheck(db, idsOf(expired), now + EXPIRED_RECHECK_SECONDS);
}

function idsOf(attempts: readonly AttemptRow[]): string[] {
  return attempts.map(({ id }) => id);
}
