import { resolveOnce } from '../../server/attempts/resolve-attempts.ts';
import type { Chain } from '../../server/chain/rpc.ts';
import { subscriptionOf } from '../../server/chain/subscriptions/addresses.ts';
import { placeCharge } from '../../server/charges/place-charge.ts';
import type { ChargeRow } from '../../server/charges/queries.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import type { Deployment } from '../../server/deployment.ts';
import { systemClock } from '../../server/lib/clock.ts';
import type { CrashPoint } from '../../server/lib/crash-points.ts';
import { type MandateRow, listMandatesById } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { bindChain } from '../../server/recovery/chain-state.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import {
  type Build,
  type MadePlan,
  makePlan,
  type Payer,
  type PlanGround,
  readSubscription,
  startPlanGround,
  subscribedPayer,
} from '../chain/subscriptions/support.ts';
import { settle } from '../chain/support.ts';
import { type FakeClock, seedMandate, testDeployment, testTenant } from './deployment.ts';

export const HOUR = 3600;
const U64_MAX = 2n ** 64n - 1n;

/** A localnet with the Subscriptions program, and the service's database over it. Time stands still on both until a test moves it. */
export interface PlanWorld {
  ground: PlanGround;
  chain: Chain;
  deployment: Deployment;
  /** The service's. */
  clock: FakeClock;
  tenant: Tenant;
  drop(): Promise<void>;
}

/** `ahead`: how many seconds the chain's clock is ahead of the service's. */
export async function startPlanWorld(
  build: Build,
  { ahead = 0, ...options }: { ahead?: number } & Parameters<typeof startPlanGround>[1] = {},
): Promise<PlanWorld> {
  const ground = await startPlanGround(build, options);
  const { chain } = ground;
  const { deployment, clock, drop } = await testDeployment({ chains: { test: chain, live: null } });
  await bindChain(deployment.db, false, chain.genesisHash);
  // The chain's layer has real time: leases are measured by the service's, which is never behind it.
  clock.advance(ground.clock.seconds() - clock.seconds() + HOUR);
  ground.clock.wait(HOUR + ahead);
  await settle(ground.net);
  const tenant = await testTenant(deployment);
  const stop = () => Promise.all([ground.stop(), drop()]).then(() => {});
  return { ground, chain, deployment, clock, tenant, drop: stop };
}

/** The same with both clocks at real time, and slots that come by themselves: for what waits until something has landed. */
export async function startPlanWorldInRealTime(build: Build): Promise<PlanWorld> {
  const ground = await startPlanGround(build, { clock: systemClock, slotMs: 100 });
  const { chain } = ground;
  const { deployment, drop } = await testDeployment({
    clock: systemClock,
    chains: { test: chain, live: null },
  });
  await bindChain(deployment.db, false, chain.genesisHash);
  const tenant = await testTenant(deployment);
  const advance = () => {
    throw new Error('Bug: real time is not moved');
  };
  const stop = () => Promise.all([ground.stop(), drop()]).then(() => {});
  return { ground, chain, deployment, clock: { ...systemClock, advance }, tenant, drop: stop };
}

/** Lets time pass for chain and service alike. */
export async function pass({ ground, clock }: PlanWorld, seconds: number): Promise<void> {
  ground.clock.wait(seconds);
  clock.advance(seconds);
  await settle(ground.net);
}

/** A mandate of 10 tokens an hour whose payer has just subscribed, with its first charge placed, as activation leaves it. */
export interface Subscribed {
  id: string;
  payer: Payer;
  plan: MadePlan;
  subscribedAt: number;
  anchorAt: number;
}

export async function subscribedMandate(
  world: PlanWorld,
  {
    plan: known,
    payer: someone,
    trialSeconds = 0,
    maxPeriods = null,
    tenant = world.tenant,
  }: {
    plan?: MadePlan;
    payer?: Payer;
    trialSeconds?: number;
    maxPeriods?: number | null;
    tenant?: Tenant;
  } = {},
): Promise<Subscribed> {
  const { ground, deployment, clock } = world;
  const { db } = deployment;
  const plan = known ?? (await makePlan(ground));
  const payer = someone ?? (await subscribedPayer(ground, plan));
  const subscribedAt = Number((await readSubscription(ground, plan.plan, payer.payer))!.periodStartsAt);
  const now = clock.seconds();
  const anchorAt = Math.min(subscribedAt, now) + trialSeconds;
  const { id } = await seedMandate(deployment, tenant);
  await db`
    insert into subscription_plans ${db({
      address: plan.plan,
      ...tenant,
      genesisHash: ground.chain.genesisHash,
      owner: plan.owner,
      number: String(plan.planId),
      puller: ground.delegate.address,
      payee: plan.payee,
      mint: plan.mint,
      tokenProgram: payer.tokenProgram,
      amount: String(plan.amountAtomic),
      periodHours: Number(plan.periodHours),
      poolIndex: null,
      endsAt: null,
      madeAt: now,
      status: 'open',
      recordedAt: now,
    })} on conflict do nothing`;
  await db`
    update mandates set ${db({
      payer: payer.payer,
      payee: plan.payee,
      mint: plan.mint,
      tokenProgram: payer.tokenProgram,
      amountPerPeriod: String(plan.amountAtomic),
      periodSeconds: Number(plan.periodHours) * HOUR,
      maxPeriods,
      trialSeconds,
      genesisHash: ground.chain.genesisHash,
      delegate: ground.delegate.address,
      scheme: 'plan',
      planAccount: plan.plan,
      planOwner: plan.owner,
      subscriptionAccount: await subscriptionOf(plan.plan, payer.payer),
      subscribedAt,
      status: 'active',
      activatedAt: now,
      startAt: now,
      anchorAt,
      expiresAt: maxPeriods === null ? null : anchorAt + maxPeriods * HOUR,
      expireWakeAt: null,
      budget: String(maxPeriods === null ? U64_MAX : plan.amountAtomic * BigInt(maxPeriods)),
    })} where id = ${id}`;
  const mandate = await mandateOf(world, id);
  await db.begin((tx) =>
    placeCharge(tx, mandate, { periodIndex: 0, dueAt: anchorAt }, { now, realNow: now }),
  );
  return { id, payer, plan, subscribedAt, anchorAt };
}

export async function mandateOf({ deployment }: PlanWorld, id: string): Promise<MandateRow> {
  return (await listMandatesById(deployment.db, [id]))[0]!;
}

/** The mandate's charges, oldest first. */
export function chargesOf({ deployment }: PlanWorld, mandateId: string): Promise<ChargeRow[]> {
  return deployment.db<ChargeRow[]>`select * from charges where mandate_id = ${mandateId} order by position`;
}

/** Runs at a crash point of the collection, once. */
export interface At {
  point: CrashPoint;
  run: () => Promise<void> | void;
}

/** Collects what is due. Returns the attempts that were sent. */
export function collect(
  { deployment, chain }: PlanWorld,
  { at, pullsPerTransaction = 1 }: { at?: At; pullsPerTransaction?: number } = {},
): Promise<string[]> {
  let isPassed = false;
  const crashPoint = async (name: CrashPoint) => {
    if (name !== at?.point || isPassed) return;
    isPassed = true;
    await at.run();
  };
  const chains = {
    ...deployment.chains,
    test: { ...chain, isLocalnet: chain.isLocalnet, pullsPerTransaction },
  };
  return collectDueCharges({ ...deployment, chains, crashPoint }, { livemode: false });
}

/** Records what became of everything that was sent. */
export async function record(world: PlanWorld): Promise<void> {
  const { deployment, chain, ground } = world;
  await settle(ground.net);
  const sent = await deployment.db<{ id: string }[]>`select id from attempts where state = 'signed'`;
  await resolveOnce(
    deployment,
    APPLIERS,
    chain,
    sent.map(({ id }) => id),
  );
}

/** Collects what is due and records it. */
export async function charge(world: PlanWorld, how: Parameters<typeof collect>[1] = {}): Promise<void> {
  await collect(world, how);
  await record(world);
}
