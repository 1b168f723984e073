import {
  type AttemptRow,
  claimAttemptsToCheck,
  listAttempts,
  listSendable,
  listUnresolved,
  postponeCheck,
} from '../attempts/queries.ts';
import { type Resolution, resolveAttempts } from '../chain/confirm.ts';
import type { AttemptToResolve } from '../chain/node-view.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { EXPIRED_RECHECK_SECONDS, recordResolution } from './record-resolution.ts';
import { tellUnproven } from './tell-unproven.ts';

/** One call asks for up to 256 statuses. */
const BATCH = 256;
/** Of one round of looking. When it is exceeded two processes look and send the same bytes, which harms nothing; a killed one costs little. */
const LEASE_SECONDS = 5;
/** Between two looks at one attempt by the background resolver. A block every 0.4 s, and a node that is not to be flooded. */
const RECHECK_SECONDS = 2;
/** Of one that is unknown for over an hour: its bytes are dead, and only a node's history is still missing. */
const UNPROVEN_RECHECK_SECONDS = 15;
/** Outcomes recorded at once, each in a transaction of its own: a landed charge must not wait for 255 others. */
const RECORDED_AT_A_TIME = 8;

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
  const { clock } = deployment;
  const deadline = clock.milliseconds() + timeoutMs;
  let open: readonly string[] = attemptIds;
  while (open.length > 0) {
    open = await resolveOnce(deployment, chain, open);
    if (open.length === 0 || signal?.aborted || clock.milliseconds() > deadline) return;
    await clock.sleep(pollMs(chain), signal);
  }
}

/** The pause between two looks of one who waits for an outcome. */
export function pollMs(chain: Chain): number {
  return chain.isLocalnet ? POLL_MS.localnet : POLL_MS.cluster;
}

/** Looks at these attempts once, and returns the ids of those that are still unresolved. */
export async function resolveOnce(
  deployment: Deployment,
  chain: Chain,
  attemptIds: readonly string[],
): Promise<string[]> {
  const { db, clock } = deployment;
  const attempts = await listAttempts(db, attemptIds);
  const now = clock.seconds();
  const due = attempts.filter(({ checkAt }) => checkAt !== null && checkAt <= now);
  await resolveBatch(deployment, chain, attempts, due);
  return listUnresolved(db, attemptIds);
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
    resolutions = await resolveAttempts(chain, attempts.map(toResolve));
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
  const waiting = new Set(attempts.filter(({ id }) => resolutions.get(id)!.kind === 'waiting'));
  const resolved = attempts.filter((attempt) => !waiting.has(attempt));
  // Those of one mandate wait for its lock anyway.
  const byMandate = [...Map.groupBy(resolved, ({ mandateId }) => mandateId).values()];
  await mapInLanes(byMandate, RECORDED_AT_A_TIME, async (ofMandate) => {
    for (const attempt of ofMandate) {
      await deployment.crashPoint('attempt:resolved');
      await recordResolution(deployment, attempt, resolutions.get(attempt.id)!);
    }
  });
  for (const { id } of waiting) {
    const resolution = resolutions.get(id)!;
    if (resolution.kind !== 'waiting' || resolution.alarm === null) continue;
    log.error({ attemptId: id, alarm: resolution.alarm }, 'what became of a transaction cannot be known');
  }
  await keepWaiting(
    deployment,
    chain,
    due.filter((attempt) => waiting.has(attempt)),
  );
}

/** An attempt as the chain is asked about it. */
export function toResolve(attempt: AttemptRow): AttemptToResolve {
  return {
    ...attempt,
    lastValidBlockHeight: BigInt(attempt.lastValidBlockHeight),
    blockHeightAtSigning: BigInt(attempt.blockHeightAtSigning),
    slotAtSigning: BigInt(attempt.slotAtSigning),
  };
}

/** Sends the same bytes again where they are still wanted; the other signatures are only observed. */
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
  const sendable = await listSendable(db, idsOf(signed));
  await Promise.all(sendable.map(({ wire }) => sendWire(chain, wire, { skipPreflight: true })));
  if (signed.length > 0) await postponeCheck(db, idsOf(signed), now + RECHECK_SECONDS);
  if (unproven.length > 0) await postponeCheck(db, idsOf(unproven), now + UNPROVEN_RECHECK_SECONDS);
  if (expired.length > 0) await postponeCheck(db, idsOf(expired), now + EXPIRED_RECHECK_SECONDS);
}

function idsOf(attempts: readonly AttemptRow[]): string[] {
  return attempts.map(({ id }) => id);
}
