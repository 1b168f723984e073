import type { Address } from '@solana/kit';
import type { ConnectOptions } from '../../server/chain/rpc.ts';
import type { Plan } from '../../server/chain/subscriptions/accounts.ts';
import type { Deployment } from '../../server/deployment.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Logger } from '../../server/log.ts';
import { createLogger } from '../../server/log.ts';
import { mandatesInsert, type MandateRow } from '../../server/mandates/queries.ts';
import { findPlan } from '../../server/subscription-plans/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { startGround, type Ground } from '../chain/support.ts';
import { type Build, programsOf, readPlan, readRaw } from '../chain/subscriptions/support.ts';
import { randomAddress, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

/** 20 ms: a transaction is confirmed about as soon. */
const SLOT_MS = 20;

/** A localnet with the program, a database, and a merchant. */
export interface PlanField {
  ground: Ground;
  deployment: Deployment;
  tenant: Tenant;
  /** What was logged at `info` and above. */
  lines: string[];
  /** Seconds by which the deployment's clock is ahead of real time. */
  ahead: { seconds: number };
  stop(): Promise<void>;
}

export async function startPlanField(
  build: Build,
  connect: Partial<ConnectOptions> = {},
): Promise<PlanField> {
  const ground = await startGround(connect, { programs: programsOf(build), slotMs: SLOT_MS });
  const ahead = { seconds: 0 };
  const clock = {
    ...systemClock,
    seconds: () => systemClock.seconds() + ahead.seconds,
    milliseconds: () => systemClock.milliseconds() + ahead.seconds * 1000,
  };
  const lines: string[] = [];
  const log: Logger = createLogger('info', { write: (line) => void lines.push(line) });
  const chains = { test: ground.chain, live: null };
  const { deployment, drop } = await testDeployment({ chains, clock, log });
  const tenant = await testTenant(deployment);
  const stop = async () => {
    await ground.stop();
    await drop();
  };
  return { ground, deployment, tenant, lines, ahead, stop };
}

/** A pending mandate of 10 tokens an hour, for ever, of a new payer to a new payee, unless said otherwise. */
export async function planMandate(
  { ground, deployment, tenant }: PlanField,
  wanted: Partial<MandateRow> = {},
): Promise<MandateRow> {
  const seeded = await seedMandate(deployment, tenant);
  const row: MandateRow = {
    ...seeded,
    ...ground.tokens[0]!,
    genesisHash: ground.chain.genesisHash,
    delegate: ground.delegate.address,
    scheme: 'plan',
    amountPerPeriod: 10_000_000n,
    periodSeconds: 3_600,
    maxPeriods: null,
    ...wanted,
    id: newId('mandate'),
    reference: randomAddress(),
  };
  await deployment.db.begin((tx) => mandatesInsert(tx, [row]));
  return row;
}

/** Ends a mandate, as an expiry or a revocation does. */
export async function endMandate({ deployment }: PlanField, { id }: MandateRow): Promise<void> {
  await deployment.db`update mandates set status = 'revoked', ended_at = created_at where id = ${id}`;
}

/** The plan on chain, and its row. */
export async function planAt({ ground, deployment }: PlanField, address: Address) {
  const [plan, raw, row] = await Promise.all([
    readPlan(ground, address),
    readRaw(ground, address),
    findPlan(deployment.db, address),
  ]);
  return { plan: plan as Plan | null, lamports: raw?.lamports ?? 0n, row: row! };
}

/** How many transactions on chain list the address. */
export async function transactionsOf({ ground }: PlanField, address: Address): Promise<number> {
  return (await ground.net.call('getSignaturesForAddress', [address, { commitment: 'confirmed' }])).length;
}
