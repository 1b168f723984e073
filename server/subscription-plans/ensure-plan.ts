import type { Chain } from '../chain/rpc.ts';
import type { Plan } from '../chain/subscriptions/accounts.ts';
import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { choosePlan, choosePlanAhead, planFields } from './choose-plan.ts';
import { makePlan } from './make-plan.ts';
import type { PlanRow } from './queries.ts';

/** A mandate whose plan is on chain. */
export interface EnsuredPlan {
  mandate: MandateRow;
  /** As it is on chain. */
  plan: Plan;
  row: PlanRow;
}

/**
 * Sees to it that there is a plan on chain for a pending mandate's payer to subscribe to, made now if there was none, and that the mandate names
 * it. The plan is exactly as its row. May be repeated whatever happened before: a plan is found by its address. Call it before anything is given
 * out to sign, and after the chain was looked at for what the payer may have signed. Throws mandate_not_pending, rate_limit_exceeded if the
 * merchant or the service has made as many plans as it may, internal_error if the service cannot make it; ChainUnavailableError.
 */
export async function ensurePlan(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<EnsuredPlan> {
  const chosen = await choosePlan(deployment, chain, mandate);
  return { ...chosen, ...(await makePlan(deployment, chain, chosen.row)) };
}

/**
 * The same for a mandate that is inserted once its payer has subscribed, as the returned mandate: until then another one of the payer may take the
 * plan. Throws as `ensurePlan`.
 */
export async function ensurePlanAhead(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<EnsuredPlan> {
  const row = await choosePlanAhead(deployment, chain, mandate);
  const made = await makePlan(deployment, chain, row);
  return { mandate: { ...mandate, ...(await planFields(row, mandate)) }, ...made };
}
