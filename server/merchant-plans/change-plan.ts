import type { Address } from '@solana/kit';
import { ApiError, invalid } from '../../rules/api-error.ts';
import { chainSeconds, CLOCK_SYSVAR } from '../chain/chain-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Plan } from '../chain/subscriptions/accounts.ts';
import { deletePlan, updatePlanForms } from '../chain/subscriptions/instructions.ts';
import { readAccounts } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import { isWalletAddress } from '../lib/solana-address.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { nextStep } from '../subscription-plans/ending.ts';
import { refreshOwnedPlan } from '../subscription-plans/owned-plan.ts';
import {
  getOwnedPlan,
  lockOwnedPlan,
  type OwnedPlanRow,
  updateOwnedPlan,
} from '../subscription-plans/owned-queries.ts';
import { requireChain } from '../tokens/chargeable-mint.ts';
import { makingTransaction } from './create-plan.ts';
import { type IssuedPlan, issuedColumns, issueForPlan } from './issue.ts';

/** The merchant's plan as it is on chain now. Throws resource_missing, broadcast_unavailable; ChainUnavailableError. */
async function present(deployment: Deployment, tenant: Tenant, id: string) {
  const chain = requireChain(deployment, tenant.livemode);
  const known = await getOwnedPlan(deployment.db, tenant, id);
  return { chain, ...(await refreshOwnedPlan(deployment, chain, known)) };
}

/**
 * The transaction that makes a pending plan, anew. A plan that was made is returned as it is. Two of one plan can be signed at once: the address
 * is the same, so only one succeeds. Throws resource_missing, broadcast_unavailable; ChainUnavailableError.
 */
export async function reissueMaking(deployment: Deployment, tenant: Tenant, id: string): Promise<IssuedPlan> {
  const { chain, row } = await present(deployment, tenant, id);
  if (row.status !== 'wanted') return { row, transaction: null };
  const { db } = deployment;
  const issued = await makingTransaction(deployment, chain, row);
  await db.begin(async (tx) => {
    await lockOwnedPlan(tx, tenant, id);
    await updateOwnedPlan(tx, row, issuedColumns('create', issued));
  });
  return { row: await getOwnedPlan(db, tenant, id), transaction: issued.transaction };
}

/**
 * The transaction after which `puller` alone may pull through the plan. Throws resource_missing, broadcast_unavailable, parameter_invalid for a plan
 * that is not on chain or ends; ChainUnavailableError.
 */
export async function issuePuller(
  deployment: Deployment,
  tenant: Tenant,
  id: string,
  puller: Address,
): Promise<IssuedPlan> {
  if (!isWalletAddress(puller))
    throw invalid('puller', 'is a program-derived address, for which nobody can sign');
  const { chain, row, onChain } = await present(deployment, tenant, id);
  const plan = requireOnChain(row, onChain.plan);
  if (!plan.isActive) {
    throw new ApiError('parameter_invalid', {
      param: 'id',
      message: 'The plan was told to end, and a plan that ends gets no other puller.',
    });
  }
  const forms = await updatePlanForms(plan, { isActive: true, endsAt: plan.endsAt, pullers: [puller] });
  return issueForPlan(deployment, chain, row, { action: 'set_puller', forms });
}

/**
 * The next transaction on the way to a closed plan: the one that ends it, or the one that deletes it; none while it waits for its end. It takes no
 * more mandates from then on, unless the transaction is never signed. Throws resource_missing, broadcast_unavailable, parameter_invalid while
 * mandates use it, or its making may still land; ChainUnavailableError.
 */
export async function issueClosing(deployment: Deployment, tenant: Tenant, id: string): Promise<IssuedPlan> {
  const { db } = deployment;
  const { chain, row, onChain } = await present(deployment, tenant, id);
  if (row.status === 'deleted') return { row, transaction: null };
  await db.begin(async (tx) => {
    const locked = await lockOwnedPlan(tx, tenant, id);
    requireUnused(locked);
    if (row.madeAt !== null) return updateOwnedPlan(tx, row, { status: 'ending' });
    requireUnmade(locked);
    return updateOwnedPlan(tx, row, { status: 'deleted', rent: 0n });
  });
  if (row.madeAt === null) return { row: await getOwnedPlan(db, tenant, id), transaction: null };
  const plan = requireOnChain(row, onChain.plan);
  const step = nextStep(plan, await chainNowOf(deployment, chain, row));
  if (step.kind === 'sunset') {
    const change = { isActive: false, endsAt: BigInt(step.endsAt), pullers: plan.pullers };
    return issueForPlan(deployment, chain, row, {
      action: 'end',
      forms: await updatePlanForms(plan, change),
    });
  }
  if (step.kind === 'delete') {
    const forms = [await deletePlan({ owner: row.owner, planId: row.number })];
    return issueForPlan(deployment, chain, row, { action: 'delete', forms });
  }
  return { row: await getOwnedPlan(db, tenant, id), transaction: null };
}

function requireUnused({ mandates }: OwnedPlanRow): void {
  if (mandates === 0) return;
  throw new ApiError('parameter_invalid', {
    param: 'id',
    message: `${mandates} pending or active mandate${mandates === 1 ? ' uses' : 's use'} this plan, and could not be charged any more. Revoke them first, or let them end.`,
  });
}

function requireUnmade({ issuedAction }: OwnedPlanRow): void {
  if (issuedAction === null) return;
  throw new ApiError('parameter_invalid', {
    param: 'id',
    message: 'The transaction that makes this plan can still land. Try again in two minutes.',
  });
}

function requireOnChain(row: OwnedPlanRow, plan: Plan | null): Plan {
  if (plan !== null && row.status !== 'deleted') return plan;
  throw new ApiError('parameter_invalid', {
    param: 'id',
    message:
      row.status === 'wanted'
        ? 'The plan is not on chain yet: its owner has to sign the transaction that makes it first.'
        : 'The plan is not on chain any more.',
  });
}

/** The chain's time on the merchant's clock. */
async function chainNowOf({ db, clock }: Deployment, chain: Chain, row: OwnedPlanRow): Promise<number> {
  const { accounts } = await readAccounts(chain, [CLOCK_SYSVAR], { commitment: 'confirmed' });
  const chainTime = chainSeconds(accounts[0] ?? null);
  if (chainTime === null) throw new ChainUnavailableError('No node shows the time of the chain.');
  const { now, realNow } = await readMoment(db, row, clock);
  return chainTime + now - realNow;
}
