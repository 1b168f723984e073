import type { Address } from '@solana/kit';
import { presentSubscriptionPlan } from '../../rules/subscription-plans/present.ts';
import { ChainUnavailableError } from '../chain/rpc.ts';
import { foundIn, type PageQuery, readPage } from '../db/page.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { type Tenant, tenantOf } from '../merchants/tenant.ts';
import { refreshOwnedPlan } from '../subscription-plans/owned-plan.ts';
import { getOwnedPlan, listOwnedPlans, type OwnedPlanRow } from '../subscription-plans/owned-queries.ts';
import { adoptPlan } from './adopt-plan.ts';
import { issueClosing, issuePuller, reissueMaking } from './change-plan.ts';
import { createOwnedPlan } from './create-plan.ts';
import type { IssuedPlan } from './issue.ts';
import { submitOwnedPlan } from './submit-plan.ts';

/** The operations on plans that the merchant's own wallet owns. */
export function merchantPlanRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    createSubscriptionPlan: async (ctx, { body }) => ({
      status: 201,
      body: await createOwnedPlan(deployment, tenantOf(ctx), body, ctx.idempotency),
    }),
    listSubscriptionPlans: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getOwnedPlan(db, tenant, id)),
        read: (page: PageQuery) => listOwnedPlans(db, tenant, page),
        cursorOf: ({ id }: OwnedPlanRow) => id,
      };
      return {
        status: 200,
        body: await readPage(query, source, (row: OwnedPlanRow) => presentSubscriptionPlan(row)),
      };
    },
    adoptSubscriptionPlan: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const { account, payers } = body;
      const request = { account: account as Address, payers: payers as Address[] | null };
      const { row, ...tally } = await adoptPlan(deployment, tenant, request);
      return {
        status: 200,
        body: {
          object: 'subscription_plan_adoption',
          livemode: tenant.livemode,
          createdAt: ctx.now,
          plan: presentSubscriptionPlan(row),
          ...tally,
        },
      };
    },
    getSubscriptionPlan: async (ctx, { path }) => ({
      status: 200,
      body: presentSubscriptionPlan(await readPlanNow(deployment, tenantOf(ctx), path.id)),
    }),
    createSubscriptionPlanTransaction: async (ctx, { path }) => ({
      status: 200,
      body: presentIssued(await reissueMaking(deployment, tenantOf(ctx), path.id)),
    }),
    setSubscriptionPlanPuller: async (ctx, { path, body }) => ({
      status: 200,
      body: presentIssued(await issuePuller(deployment, tenantOf(ctx), path.id, body.puller as Address)),
    }),
    closeSubscriptionPlan: async (ctx, { path }) => ({
      status: 200,
      body: presentIssued(await issueClosing(deployment, tenantOf(ctx), path.id)),
    }),
    submitSubscriptionPlan: async (ctx, { path, body }) => {
      const signed = { signedTransaction: body.signedTransaction, signal: ctx.signal };
      const row = await submitOwnedPlan(deployment, tenantOf(ctx), path.id, signed);
      return { status: 200, body: presentSubscriptionPlan(row) };
    },
  } satisfies Partial<Handlers>;
}

function presentIssued({ row, transaction }: IssuedPlan) {
  return presentSubscriptionPlan(row, transaction);
}

/** The plan as it is on chain, or as it was last seen while no node responds. */
async function readPlanNow(deployment: Deployment, tenant: Tenant, id: string): Promise<OwnedPlanRow> {
  const row = await getOwnedPlan(deployment.db, tenant, id);
  const chain = chainOf(deployment, tenant.livemode);
  if (chain === null) return row;
  try {
    return (await refreshOwnedPlan(deployment, chain, row)).row;
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    return row;
  }
}
