import { type AttemptRow, wiresOf } from '../attempts/queries.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { postponeCharge } from '../charges/close-charge.ts';
import { claimDueCharges, type ChargeRow, type ClaimScope, newLeaseToken } from '../charges/queries.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { announceRecovery } from '../recovery/recovery-wait.ts';
import { buildAttempts, type RefusedCharge, type UntimelyCharge } from './build-attempts.ts';
import { commitTogetherOrAlone } from './commit-attempts.ts';
import { MerchantTurns } from './merchant-turns.ts';
import { failPull } from './fail-pull.ts';
import { HeldBatch } from './held-batch.ts';
import { passOver } from './pass-over.ts';
import { type HeldCharge, readDue } from './read-due.ts';
import { takeUp } from './take-up.ts';
import { traceSent } from './trace-sent.ts';

/** Charges per round: their accounts are read with a few calls, and their attempts committed in one transaction. */
const BATCH = 200;
/** Transactions on their way to a node at once. */
const SENT_AT_A_TIME = 64;
/**
 * Longer than reading, simulating and signing a batch takes with a slow node. After it another worker takes
 * over the charges of one that died.
 */
const LEASE_SECONDS = 60;

export interface CollectOptions {
  /** Called at once for each batch. */
  onSent?: (attempts: readonly AttemptRow[]) => void;
  /** Resolves when up to `count` charges more may be sent; what it resolves with is called when they were. */
  room?: (count: number) => Promise<() => void>;
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
  { onSent, onMoreDue, room, signal }: CollectOptions = {},
): Promise<string[]> {
  const { db, clock, log } = deployment;
  const { livemode } = scope;
  const sent: string[] = [];
  const turns = new MerchantTurns(deployment, scope);
  while (await deployment.clockIsRight(livemode)) {
    // Before the claim: who waits holds nothing.
    const leave = await room?.(BATCH);
    // A stop was requested: what is still due is in the rows, for the next process.
    if (signal?.aborted === true) {
      leave?.();
      return sent;
    }
    const now = clock.seconds();
    const leaseUntil = now + LEASE_SECONDS;
    const batch = new HeldBatch(deployment, { livemode, leaseUntil, leaseToken: newLeaseToken() });
    try {
      const merchants = await turns.next(BATCH);
      const claimed = await claimDueCharges(db, scope, batch.lease, { now, take: BATCH, merchants });
      if (claimed.length === 0) return sent;
      if (claimed.length === BATCH) onMoreDue?.();
      turns.isBacklog = claimed.length === BATCH;
      const attempts = await collect(batch, claimed);
      if (attempts.length > 0) onSent?.(attempts);
      traceSent(deployment, attempts);
      sent.push(...attempts.map(({ id }) => id));
    } catch (error) {
      await batch.giveBack(error);
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error }, 'the chain cannot be reached: charges are set back');
      return sent;
    } finally {
      leave?.();
    }
  }
  return sent;
}

/** Takes the batch up, and pulls what is left. Returns the sent attempts. */
async function collect(batch: HeldBatch, claimed: readonly ChargeRow[]): Promise<AttemptRow[]> {
  const { deployment, lease } = batch;
  const { db, clock, log } = deployment;
  await deployment.crashPoint('charge:claimed');
  const chain = chainOf(deployment, lease.livemode);
  const state = await currentChainState(db, lease.livemode, clock.seconds());
  if (chain === null || state === null) {
    await batch.setBack(claimed, 'this mode has no chain');
    return [];
  }
  announceRecovery(log, chain, state);
  const toPull = await takeUp(batch, chain, state, await readDue(deployment, claimed));
  if (toPull.length === 0) return [];
  if (state.haltedReason !== null) {
    await batch.setBack(chargesOf(toPull), state.haltedReason);
    return [];
  }
  return pull(batch, chain, toPull, state.recovery);
}

/** Signs, commits and sends, up to `mostTogether` charges in one transaction; fails what cannot be signed. */
async function pull(
  batch: HeldBatch,
  chain: Chain,
  held: readonly HeldCharge[],
  recovery: number,
  mostTogether = chain.pullsPerTransaction,
): Promise<AttemptRow[]> {
  const { deployment } = batch;
  const built = await buildAttempts(chain, held, mostTogether);
  const signed = built.filter((one) => one.kind === 'signed');
  await deployment.crashPoint('attempt:signed');
  const attempts = await commitTogetherOrAlone(batch, signed, recovery);
  const committed = new Set(attempts.map((attempt) => attempt.chargeId));
  const left = signed.filter(({ charge }) => !committed.has(charge.id));
  // Before the failed ones are handled, which takes a while: the blockhash is running out.
  await deployment.crashPoint('attempt:committed');
  // Nodes' responses prove nothing, so they are ignored.
  await mapInLanes(wiresOf(attempts), SENT_AT_A_TIME, (wire) => sendWire(chain, wire));
  await deployment.crashPoint('attempt:sent');
  // Not sent: a charge of their transaction was revoked or lost between signing and committing. The others are pulled alone.
  const groups = [...Map.groupBy(left, ({ transaction }) => transaction).values()];
  const [alone, shared] = [groups.filter(isAlone).flat(), groups.filter((group) => !isAlone(group)).flat()];
  await batch.setBack(chargesOf(alone), 'the charge changed while it was being signed');
  const retried = shared.length === 0 ? [] : await pull(batch, chain, shared, recovery, 1);
  for (const one of built)
    if (one.kind !== 'signed') await batch.alone(one.charge, () => handleUnpulled(batch, chain, one));
  return [...attempts, ...retried];
}

async function handleUnpulled(
  batch: HeldBatch,
  chain: Chain,
  one: RefusedCharge | UntimelyCharge,
): Promise<void> {
  const { charge } = one;
  if (one.kind === 'refused') return failPull(batch, chain, one, one.failure);
  if (one.kind === 'over')
    return batch.change(charge, (tx, locked, moment) => passOver(tx, locked, moment, { isOver: true }));
  await batch.change(charge, (tx, locked, moment) =>
    postponeCharge(tx, locked.charge, moment, one.waitSeconds),
  );
}

function isAlone(group: readonly HeldCharge[]): boolean {
  return group.length === 1;
}

function chargesOf(held: readonly HeldCharge[]): ChargeRow[] {
  return held.map(({ charge }) => charge);
}
