import type { Address } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { parsePlan, type Plan } from '../chain/subscriptions/accounts.ts';
import { createPlan } from '../chain/subscriptions/instructions.ts';
import { buildPlanTransaction, PLAN_EXISTS } from '../chain/subscriptions/plan-transaction.ts';
import { sendWire } from '../chain/submit.ts';
import { readAccounts } from '../chain/tokens.ts';
import { type Outcome, waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import type { Deployment } from '../deployment.ts';
import { readMoment } from '../merchants/moment.ts';
import { ownedDifference } from './owned-plan.ts';
import { differenceOf } from './plan-terms.ts';
import { endPlan, findPlan, markPlanMade, markPlanSent, type PlanRow } from './queries.ts';

/** A plan as it is on chain, with the row that says so. */
export interface MadePlan {
  plan: Plan;
  row: PlanRow;
}

/** A node may show an account a moment after it has confirmed the transaction that made it. */
const SHOWN = { tries: 10, waitMs: 200 };
const NEVER = new AbortController().signal;

/** By chain and address: requests of one process at once send one transaction, of which they share the outcome. */
const making = new WeakMap<Chain, Map<Address, Promise<MadePlan>>>();

/**
 * Makes the plan of a row on chain, unless it is there. Only its address decides: a transaction that was sent before and lost can be made again,
 * since of two only one succeeds. Throws internal_error if the service cannot make it, or it is not as its row; ChainUnavailableError.
 */
export function makePlan(deployment: Deployment, chain: Chain, row: PlanRow): Promise<MadePlan> {
  const ofChain = making.get(chain) ?? new Map<Address, Promise<MadePlan>>();
  making.set(chain, ofChain);
  const underWay = ofChain.get(row.address);
  if (underWay !== undefined) return underWay;
  const made = findOrMake(deployment, chain, row).finally(() => ofChain.delete(row.address));
  ofChain.set(row.address, made);
  return made;
}

async function findOrMake(deployment: Deployment, chain: Chain, row: PlanRow): Promise<MadePlan> {
  const before = await readPlan(chain, row.address);
  if (row.id !== null) return useOwned(deployment, row, before);
  if (before !== null) return accept(deployment, row, before);
  const outcome = await send(deployment, chain, row);
  for (let tries = 1; ; tries += 1) {
    const seen = await readPlan(chain, row.address);
    if (seen !== null) return accept(deployment, row, seen);
    if (outcome === 'unknown' || tries === SHOWN.tries) break;
    await deployment.clock.sleep(SHOWN.waitMs);
  }
  if (outcome === 'failed') throw notNow();
  throw new ChainUnavailableError(`The plan ${row.address} was sent, and no node shows it yet.`);
}

/** A merchant's plan is as its owner left it: the service does not make it, and the next request chooses another if it cannot be used now. */
function useOwned({ log }: Deployment, row: PlanRow, seen: { plan: Plan; rent: bigint } | null): MadePlan {
  const difference = ownedDifference(seen?.plan ?? null, row);
  if (difference === null) return { plan: seen!.plan, row };
  log.warn({ plan: row.address, difference }, "a merchant's plan is not used");
  throw notNow();
}

/** Sends a transaction that makes the plan, and waits until it is confirmed or some seconds have passed. What counts is whether the plan is there. */
async function send(deployment: Deployment, chain: Chain, row: PlanRow): Promise<Outcome> {
  const { db, clock, log, crashPoint } = deployment;
  const { now, realNow } = await readMoment(db, row, clock);
  const ownClock = { merchantId: row.merchantId, offsetSeconds: now - realNow };
  await runAtClockOf(chain, ownClock, [row.address]);
  const instruction = await createPlan({
    owner: row.owner,
    planId: row.number,
    mint: row.mint,
    tokenProgram: row.tokenProgram,
    amountAtomic: row.amount,
    periodHours: BigInt(row.periodHours),
    endsAt: BigInt(row.endsAt ?? 0),
    payee: row.payee,
    puller: row.puller,
  });
  const built = await buildPlanTransaction(chain, chain.planOwner, instruction);
  if (built.kind === 'refused') {
    // Another process has made it since it was looked for.
    if (built.code === PLAN_EXISTS) return 'succeeded';
    log.error({ mode: chain.mode, plan: row.address, reason: built.message }, 'a plan cannot be made');
    throw notNow();
  }
  await markPlanSent(db, row.address, clock.seconds());
  await crashPoint('subscription_plan:committed');
  await sendWire(chain, built.transaction.wire);
  await crashPoint('subscription_plan:sent');
  const outcome = await waitUntilConfirmed(clock, chain, built.transaction.signature, NEVER);
  if (outcome === 'failed')
    log.warn({ mode: chain.mode, plan: row.address }, 'a plan failed to be made on chain');
  return outcome;
}

/** Records that the plan is there, after comparing it with what was wanted. */
async function accept(
  { db, log }: Deployment,
  row: PlanRow,
  { plan, rent }: { plan: Plan; rent: bigint },
): Promise<MadePlan> {
  const difference = differenceOf(plan, row);
  if (difference !== null) {
    // Nobody but its owner can have done this. The mandate gets another plan when it is asked for next.
    log.error({ plan: row.address, difference }, 'a plan on chain is not what was recorded: it is not used');
    await endPlan(db, row.address);
    throw notNow();
  }
  const madeAt = Number(plan.createdAt);
  if (row.status === 'open' && row.madeAt === madeAt && row.rent === rent) return { plan, row };
  await markPlanMade(db, row.address, { madeAt, rent });
  const made = await findPlan(db, row.address);
  if (made === null) throw new Error(`Bug: the plan ${row.address} has no row.`);
  return { plan, row: made };
}

async function readPlan(chain: Chain, address: Address): Promise<{ plan: Plan; rent: bigint } | null> {
  const { accounts } = await readAccounts(chain, [address], { commitment: 'confirmed' });
  const [raw] = accounts;
  const plan = parsePlan(raw ?? null);
  return plan === null ? null : { plan, rent: raw!.lamports };
}

function notNow(): ApiError {
  return new ApiError('internal_error', {
    message:
      'The service cannot set up this subscription right now. Nothing was charged. Try again in a few minutes.',
  });
}
