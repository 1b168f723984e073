import type { Instruction } from '@solana/kit';
import { chainSeconds, CLOCK_SYSVAR } from '../chain/chain-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import type { Signer } from '../chain/signer.ts';
import { sendWire } from '../chain/submit.ts';
import { parsePlan, type Plan } from '../chain/subscriptions/accounts.ts';
import { deletePlan, updatePlanForms } from '../chain/subscriptions/instructions.ts';
import { type BuiltPlanTransaction, buildPlanTransaction } from '../chain/subscriptions/plan-transaction.ts';
import { readAccounts } from '../chain/tokens.ts';
import { waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { readMoment } from '../merchants/moment.ts';
import { type EndingStep, nextStep } from './ending.ts';
import { endPlan, markPlanSent, type PlanRow } from './queries.ts';
import {
  claimEndingPlans,
  listUnusedPlans,
  lockUnusedPlan,
  markPlanDeleted,
  noteUnusedPlans,
  postponeEnding,
} from './retirement-queries.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** A pool's plan serves the next payer. After a day without one its rent is worth more. */
const POOL_UNUSED_SECONDS = DAY_SECONDS;
/** A mandate's own plan serves nobody else. By then nothing that was signed for it can land any more. */
const OWN_UNUSED_SECONDS = HOUR_SECONDS;
/** Of a round; the next one takes more. */
const BATCH = 20;
const LANES = 4;
/** On the localnet a merchant's clock may pass the end of a plan at any time. */
const TEST_LOOK_SECONDS = 60;
/** How long a round has a plan for itself, and when it is looked at again after a fault of ours. Some times longer than a transaction may take. */
const LOOK_AGAIN_SECONDS = 60;

/**
 * Ends plans that no mandate needs: a row is marked as ending first, so that no mandate chooses the plan; then the plan is told to end, and deleted
 * once it has, which returns its rent. Each step is taken from what is on chain, so that a crash between two repeats nothing. Does nothing
 * while no node responds.
 */
export async function retirePlans(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const now = clock.seconds();
  await noteUnusedPlans(db, chain, now);
  const before = { pool: now - POOL_UNUSED_SECONDS, own: now - OWN_UNUSED_SECONDS };
  for (const address of await listUnusedPlans(db, chain, before, BATCH)) {
    await db.begin(async (tx) => {
      if (await lockUnusedPlan(tx, address)) await endPlan(tx, address);
    });
  }
  const until = now + LOOK_AGAIN_SECONDS;
  const ending = await claimEndingPlans(db, chain, { now, until, take: BATCH });
  await mapInLanes(ending, LANES, async (row) => {
    try {
      await endOnChain(deployment, chain, row);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, plan: row.address }, 'ending a plan is postponed');
    }
  });
}

/** Takes the steps that can be taken now: usually one, and after it only the next look. */
async function endOnChain(deployment: Deployment, chain: Chain, row: PlanRow): Promise<void> {
  const { db, clock } = deployment;
  const first = await lookAtPlan(deployment, chain, row);
  if (await isSettled(deployment, chain, row, first)) return;
  if (!(await take(deployment, chain, row, first))) {
    const { endsAt } = row;
    await postponeEnding(db, row.address, { endsAt, lookAt: clock.seconds() + DAY_SECONDS });
    return;
  }
  // What is not to be seen yet is looked for again when the claim is over.
  await isSettled(deployment, chain, row, await lookAtPlan(deployment, chain, row));
}

interface Look {
  step: EndingStep;
  /** As it is on chain. */
  plan: Plan | null;
  chainNow: number;
}

/** The plan as it counts on this chain, and what that makes the next step. */
async function lookAtPlan({ db, clock }: Deployment, chain: Chain, row: PlanRow): Promise<Look> {
  const { commitment } = chain;
  const { accounts } = await readAccounts(chain, [CLOCK_SYSVAR, row.address], { commitment });
  const chainTime = chainSeconds(accounts[0] ?? null);
  if (chainTime === null) throw new ChainUnavailableError('No node shows the time of the chain.');
  const { now, realNow } = await readMoment(db, row, clock);
  await runAtClockOf(chain, { merchantId: row.merchantId, offsetSeconds: now - realNow }, [row.address]);
  const chainNow = chainTime + now - realNow;
  const plan: Plan | null = parsePlan(accounts[1] ?? null);
  return { step: nextStep(plan, chainNow), plan, chainNow };
}

/** Whether there is nothing to send; that is recorded. */
async function isSettled(
  { db, clock }: Deployment,
  chain: Chain,
  row: PlanRow,
  { step, chainNow }: Look,
): Promise<boolean> {
  if (step.kind === 'gone') {
    await markPlanDeleted(db, row.address);
    return true;
  }
  if (step.kind !== 'wait') return false;
  const leftSeconds = Math.min(step.endsAt - chainNow, DAY_SECONDS);
  const waitSeconds = chain.isLocalnet ? Math.min(leftSeconds, TEST_LOOK_SECONDS) : leftSeconds;
  const lookAt = clock.seconds() + Math.max(waitSeconds, 1);
  await postponeEnding(db, row.address, { endsAt: step.endsAt, lookAt });
  return true;
}

/** Sends a step and waits until it is confirmed or some seconds have passed. False if it cannot be taken: the plan stays, and its rent is counted. */
async function take(
  { db, clock, log }: Deployment,
  chain: Chain,
  row: PlanRow,
  { step, plan: seen }: Look,
): Promise<boolean> {
  const { address: plan, owner, number: planId } = row;
  const signer = signerOf(chain, row);
  if (signer === null) {
    log.warn(
      { mode: chain.mode, plan, owner },
      'a plan that nobody needs stays: its owner is not a key of this service',
    );
    return false;
  }
  const forms =
    step.kind === 'sunset' && seen !== null
      ? await updatePlanForms(seen, { isActive: false, endsAt: BigInt(step.endsAt), pullers: [] })
      : [await deletePlan({ owner, planId })];
  const built = await buildFirst(chain, signer, forms);
  if (built.kind === 'refused') {
    log.warn(
      { mode: chain.mode, plan, step: step.kind, reason: built.message },
      'a plan that nobody needs stays, with its rent: the chain refuses to end it',
    );
    return false;
  }
  await markPlanSent(db, plan, clock.seconds());
  await sendWire(chain, built.transaction.wire);
  await waitUntilConfirmed(clock, chain, built.transaction.signature, new AbortController().signal);
  return true;
}

/** The first form that the chain's version of the program takes, or why it refuses the last one. */
async function buildFirst(
  chain: Chain,
  signer: Signer,
  forms: readonly Instruction[],
): Promise<BuiltPlanTransaction> {
  const [first, ...others] = forms;
  const built = await buildPlanTransaction(chain, signer, first!);
  return built.kind === 'refused' && others.length > 0 ? buildFirst(chain, signer, others) : built;
}

/** The fee payer owned the plans of before there was an owner of their own. */
function signerOf({ planOwner, feePayer }: Chain, { owner }: PlanRow): Signer | null {
  return [planOwner, feePayer].find(({ address }) => address === owner) ?? null;
}
