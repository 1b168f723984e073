import type { Chain } from '../chain/rpc.ts';
import { parsePlan, type Plan } from '../chain/subscriptions/accounts.ts';
import { finalizedHeight } from '../chain/subscriptions/owner-transaction.ts';
import { readAccounts } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import {
  NOTHING_ISSUED,
  getOwnedPlan,
  lockOwnedPlan,
  type OwnedPlanChange,
  type OwnedPlanRow,
  type PlanAction,
  updateOwnedPlan,
} from './owned-queries.ts';
import type { PlanRow, PlanStatus } from './queries.ts';

/**
 * Why a merchant's plan on chain cannot be given to payers, or null if it can. Its owner may let others pull beside the service; whom it pays, what
 * and how often cannot change while it is the same plan.
 */
export function ownedDifference(plan: Plan | null, row: PlanRow): string | null {
  if (plan === null) return 'it is not on chain';
  if (!isSamePlan(plan, row)) return 'it is another plan';
  if (!plan.pullers.includes(row.puller)) return 'this service may not pull';
  if (!plan.isActive || plan.endsAt !== 0n) return 'it ends';
  return null;
}

/** Whether the plan at the address is the recorded one: one that was deleted and made anew was made later. */
function isSamePlan(plan: Plan, row: PlanRow): boolean {
  return (
    plan.owner === row.owner &&
    plan.planId === row.number &&
    plan.mint === row.mint &&
    plan.amountAtomic === row.amount &&
    plan.periodHours === BigInt(row.periodHours) &&
    plan.destinations.join() === row.payee &&
    (row.madeAt === null || plan.createdAt === BigInt(row.madeAt))
  );
}

/** A merchant's plan as it is on chain; null if nothing is there. */
export interface OwnedOnChain {
  plan: Plan | null;
  rent: bigint;
}

export async function readOwnedPlan(
  chain: Chain,
  row: PlanRow,
  minContextSlot?: bigint,
): Promise<OwnedOnChain> {
  const { accounts } = await readAccounts(chain, [row.address], { commitment: 'confirmed', minContextSlot });
  const raw = accounts[0] ?? null;
  const plan = parsePlan(raw);
  return { plan, rent: plan === null ? 0n : raw!.lamports };
}

/**
 * Records how a merchant's plan is on chain: its owner may have changed it there without a word. Returns the row with what was read. Throws
 * ChainUnavailableError.
 */
export async function refreshOwnedPlan(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  row: OwnedPlanRow,
): Promise<{ row: OwnedPlanRow; onChain: OwnedOnChain }> {
  const wasNeverMade = row.status === 'deleted' && row.madeAt === null;
  if (wasNeverMade || row.genesisHash !== chain.genesisHash)
    return { row, onChain: { plan: null, rent: 0n } };
  const overSince = await slotOfExpiry(chain, row);
  const onChain = await readOwnedPlan(chain, row, overSince ?? undefined);
  const change = changeOf(row, onChain, overSince !== null);
  await db.begin(async (tx) => {
    const locked = await lockOwnedPlan(tx, row, row.id);
    const isAsRead = locked.status === row.status && sameIssued(locked, row);
    if (isAsRead) await updateOwnedPlan(tx, row, change);
  });
  return { row: await getOwnedPlan(db, row, row.id), onChain };
}

/** A finalized slot by which the issued transaction has landed or never will; null while it may, or none is issued. */
async function slotOfExpiry(
  chain: Chain,
  { issuedLastValidBlockHeight: last }: OwnedPlanRow,
): Promise<bigint | null> {
  if (last === null) return null;
  const { height, slot } = await finalizedHeight(chain);
  return height > BigInt(last) ? slot : null;
}

function changeOf(row: OwnedPlanRow, { plan, rent }: OwnedOnChain, isOver: boolean): OwnedPlanChange {
  const isThere = plan !== null && isSamePlan(plan, row);
  const isSettled = row.issuedAction !== null && (isOver || hasLanded(row.issuedAction, plan, isThere));
  return {
    status: statusOf(row, isThere ? plan : null, isSettled),
    ...(isThere
      ? { madeAt: Number(plan.createdAt), rent, endsAt: plan.endsAt === 0n ? null : Number(plan.endsAt) }
      : row.madeAt === null
        ? {}
        : { rent: 0n }),
    ...(isSettled ? NOTHING_ISSUED : {}),
  };
}

/** Whether the chain shows what the issued transaction does. Another puller is seen by the service no longer being one. */
function hasLanded(action: PlanAction, plan: Plan | null, isThere: boolean): boolean {
  if (action === 'create') return isThere;
  if (action === 'delete') return plan === null;
  return action === 'end' && plan !== null && !plan.isActive;
}

function statusOf(row: OwnedPlanRow, plan: Plan | null, isSettled: boolean): PlanStatus {
  if (plan === null) return row.madeAt === null ? row.status : 'deleted';
  if (!plan.pullers.includes(row.puller)) return 'moved';
  if (!plan.isActive || plan.endsAt !== 0n) return 'ending';
  // It was to end, and what was issued for that may still land.
  const isEnding = row.status === 'ending' && row.issuedAction !== null && !isSettled;
  return isEnding ? 'ending' : 'open';
}

function sameIssued(a: OwnedPlanRow, b: OwnedPlanRow): boolean {
  if (a.issuedMessage === null || b.issuedMessage === null) return a.issuedMessage === b.issuedMessage;
  return Buffer.from(a.issuedMessage).equals(Buffer.from(b.issuedMessage));
}
