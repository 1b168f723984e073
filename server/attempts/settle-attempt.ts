import type { Signature } from '@solana/kit';
import { type AttemptRow, listAttempts } from './queries.ts';
import { describeReport, type NodeReport, reportAttempt } from '../chain/attempt-report.ts';
import type { Resolution } from '../chain/confirm.ts';
import { matchMovement } from '../chain/find-landed.ts';
import { movementOf } from '../chain/node-view.ts';
import { readSettled } from '../chain/read-settled.ts';
import type { Chain } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { StartError } from '../lib/start-error.ts';
import { withEntry } from '../audit/with-entry.ts';
import { type Appliers, applierOf } from './outcome.ts';
import { recordOutcome } from './record-resolution.ts';
import { toResolve } from './resolve-attempts.ts';
import { isCounted } from './settlements.ts';

/** What a person found out about an attempt: the transaction that moved its money, or that there is none. */
export type Decision = { kind: 'landed'; signature: Signature } | { kind: 'expired' };

/** A day: by then the service has tried everything, and a node that was down is back. */
const MIN_AGE_SECONDS = 24 * 3600;

/**
 * Settles an attempt whose outcome no node can prove any more, as decided by the person running the command,
 * who has other sources. Every node is asked first, `say` reports each response, and a decision that
 * contradicts one is rejected. Recorded in the same way as by the resolver. Throws StartError,
 * ChainUnavailableError.
 */
export async function settleAttempt(
  deployment: Pick<Deployment, 'db' | 'clock' | 'log' | 'chains'>,
  appliers: Appliers,
  { id, decision, by }: { id: string; decision: Decision; by: string },
  say: (line: string) => void,
): Promise<void> {
  const { db, clock, log } = deployment;
  const [attempt] = await listAttempts(db, [id]);
  if (attempt === undefined) throw new StartError(`There is no attempt ${id}.`);
  if (attempt.state !== 'signed')
    throw new StartError(`The attempt ${id} is settled already: ${attempt.state}.`);
  if (clock.seconds() - attempt.signedAt < MIN_AGE_SECONDS)
    throw new StartError(
      `The attempt ${id} is younger than a day: the service may still find out by itself.`,
    );
  const chain = chainOf(deployment, attempt.livemode);
  if (chain === null) throw new StartError('No chain is configured for the mode of this attempt.');
  if (await applierOf(appliers, attempt).isTakenUp(db, attempt))
    throw new StartError('A worker holds the charge of this attempt. Try again in three minutes.');
  const reports: NodeReport[] = [];
  for (const node of chain.nodes) {
    const report = await reportAttempt(chain, node, toResolve(attempt));
    say(describeReport(report));
    reports.push(report);
  }
  const resolution =
    decision.kind === 'expired'
      ? expiryOf(reports)
      : await landingOf(deployment, chain, attempt, decision.signature, reports);
  // In the log of the merchant whose money it is about. Who ran the command is in the service's own log.
  const signature = decision.kind === 'landed' ? decision.signature : null;
  const deed = {
    merchantId: attempt.merchantId,
    livemode: attempt.livemode,
    actor: { kind: 'operator', id: null, name: 'settle-attempt', role: null },
    action: 'operator.settle-attempt',
    resourceId: attempt.chargeId ?? attempt.refundId,
    changes: { attempt: id, decision: decision.kind, ...(signature === null ? {} : { signature }) },
    address: null,
    userAgent: null,
  } as const;
  await withEntry(deployment, deed, async () => {
    await recordOutcome(deployment, appliers, attempt, resolution);
    return { isDone: true, result: null };
  });
  const [{ state } = attempt] = await listAttempts(db, [id]);
  log.warn({ attemptId: id, decision, by, reports, state }, 'a person settled an attempt');
  say(`The attempt ${id} is ${state}.`);
}

/** Nothing was moved, and nothing can be any more. An attempt that failed on chain moved nothing either. */
function expiryOf(reports: readonly NodeReport[]): Resolution {
  for (const { node, seen, byReference, isOver } of reports) {
    const landed = seen?.error === null || byReference.length > 0;
    if (landed) throw new StartError(`Refused: ${node} says that it landed.`);
    if (!isOver) throw new StartError(`Refused: ${node} is not so far that it could not land any more.`);
  }
  return { kind: 'expired' };
}

/** The attempt's own transaction, or another that a node shows and that is exactly its transfer. */
async function landingOf(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  attempt: AttemptRow,
  signature: Signature,
  reports: readonly NodeReport[],
): Promise<Resolution> {
  const isOwn = signature === attempt.signature;
  for (const { node, seen, byReference, hasHistory } of reports) {
    const other = byReference.find((landed) => landed.signature !== signature);
    if (other !== undefined)
      throw new StartError(`Refused: ${node} says that ${other.signature} landed instead.`);
    if (isOwn && seen !== null && seen.error !== null)
      throw new StartError(`Refused: ${node} says that it failed.`);
    if (isOwn && seen === null && hasHistory)
      throw new StartError(`Refused: ${node} has the history since the signing, and does not know it.`);
  }
  // Its bytes are stored here and contain its transfer. No node needs to show them.
  if (isOwn) return { kind: 'landed', slot: BigInt(attempt.slotAtSigning), reached: 'finalized' };
  const { read, slot, commitment } = await readSettled(chain, signature);
  const [transfer] = matchMovement(read, attempt.reference, movementOf(attempt)!);
  if (transfer === undefined)
    throw new StartError(
      `Refused: ${signature} is not the transfer of this attempt: other accounts, amount or reference.`,
    );
  if (commitment !== 'finalized') throw new StartError(`Refused: ${signature} is not finalized yet.`);
  const landing = { signature, slot, ...transfer };
  if (await db.begin((tx) => isCounted(tx, landing)))
    throw new StartError(`Refused: ${signature} settled something else already.`);
  return { kind: 'superseded', by: [landing] };
}
