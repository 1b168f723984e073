import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { type Chain, connectChain } from '../../server/chain/rpc.ts';
import type { Signer } from '../../server/chain/signer.ts';
import type { Deployment } from '../../server/deployment.ts';
import type { RequestContext } from '../../server/http/context.ts';
import { passCrashPoint } from '../../server/lib/crash-points.ts';
import { newId } from '../../server/lib/ids.ts';
import { type Clock, systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { mandatesInsert, type MandateRow } from '../../server/mandates/queries.ts';
import { createMerchant } from '../../server/merchants/create-merchant.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { parseCidrs } from '../../server/lib/cidr.ts';
import { freshDatabase } from './postgres.ts';

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  advance(seconds: number): void;
}

/** Starts at the present, so that it agrees with Postgres' own clock until it is moved. */
export function fakeClock(): FakeClock {
  let nowMs = Math.floor(Date.now() / 1000) * 1000;
  return {
    seconds: () => Math.floor(nowMs / 1000),
    milliseconds: () => nowMs,
    monotonicMs: systemClock.monotonicMs,
    sleep: systemClock.sleep,
    advance: (seconds) => void (nowMs += seconds * 1000),
  };
}

/** A deployment on its own database, with a movable clock, no chain, and webhooks allowed to this machine. */
export async function testDeployment(
  parts: Partial<Deployment> = {},
): Promise<{ deployment: Deployment; clock: FakeClock; url: string; drop(): Promise<void> }> {
  const { sql, url, drop } = await freshDatabase();
  const clock = fakeClock();
  const deployment: Deployment = {
    name: null,
    db: sql,
    clock,
    clockIsRight: async () => true,
    log: createLogger('silent'),
    crashPoint: passCrashPoint,
    chains: { test: null, live: null },
    sellMode: 'all',
    scheme: 'approval',
    sponsorFees: false,
    signUp: 'open',
    quotas: {
      mandatesPerDay: 100_000,
      pendingMandates: 20_000,
      plansPerDay: 1_000,
      subscriptionPlansPerDay: 100,
      planRentLamports: 5_000_000_000n,
      sponsoredRent: {
        payerPerDay: 8_000_000n,
        merchantPerDay: 400_000_000n,
        perDay: 2_000_000_000n,
        held: 5_000_000_000n,
      },
      objects: 10_000,
      objectsPerDay: 1_000,
      testTokensPerGift: 1_000_000,
      testTokensPerDay: 100_000_000,
    },
    testFaucet: true,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    webhookAllow: parseCidrs('127.0.0.1/32'),
    dnsServers: null,
    webhooksPerTarget: 6_000,
    mail: null,
    publicUrl: () => 'http://127.0.0.1:3000',
    ...parts,
  };
  return { deployment, clock, url, drop };
}

/** The chain behind `rpcUrl` with keys that exist but sign nothing. */
export function connectTestChain(rpcUrl: string): Promise<Chain> {
  const signer = (): Signer => ({
    address: randomAddress(),
    signTransactionMessage: () => Promise.reject(new Error('Bug: this key only has an address')),
  });
  return connectChain({
    clock: systemClock,
    mode: 'test',
    rpcUrls: [rpcUrl],
    expectedGenesisHash: null,
    commitment: 'confirmed',
    feePayer: signer(),
    delegates: [signer()],
    publishPlans: true,
    revokesPublishedPerDay: 1_000,
    minPriorityFeeMicroLamports: 0n,
    maxPriorityFeeMicroLamports: 0n,
    pullsPerTransaction: 10,
  });
}

/** An address that nobody has used. */
export function randomAddress() {
  return getBase58Decoder().decode(randomBytes(32)) as Signer['address'];
}

/** A new merchant, in test mode unless said otherwise. */
export async function testTenant(deployment: Deployment, livemode = false): Promise<Tenant> {
  const { merchant } = await createMerchant(deployment, 'Coffee Club');
  return { merchantId: merchant.id, livemode };
}

/** A request as handlers see it, with a full key of the tenant's, or without any. */
export function requestOf(
  { clock, log }: Pick<Deployment, 'clock' | 'log'>,
  tenant: Tenant | null,
  rest: Partial<RequestContext> = {},
): RequestContext {
  return {
    requestId: newId('request'),
    address: '192.0.2.1',
    userAgent: null,
    now: clock.seconds(),
    auth: tenant && { kind: 'key', keyId: newId('apiKey'), scope: 'full', onlyReads: null, ...tenant },
    signal: new AbortController().signal,
    log,
    idempotency: null,
    audit: null,
    ...rest,
  };
}

/** A pending mandate in the database, whose addresses nobody has used. */
export async function seedMandate({ db, clock }: Deployment, tenant: Tenant): Promise<MandateRow> {
  const now = clock.seconds();
  const row: MandateRow = {
    ...tenant,
    id: newId('mandate'),
    payer: randomAddress(),
    payee: randomAddress(),
    mint: randomAddress(),
    tokenProgram: 'token',
    decimals: 6,
    amountPerPeriod: 12_500_000n,
    periodSeconds: 2_592_000,
    maxPeriods: 12,
    trialSeconds: 0,
    sellMode: 'subscription',
    status: 'pending',
    genesisHash: randomAddress(),
    delegate: randomAddress(),
    planDelegate: null,
    scheme: 'approval',
    planAccount: null,
    planOwner: null,
    subscriptionAccount: null,
    subscribedAt: null,
    reference: randomAddress(),
    planSignature: null,
    planPublishAt: null,
    planDeferred: false,
    clientSecretHash: randomBytes(32),
    budget: 150_000_000n,
    pulled: 0n,
    periodsCharged: 0,
    fundsSufficient: false,
    simulated: false,
    authorizationSlot: null,
    createdAt: now,
    startAt: now,
    activatedAt: null,
    anchorAt: null,
    expiresAt: null,
    expireWakeAt: now + 86_400,
    instructionIssuedAt: null,
    watchAt: null,
    goneSeenAt: null,
    recordedAt: now,
    version: 1,
    offerId: null,
    name: null,
    description: null,
    clientReference: null,
    metadata: null,
    endedAt: null,
    endedBy: null,
    recoveredThrough: 0,
    importedAt: null,
  };
  await db.begin((tx) => mandatesInsert(tx, [row]));
  return row;
}
