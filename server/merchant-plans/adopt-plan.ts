import type { Address } from '@solana/kit';
import { ApiError, invalid } from '../../rules/api-error.ts';
import { checkReceiver } from '../activation/check-parties.ts';
import type { Chain } from '../chain/rpc.ts';
import { parsePlan, type Plan } from '../chain/subscriptions/accounts.ts';
import { listSubscriptions, type ListedSubscription } from '../chain/subscriptions/list-subscriptions.ts';
import { readAccounts } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import { newId } from '../lib/ids.ts';
import { readMoment } from '../merchants/moment.ts';
import { requireRoom } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { refreshOwnedPlan } from '../subscription-plans/owned-plan.ts';
import {
  countOwnedPlans,
  findOwnedAt,
  getOwnedPlan,
  insertOwnedPlan,
  type OwnedPlanRow,
} from '../subscription-plans/owned-queries.ts';
import { findAcceptedToken, type TokenRow } from '../tokens/queries.ts';
import { type AdoptedAs, adoptSubscription } from './adopt-subscription.ts';
import { requireGround } from './create-plan.ts';
import { runAtClockOfMerchant } from './issue.ts';

/** What a request adopts: a plan's address, and the payers whose subscriptions become mandates; null for all. */
export interface AdoptionRequest {
  account: Address;
  payers: readonly Address[] | null;
}

/** What was taken over. */
export interface Adoption {
  row: OwnedPlanRow;
  adopted: number;
  present: number;
  remaining: number;
  skipped: { payer: string; reason: SkipReason }[];
}

export type SkipReason = Exclude<AdoptedAs, 'adopted' | 'present'> | 'not_found';

/** A request makes at most 200 mandates, some five seconds of it: clients give up after 30. */
const MOST_AT_ONCE = 200;
const MOST_SKIPPED = 100;

/**
 * Takes over a plan that the merchant's payout wallet owns, with its subscriptions, from another operator. The chain says all that is needed; each
 * mandate is committed by itself, so that a crash leaves the rest for the next request. Throws what requireGround throws, mint_not_allowed,
 * parameter_invalid for a plan that is not the wallet's, or that lets others pull; ChainUnavailableError.
 */
export async function adoptPlan(
  deployment: Deployment,
  tenant: Tenant,
  { account, payers }: AdoptionRequest,
): Promise<Adoption> {
  const { chain, wallet } = await requireGround(deployment, tenant, null);
  const read = await readPlanAt(chain, account);
  const plan = requireTheirs(read?.plan ?? null, wallet, chain);
  const token = await findAcceptedToken(deployment.db, tenant, plan.mint);
  const receiver = { payee: wallet, mint: plan.mint, tokenProgram: token.program };
  const { mint } = await checkReceiver(chain, receiver, token);
  const row = await recordPlan(deployment, chain, tenant, { account, plan, rent: read!.rent, token });
  await runAtClockOfMerchant(deployment, chain, row, { moves: true });

  const { slot, subscriptions } = await listSubscriptions(chain, account);
  const wanted = payers === null ? null : new Set<string>(payers);
  const chosen = wanted === null ? subscriptions : subscriptions.filter(({ payer }) => wanted.has(payer));
  const tally: Adoption = { row, adopted: 0, present: 0, remaining: 0, skipped: [] };
  const found = new Set<string>(chosen.map(({ payer }) => payer));
  for (const payer of wanted ?? []) if (!found.has(payer)) skip(tally, payer, 'not_found');
  const of = { chain, row, decimals: mint.decimals, slot };
  for (const subscription of chosen) await adoptNext(deployment, of, subscription, tally);
  return { ...tally, row: await getOwnedPlan(deployment.db, tenant, row.id) };
}

async function adoptNext(
  deployment: Deployment,
  of: Parameters<typeof adoptSubscription>[1],
  subscription: ListedSubscription,
  tally: Adoption,
): Promise<void> {
  if (tally.adopted >= MOST_AT_ONCE) {
    tally.remaining += 1;
    return;
  }
  const outcome = await adoptSubscription(deployment, of, subscription);
  if (outcome === 'adopted' || outcome === 'present') tally[outcome] += 1;
  else skip(tally, subscription.payer, outcome);
}

function skip({ skipped }: Adoption, payer: string, reason: SkipReason): void {
  if (skipped.length < MOST_SKIPPED) skipped.push({ payer, reason });
}

async function readPlanAt(chain: Chain, account: Address): Promise<{ plan: Plan; rent: bigint } | null> {
  const { accounts } = await readAccounts(chain, [account], { commitment: 'confirmed' });
  const raw = accounts[0] ?? null;
  const plan = parsePlan(raw);
  return plan === null ? null : { plan, rent: raw!.lamports };
}

/** Throws parameter_invalid unless the plan is the wallet's, pays it alone, and lets this service alone pull. */
function requireTheirs(plan: Plan | null, wallet: Address, chain: Chain): Plan {
  if (plan === null) throw invalid('account', 'is not a plan of the Subscriptions program on this chain');
  if (plan.owner !== wallet)
    throw invalid('account', `is a plan of ${plan.owner}, and your proven payout wallet is ${wallet}`);
  if (plan.destinations.join() !== wallet)
    throw invalid('account', 'is a plan that does not pay your payout wallet alone');
  if (!plan.isActive || plan.endsAt !== 0n) throw invalid('account', 'is a plan that was told to end');
  const puller = chain.delegates.find(({ address }) => plan.pullers.includes(address));
  if (puller === undefined) {
    throw invalid(
      'account',
      `is a plan that does not let this service pull. Have the former operator issue the transaction that sets its puller to ${chain.delegates[0]!.address}, and sign it with your payout wallet`,
    );
  }
  if (plan.pullers.length > 1) {
    throw invalid(
      'account',
      'is a plan that lets others pull too: both services would charge its payers. Leave this one as the only puller',
    );
  }
  return plan;
}

/** The plan's row, made now unless it was there. */
async function recordPlan(
  deployment: Deployment,
  chain: Chain,
  tenant: Tenant,
  { account, plan, rent, token }: { account: Address; plan: Plan; rent: bigint; token: TokenRow },
): Promise<OwnedPlanRow> {
  const { db, clock, quotas } = deployment;
  const { now, realNow } = await readMoment(db, tenant, clock);
  await db.begin(async (tx) => {
    const isNew = await insertOwnedPlan(tx, {
      ...tenant,
      id: newId('subscriptionPlan'),
      address: account,
      genesisHash: chain.genesisHash,
      owner: plan.owner,
      number: plan.planId,
      puller: plan.pullers[0]!,
      payee: plan.destinations[0]!,
      mint: plan.mint,
      tokenProgram: token.program,
      amount: plan.amountAtomic,
      periodHours: Number(plan.periodHours),
      poolIndex: null,
      endsAt: null,
      madeAt: Number(plan.createdAt),
      status: 'open',
      rent,
      recordedAt: realNow,
      createdAt: now,
      issuedAction: null,
      issuedMessage: null,
      issuedLastValidBlockHeight: null,
    });
    if (isNew) requireRoom(await countOwnedPlans(tx, tenant, quotas.objects), quotas.objects, 'owned_plan');
  });
  const row = await findOwnedAt(db, tenant, account);
  if (row === null || row === 'taken')
    throw new ApiError('parameter_invalid', {
      param: 'account',
      message:
        'account is a plan that this deployment already collects through, for another merchant or another mode.',
    });
  return (await refreshOwnedPlan(deployment, chain, row)).row;
}
