import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import { chainSeconds, CLOCK_SYSVAR } from '../chain/chain-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { parsePlan, parseSubscription } from '../chain/subscriptions/accounts.ts';
import { planOf, subscriptionOf } from '../chain/subscriptions/addresses.ts';
import { type RawAccount, readAccounts } from '../chain/tokens.ts';
import type { Db, Tx } from '../db/connect.ts';
import { lockPayerAccount } from '../delegations/share-queries.ts';
import type { Deployment } from '../deployment.ts';
import { getMandate, lockMandate, type MandateRow, updateMandate } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { requireQuota } from '../merchants/quota.ts';
import { ownedDifference } from './owned-plan.ts';
import { listOwnedPool } from './owned-queries.ts';
import { endOfOwnPlan, isOwnPlanFresh } from './plan-terms.ts';
import {
  findPlan,
  holdOpenPlan,
  insertPlan,
  listPool,
  listTakenPlans,
  lockPlanRent,
  type PlanRow,
  type PoolKey,
  sumPlanRent,
} from './queries.ts';

/** A mandate with the plan that was chosen for it. */
export interface Chosen {
  mandate: MandateRow;
  row: PlanRow;
}

/** Others choose and end plans at the same time; that takes only a moment. */
const TRIES = 5;
/**
 * 10 minutes: a payer's subscription to their mandate's plan is most likely their signature of it, which the watch over pending mandates finds
 * within this time. An older one was made without the mandate's reference, and the mandate needs another plan.
 */
const FOLLOWED_SECONDS = 600;

/**
 * Chooses the plan that a pending mandate's payer will subscribe to, and writes it to the mandate: one that the merchant owns, where it stands on
 * chain with these terms; else one of the service's, which is recorded, to be made, if it does not exist yet. The mandate keeps the plan that it has while that can be subscribed to. Throws mandate_not_pending, rate_limit_exceeded;
 * ChainUnavailableError.
 */
export async function choosePlan(deployment: Deployment, chain: Chain, asked: MandateRow): Promise<Chosen> {
  const { db, clock } = deployment;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // Another request may have chosen meanwhile: its choice is judged by what is read after it.
    const mandate = tries === 0 ? asked : await getMandate(db, asked, asked.id);
    const facts = await readFacts(deployment, chain, mandate);
    const fresh = await newPlanOf(chain, mandate, facts.chainNow, clock.seconds());
    const chosen = await db.begin((tx) => choose(tx, { deployment, chain, asked: mandate, facts, fresh }));
    if (chosen !== 'moved') return chosen;
  }
  throw new ChainUnavailableError(`The plans of ${asked.merchantId} kept changing while one was chosen.`);
}

/**
 * The plan that the payer of a mandate will subscribe to that is inserted only afterwards, naming it. Nothing holds it for the mandate until then:
 * another one of the payer may take it. Throws rate_limit_exceeded; ChainUnavailableError.
 */
export async function choosePlanAhead(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<PlanRow> {
  const { db, clock } = deployment;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const facts = await readFacts(deployment, chain, mandate);
    const fresh = await newPlanOf(chain, mandate, facts.chainNow, clock.seconds());
    const row = await db.begin(async (tx) => {
      await lockPayerAccount(tx, mandate);
      return hold(tx, { deployment, chain, asked: mandate, facts, fresh }, mandate);
    });
    if (row !== 'moved') return row;
  }
  throw new ChainUnavailableError(`The plans of ${mandate.merchantId} kept changing while one was chosen.`);
}

/** Where the chain keeps what a mandate's payer subscribes to, as the mandate names it. */
export async function planFields(row: PlanRow, { payer }: { payer: Address }) {
  const subscriptionAccount = await subscriptionOf(row.address, payer);
  return { planAccount: row.address, planOwner: row.owner, subscriptionAccount };
}

/**
 * What a payer has at a plan: nothing, so that they can subscribe; a subscription that is most likely their signature of this mandate; or another,
 * beside which there can be none. `unusable`: the plan is the merchant's, and not, or no longer, what payers may be given.
 */
type Footing = 'free' | 'signed' | 'subscribed' | 'unusable';

/** What the chain says about plans that the mandate may use. Plans that it was not asked about are missing. */
interface Facts {
  chainNow: number;
  footings: ReadonlyMap<Address, Footing>;
}

async function readFacts({ db, clock }: Deployment, chain: Chain, mandate: MandateRow): Promise<Facts> {
  const candidates = await listCandidates(db, chain, mandate);
  const owned = candidates.filter(({ id }) => id !== null);
  const subscriptions = await Promise.all(
    candidates.map(({ address }) => subscriptionOf(address, mandate.payer)),
  );
  const wanted = [CLOCK_SYSVAR, ...subscriptions, ...owned.map(({ address }) => address)];
  const { accounts } = await readAccounts(chain, wanted, { commitment: 'confirmed' });
  const chainTime = chainSeconds(accounts[0] ?? null);
  if (chainTime === null) throw new ChainUnavailableError('No node shows the time of the chain.');
  const { now, realNow } = await readMoment(db, mandate, clock);
  const chainNow = chainTime + now - realNow;
  const plans = accounts.slice(1 + candidates.length);
  const unusable = new Set(
    owned.filter((row, at) => ownedDifference(parsePlan(plans[at] ?? null), row) !== null),
  );
  const footings = candidates.map((row, at) => {
    const isOwn = row.address === mandate.planAccount;
    const footing = footingOf(accounts[at + 1] ?? null, { isOwn, chainNow });
    return [row.address, unusable.has(row) ? 'unusable' : footing] as const;
  });
  return { chainNow, footings: new Map(footings) };
}

function footingOf(
  raw: RawAccount | null,
  { isOwn, chainNow }: { isOwn: boolean; chainNow: number },
): Footing {
  if (raw === null) return 'free';
  const subscription = parseSubscription(raw);
  if (!isOwn || subscription === null || subscription.expiresAt !== 0n) return 'subscribed';
  return chainNow - Number(subscription.periodStartsAt) < FOLLOWED_SECONDS ? 'signed' : 'subscribed';
}

/** The plans that exist and no other mandate of the payer has. */
async function listCandidates(db: Db, chain: Chain, mandate: MandateRow): Promise<PlanRow[]> {
  const [taken, existing] = await Promise.all([
    listTakenPlans(db, mandate),
    listExisting(db, chain, mandate),
  ]);
  return existing.filter(({ address }) => !taken.has(address));
}

/** The mandate's own plan so far, if it can be used, then the merchant's own of its terms, then its pool. */
async function listExisting(db: Db, chain: Chain, mandate: MandateRow): Promise<PlanRow[]> {
  const current = await findUsable(db, chain, mandate);
  if (mandate.maxPeriods !== null) return current === null ? [] : [current];
  const key = poolKeyOf(chain, mandate);
  const owned = await listOwnedPool(db, key);
  return [...(current === null ? [] : [current]), ...owned, ...(await listPool(db, key))];
}

/** The plan that the mandate has, unless it is ending, another key of the service pulls now, or its owner cannot make it any more. */
async function findUsable(db: Db, chain: Chain, mandate: MandateRow): Promise<PlanRow | null> {
  const row = mandate.planAccount === null ? null : await findPlan(db, mandate.planAccount);
  if (row === null || row.puller !== mandate.delegate || row.genesisHash !== chain.genesisHash) return null;
  const canBe = row.status === 'open' || (row.status === 'wanted' && row.owner === chain.planOwner.address);
  return canBe ? row : null;
}

interface Choice {
  deployment: Deployment;
  chain: Chain;
  asked: MandateRow;
  facts: Facts;
  /** To be recorded where no plan fits. Its index is set then. */
  fresh: PlanRow;
}

async function choose(tx: Tx, choice: Choice): Promise<Chosen | 'moved'> {
  const { asked } = choice;
  await lockPayerAccount(tx, asked);
  const mandate = await lockMandate(tx, asked.id);
  if (mandate.status !== 'pending') throw new ApiError('mandate_not_pending');
  if (mandate.scheme !== 'plan')
    throw new Error(`Bug: mandate ${mandate.id} of another scheme wants a plan.`);
  if (mandate.delegate !== asked.delegate || mandate.planAccount !== asked.planAccount) return 'moved';
  const row = await hold(tx, choice, mandate);
  if (row === 'moved') return 'moved';
  if (mandate.planAccount === row.address) return { mandate, row };
  return { mandate: await updateMandate(tx, mandate.id, await planFields(row, mandate)), row };
}

/** The plan for the mandate, held until `tx` ends; recorded, and counted, if it is to be made. The payer's account is locked. */
async function hold(
  tx: Tx,
  { deployment, chain, facts, fresh }: Choice,
  mandate: MandateRow,
): Promise<PlanRow | 'moved'> {
  const taken = await listTakenPlans(tx, mandate);
  const pick = pickPlan(mandate, await listExisting(tx, chain, mandate), taken, facts);
  if (pick === 'unknown') return 'moved';
  const row = pick.kind === 'existing' ? pick.row : { ...fresh, poolIndex: pick.poolIndex };
  const isHeld = pick.kind === 'existing' ? await holdOpenPlan(tx, row.address) : await insertPlan(tx, row);
  if (!isHeld) return 'moved';
  if (pick.kind === 'new') await countNewPlan(tx, deployment, mandate);
  return row;
}

type Pick = { kind: 'existing'; row: PlanRow } | { kind: 'new'; poolIndex: number | null } | 'unknown';

/** The mandate's plan, or the first of the pool that the payer does not use; `unknown` if the chain was not asked about it. */
function pickPlan(
  mandate: MandateRow,
  existing: readonly PlanRow[],
  taken: ReadonlySet<Address>,
  { chainNow, footings }: Facts,
): Pick {
  const { maxPeriods } = mandate;
  for (const row of existing) {
    if (taken.has(row.address)) continue;
    const footing = footings.get(row.address);
    if (footing === undefined) return 'unknown';
    const isTimely = maxPeriods === null || isOwnPlanFresh(row, { ...mandate, maxPeriods }, chainNow);
    if (footing === 'signed' || (footing === 'free' && isTimely)) return { kind: 'existing', row };
  }
  if (maxPeriods !== null) return { kind: 'new', poolIndex: null };
  const indexes = new Set(existing.map(({ poolIndex }) => poolIndex));
  let poolIndex = 0;
  while (indexes.has(poolIndex)) poolIndex += 1;
  return { kind: 'new', poolIndex };
}

/** Counts a plan against what its merchant may have made in a day, and all of a mode may hold. */
async function countNewPlan(tx: Tx, { quotas, clock, log }: Deployment, mandate: MandateRow): Promise<void> {
  const limit = quotas.subscriptionPlansPerDay;
  await requireQuota(tx, mandate, { kind: 'subscription_plan', limit, now: clock.seconds() });
  await lockPlanRent(tx, mandate.livemode);
  const { held, wanted } = await sumPlanRent(tx, mandate.livemode);
  if (held + wanted <= quotas.planRentLamports) return;
  log.error(
    {
      livemode: mandate.livemode,
      heldLamports: held.toString(),
      mostLamports: quotas.planRentLamports.toString(),
    },
    'plans hold as much rent as they may: payers who need a new one cannot subscribe. See "Rent of plans" in docs/operations.md',
  );
  throw new ApiError('rate_limit_exceeded', {
    message:
      'The service cannot set up more subscriptions of this kind at the moment. Nothing was charged. Try again in an hour.',
    retryAfterSeconds: 3_600,
  });
}

function poolKeyOf(chain: Chain, mandate: MandateRow): PoolKey {
  const { merchantId, livemode, genesisHash, payee, mint } = mandate;
  return {
    merchantId,
    livemode,
    genesisHash,
    payee,
    mint,
    owner: chain.planOwner.address,
    puller: mandate.delegate,
    amount: mandate.amountPerPeriod,
    periodHours: mandate.periodSeconds / 3_600,
  };
}

/** A plan for the mandate under a new number. Numbers have 63 bits: nobody can tell the next one and take its address. */
async function newPlanOf(chain: Chain, mandate: MandateRow, chainNow: number, now: number): Promise<PlanRow> {
  const { maxPeriods, tokenProgram } = mandate;
  const number = randomBytes(8).readBigUInt64BE() >> 1n;
  const key = poolKeyOf(chain, mandate);
  return {
    ...key,
    address: (await planOf(key.owner, number)).address,
    number,
    tokenProgram,
    poolIndex: null,
    endsAt: maxPeriods === null ? null : endOfOwnPlan({ ...mandate, maxPeriods }, chainNow),
    madeAt: null,
    status: 'wanted',
    rent: 0n,
    recordedAt: now,
    id: null,
  };
}
