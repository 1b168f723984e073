import type { Address } from '@solana/kit';
import { budgetOf, type Terms } from '../../rules/mandates/terms.ts';
import { draftMandate } from '../activation/draft-mandate.ts';
import { markActive } from '../activation/activate-mandate.ts';
import { insertMandate } from '../activation/insert-mandate.ts';
import { momentIn, readSurroundings } from '../activation/surroundings.ts';
import type { Chain } from '../chain/rpc.ts';
import { subscriptionOf } from '../chain/subscriptions/addresses.ts';
import type { ListedSubscription } from '../chain/subscriptions/list-subscriptions.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { standingOf, type SubscriptionReads } from '../chain/subscriptions/standing.ts';
import { placeCharge } from '../charges/place-charge.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { findActiveScheme, lockPayerAccount } from '../delegations/share-queries.ts';
import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { hashSecret } from '../lib/secrets.ts';
import { newSecret } from '../lib/ids.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { holdOpenPlan } from '../subscription-plans/queries.ts';
import type { OwnedPlanRow } from '../subscription-plans/owned-queries.ts';

/**
 * What became of a subscription: an active mandate, now or before; or none, since the payer ended it on chain, a mandate of it ended here, or the
 * payer's other mandates in the token are approvals.
 */
export type AdoptedAs = 'adopted' | 'present' | 'ended' | 'ended_here' | 'other_scheme';

/** Whose subscriptions are adopted. `slot`: at which they were listed. */
export interface AdoptedPlan {
  chain: Chain;
  row: OwnedPlanRow;
  decimals: number;
  slot: bigint;
}

/**
 * Makes an active mandate of a subscription that stands on chain, at the plan's terms, with the charge of the first period that was not pulled yet.
 * Throws ChainUnavailableError.
 */
export async function adoptSubscription(
  deployment: Deployment,
  { chain, row, decimals, slot }: AdoptedPlan,
  { payer, address }: ListedSubscription,
): Promise<AdoptedAs> {
  const { db, clock } = deployment;
  const known = await findKnown(db, row, payer);
  if (known !== null) return known;
  const terms: Terms = {
    amountPerPeriod: row.amount,
    periodSeconds: row.periodHours * 3_600,
    maxPeriods: null,
    trialSeconds: 0,
    sellMode: 'subscription',
  };
  const parties = { payer, payee: row.payee, mint: row.mint, tokenProgram: row.tokenProgram, decimals };
  const tenant = { merchantId: row.merchantId, livemode: row.livemode };
  const plan = { planAccount: row.address, planOwner: row.owner, subscriptionAccount: address };
  // Another account cannot be a subscription to this plan; the program derives it.
  if (address !== (await subscriptionOf(row.address, payer))) return 'ended';
  const draft = {
    ...draftMandate(chain, row.puller, tenant, parties, { ...terms, scheme: 'plan' }),
    ...plan,
    budget: budgetOf(terms, 'plan'),
    // Nobody gets it: there is nothing left to sign.
    clientSecretHash: hashSecret(newSecret('cs_')),
  };
  const reads = await readSubscription(chain, draft, { commitment: 'confirmed', minContextSlot: slot });
  const standing = standingOf(draft, reads);
  if (standing !== 'works' && standing !== 'displaced') return 'ended';

  return db.begin(async (tx) => {
    await lockPayerAccount(tx, draft);
    const meanwhile = await findKnown(tx, row, payer);
    if (meanwhile !== null) return meanwhile;
    if ((await findActiveScheme(tx, draft, null)) === 'approval') return 'other_scheme';
    if (!(await holdOpenPlan(tx, row.address))) return 'ended';
    const mandate = await insertPending(tx, deployment, draft, chain.publishPlans);
    await activate(tx, mandate, { reads, slot, clock });
    return 'adopted';
  });
}

/** What the merchant's mandates say about this subscription; null if none had it. */
async function findKnown(
  sql: Sql | Tx,
  { merchantId, livemode, address }: OwnedPlanRow,
  payer: Address,
): Promise<'present' | 'ended_here' | null> {
  const rows = await sql<{ status: MandateRow['status'] }[]>`
    select status from mandates
    where merchant_id = ${merchantId} and livemode = ${livemode} and plan_account = ${address} and payer = ${payer}
      and (status in ('pending', 'active') or activated_at is not null)`;
  if (rows.length === 0) return null;
  return rows.some(({ status }) => status === 'active' || status === 'pending') ? 'present' : 'ended_here';
}

async function insertPending(
  tx: Tx,
  { clock }: Deployment,
  draft: ReturnType<typeof draftMandate>,
  publishPlans: boolean,
): Promise<MandateRow> {
  for (;;) {
    const around = await readSurroundings(tx, draft);
    const { now, realNow } = momentIn(around, clock);
    const dates = { createdAt: now, startAt: now, expiresAt: null, expireWakeAt: null, recordedAt: realNow };
    const mandate = { ...draft, ...dates, planPublishAt: null, planDeferred: publishPlans };
    if (await insertMandate(tx, mandate, around, null)) return lockMandate(tx, mandate.id);
  }
}

/** Activates it on the grid that the program counts by, and places its first charge. */
async function activate(
  tx: Tx,
  mandate: MandateRow,
  { reads, slot, clock }: { reads: SubscriptionReads; slot: bigint; clock: Deployment['clock'] },
): Promise<void> {
  const around = await readSurroundings(tx, mandate);
  const moment = momentIn(around, clock);
  const subscribedAt = Number(reads.subscription!.periodStartsAt);
  const balance = reads.source.kind === 'account' ? reads.source.account.amountAtomic : 0n;
  const approval = {
    slot: Number(slot),
    fundsSufficient: balance >= mandate.amountPerPeriod,
    subscribedAt,
  };
  const { mandate: active, event } = await markActive(tx, mandate, approval, moment);
  const periodIndex = firstPeriod(subscribedAt, moment.now, active.periodSeconds);
  const dueAt = active.anchorAt! + periodIndex * active.periodSeconds;
  const first = await placeCharge(tx, active, { periodIndex, dueAt }, moment);
  await recordEvents(tx, active, [event, ...first.events], moment);
}

/**
 * The first period that is charged here. `subscribedAt` begins the period in which the program moved money last, or the first one: that one was pulled,
 * or the payer may be in a trial, which the chain does not tell. So it is the next one, or the present one if that is later.
 */
function firstPeriod(subscribedAt: number, now: number, periodSeconds: number): number {
  return Math.max(Math.floor((now - subscribedAt) / periodSeconds), 1);
}
