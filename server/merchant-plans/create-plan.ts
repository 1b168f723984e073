import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { ApiError, invalid } from '../../rules/api-error.ts';
import { requireAmount } from '../../rules/mandates/check-terms.ts';
import { NO_PROGRAM } from '../../rules/mandates/scheme.ts';
import { payoutWalletOf } from '../../rules/merchants/present.ts';
import { presentSubscriptionPlan } from '../../rules/subscription-plans/present.ts';
import { checkReceiver } from '../activation/check-parties.ts';
import { requireChain } from '../activation/check-sale.ts';
import { beforeCreating } from '../chain/nothing-created.ts';
import type { Chain } from '../chain/rpc.ts';
import { planOf } from '../chain/subscriptions/addresses.ts';
import { createPlan } from '../chain/subscriptions/instructions.ts';
import { PLAN_RENT_LAMPORTS } from '../chain/subscriptions/plan-transaction.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { unsignedTransaction, type WalletTransaction } from '../chain/wallet-transaction.ts';
import type { Deployment } from '../deployment.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newId } from '../lib/ids.ts';
import { readMoment } from '../merchants/moment.ts';
import { getMerchant } from '../merchants/queries.ts';
import { requireQuota, requireRoom } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import {
  countOwnedPlans,
  insertOwnedPlan,
  type NewOwnedPlan,
  type OwnedPlanRow,
} from '../subscription-plans/owned-queries.ts';
import { findAcceptedToken, type TokenRow } from '../tokens/queries.ts';
import { issuedColumns, runAtClockOfMerchant } from './issue.ts';

/** What a merchant asks for: formats are checked by the contract. */
export interface PlanRequest {
  mint: string;
  amountPerPeriod: string;
  periodSeconds: number;
}

/** What every plan of a merchant needs: a chain with the program, an accepted token, and the wallet that owns the plan. */
export interface PlanGround {
  chain: Chain;
  token: TokenRow;
  wallet: Address;
}

/**
 * Throws recurring_unavailable, broadcast_unavailable, mint_not_allowed, no_payout_wallet, and parameter_invalid if the chain does not have the
 * program; ChainUnavailableError.
 */
export async function requireGround(
  deployment: Deployment,
  tenant: Tenant,
  mint: string | null,
): Promise<{ chain: Chain; token: TokenRow | null; wallet: Address }> {
  if (deployment.sellMode === 'once') throw new ApiError('recurring_unavailable');
  const chain = requireChain(deployment, tenant.livemode, { onceOnly: false });
  const token = mint === null ? null : await findAcceptedToken(deployment.db, tenant, mint);
  const { payoutWallet } = payoutWalletOf(
    await getMerchant(deployment.db, tenant.merchantId),
    tenant.livemode,
  );
  if (payoutWallet === null) {
    throw new ApiError('no_payout_wallet', {
      message: 'A plan of your own belongs to your payout wallet. Set and prove that first.',
    });
  }
  if ((await subscriptionsOn(chain)) === null) {
    throw new ApiError('parameter_invalid', { message: `There are no plans here: ${NO_PROGRAM}.` });
  }
  return { chain, token, wallet: payoutWallet as Address };
}

/**
 * Records a plan that the merchant's payout wallet is to make, and returns the transaction that it signs; stored with the idempotency claim
 * before it is given out, so that the plan is found by its address whatever happens. Throws what requireGround throws, parameter_invalid and
 * rate_limit_exceeded; internal_error if no node responds.
 */
export async function createOwnedPlan(
  deployment: Deployment,
  tenant: Tenant,
  request: PlanRequest,
  idempotency: IdempotencyClaim | null,
) {
  const { db, clock, quotas } = deployment;
  const amount = requireAmount('amountPerPeriod', request.amountPerPeriod);
  const { row, issued } = await beforeCreating('plan', () => draft(deployment, tenant, request, amount));
  const body = presentSubscriptionPlan({ ...row, mandates: 0 }, issued.transaction);
  await db.begin(async (tx) => {
    if (!(await insertOwnedPlan(tx, row))) throw new Error(`Bug: there is a plan at ${row.address}.`);
    await requireQuota(tx, tenant, { kind: 'owned_plan', limit: quotas.objectsPerDay, now: clock.seconds() });
    requireRoom(await countOwnedPlans(tx, tenant, quotas.objects), quotas.objects, 'owned_plan');
    await idempotency?.complete(tx, { status: 201, body });
  });
  return body;
}

async function draft(
  deployment: Deployment,
  tenant: Tenant,
  request: PlanRequest,
  amount: bigint,
): Promise<{ row: NewOwnedPlan; issued: WalletTransaction }> {
  const { chain, token, wallet } = await requireGround(deployment, tenant, request.mint);
  const mint = request.mint as Address;
  const receiver = { payee: wallet, mint, tokenProgram: token!.program };
  const { payeeRequiresMemo } = await checkReceiver(chain, receiver, token!);
  if (payeeRequiresMemo) {
    throw invalid(
      'mint',
      "is a token of which the payout wallet's account requires a memo with each transfer: the program sends none",
    );
  }
  const { now, realNow } = await readMoment(deployment.db, tenant, deployment.clock);
  // 63 bits, as of the service's plans: nobody can tell the next one and take its address.
  const number = randomBytes(8).readBigUInt64BE() >> 1n;
  const plan: NewOwnedPlan = {
    ...tenant,
    id: newId('subscriptionPlan'),
    address: (await planOf(wallet, number)).address,
    genesisHash: chain.genesisHash,
    owner: wallet,
    number,
    puller: chain.delegates[0]!.address,
    payee: wallet,
    mint,
    tokenProgram: token!.program,
    amount,
    periodHours: request.periodSeconds / 3_600,
    poolIndex: null,
    endsAt: null,
    madeAt: null,
    status: 'wanted',
    rent: PLAN_RENT_LAMPORTS,
    recordedAt: realNow,
    createdAt: now,
    issuedAction: null,
    issuedMessage: null,
    issuedLastValidBlockHeight: null,
  };
  const issued = await makingTransaction(deployment, chain, plan);
  return { row: { ...plan, ...issuedColumns('create', issued) }, issued };
}

/** The transaction that makes a recorded plan, signed and paid for by its owner: it pays that wallet alone, and only the service may pull. */
export async function makingTransaction(
  deployment: Deployment,
  chain: Chain,
  plan: NewOwnedPlan | OwnedPlanRow,
): Promise<WalletTransaction> {
  await runAtClockOfMerchant(deployment, chain, plan);
  const instruction = await createPlan({
    owner: plan.owner,
    planId: plan.number,
    mint: plan.mint,
    tokenProgram: plan.tokenProgram,
    amountAtomic: plan.amount,
    periodHours: BigInt(plan.periodHours),
    endsAt: 0n,
    payee: plan.payee,
    puller: plan.puller,
  });
  return unsignedTransaction(chain, plan.owner, [instruction]);
}
