import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { ChargeRow } from '../../server/charges/queries.ts';
import type { Sql } from '../../server/db/connect.ts';
import { newId } from '../../server/lib/ids.ts';
import type { MandateRow } from '../../server/mandates/queries.ts';
import { closeHours } from '../../server/metrics/close-hours.ts';
import type { RefundRow } from '../../server/refunds/queries.ts';
import { randomAddress } from '../support/deployment.ts';
import { TestService } from '../support/service.ts';

export const HOUR = 3_600;
export const DAY = 86_400;

/** A mandate of a history, as much of it as metrics and customers know. Times are Unix seconds. */
export interface PastMandate {
  id: string;
  merchantId: string;
  livemode: boolean;
  payer: string;
  mint: string;
  decimals: number;
  amount: bigint;
  period: number;
  sellMode: 'subscription' | 'once';
  status: MandateRow['status'];
  activatedAt: number | null;
  endedAt: number | null;
  endedBy: MandateRow['endedBy'];
  trial: number;
  /** What its pulls may still take. */
  remaining: bigint;
  periodsCharged: number;
  fundsSufficient: boolean;
}

export interface PastCharge {
  id: string;
  mandate: PastMandate;
  index: number;
  amount: bigint;
  status: ChargeRow['status'];
  /** Of a succeeded one. */
  settledAt: number | null;
  /** Of a succeeded one: unlike any other's, which is all that metrics need. */
  receiptNumber: number | null;
  attempts: number;
  failed: boolean;
  /** Of an open one: when it is due. */
  dueAt: number;
}

export interface PastRefund {
  charge: PastCharge;
  amount: bigint;
  status: RefundRow['status'];
  settledAt: number | null;
}

export interface History {
  mandates: PastMandate[];
  charges: PastCharge[];
  refunds: PastRefund[];
}

/** An active subscription of 30 days for one merchant, unless `part` says otherwise. */
export function pastMandate(
  part: Partial<PastMandate> & Pick<PastMandate, 'merchantId' | 'mint'>,
): PastMandate {
  const once = part.sellMode === 'once';
  return {
    id: newId('mandate'),
    livemode: false,
    payer: randomAddress(),
    decimals: 6,
    amount: 1_000_000n,
    period: once ? 0 : 30 * DAY,
    sellMode: 'subscription',
    status: 'active',
    activatedAt: 0,
    endedAt: null,
    endedBy: null,
    trial: 0,
    remaining: 100_000_000n,
    periodsCharged: 0,
    fundsSufficient: true,
    ...part,
  };
}

let receipts = 0;
/** Long after the test. */
export const LATER = 4_000_000_000;

/** A succeeded charge. */
export function paid(
  mandate: PastMandate,
  settledAt: number,
  amount = mandate.amount,
  index = 0,
): PastCharge {
  receipts += 1;
  return {
    id: newId('charge'),
    mandate,
    index,
    amount,
    status: 'succeeded',
    settledAt,
    receiptNumber: receipts,
    attempts: 1,
    failed: false,
    dueAt: LATER,
  };
}

/** Writes a history past the service, under the tables' own constraints. */
export async function writeHistory(db: Sql, { mandates, charges, refunds }: History): Promise<void> {
  await db.begin(async (tx) => {
    const insert = async (table: string, rows: object[]) => {
      for (let at = 0; at < rows.length; at += 500) {
        await tx`insert into ${tx(table)} ${tx(rows.slice(at, at + 500) as Record<string, string>[])}`;
      }
    };
    await insert('mandates', mandates.map(mandateRow));
    await insert(
      'charges',
      charges.map((charge) => chargeRow(charge, refunds)),
    );
    await insert('refunds', refunds.map(refundRow));
  });
}

/** Puts tokens on the registry of a mode; the first one is the floor. */
export async function registerTokens(
  db: Sql,
  livemode: boolean,
  tokens: { mint: string; symbol: string; decimals: number; class: 'stable' | 'other' }[],
): Promise<void> {
  for (const [at, { mint, symbol, decimals, class: kind }] of tokens.entries()) {
    await db`
      insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
      values (${livemode}, ${mint}, ${symbol}, ${decimals}, 'token', ${kind}, ${at === 0}, ${at === 0}, 1)`;
  }
}

/** The whole service with neither chain: nothing in the background touches what a test writes. */
export function startWithoutChains(settings: Record<string, string> = {}): Promise<TestService> {
  return TestService.start({ ...settings, AUTOPAY_TEST_RPC_URL: 'none' });
}

/** Runs the background's closing of hours now, as if it were `at`. */
export async function closeHoursAt(service: TestService, at: number, livemode = false): Promise<void> {
  const { deployment } = service.running;
  await closeHours({ ...deployment, clock: { ...deployment.clock, seconds: () => at } }, livemode);
}

function mandateRow(mandate: PastMandate): MandateRow {
  const { amount, period, activatedAt, sellMode, trial, remaining, periodsCharged } = mandate;
  return {
    id: mandate.id,
    merchantId: mandate.merchantId,
    livemode: mandate.livemode,
    payer: mandate.payer as Address,
    payee: randomAddress(),
    mint: mandate.mint as Address,
    tokenProgram: 'token',
    decimals: mandate.decimals,
    amountPerPeriod: amount,
    periodSeconds: period,
    maxPeriods: sellMode === 'once' ? 1 : null,
    trialSeconds: trial,
    sellMode,
    status: mandate.status,
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
    budget: remaining,
    pulled: 0n,
    periodsCharged,
    fundsSufficient: mandate.fundsSufficient,
    simulated: false,
    authorizationSlot: null,
    createdAt: activatedAt ?? 1,
    startAt: activatedAt ?? 1,
    activatedAt,
    anchorAt: activatedAt === null ? null : activatedAt + trial,
    expiresAt: null,
    expireWakeAt: null,
    instructionIssuedAt: null,
    watchAt: null,
    goneSeenAt: null,
    recordedAt: activatedAt ?? 1,
    version: 1,
    recoveredThrough: 0,
    importedAt: null,
    offerId: null,
    name: null,
    description: null,
    clientReference: null,
    metadata: null,
    endedAt: mandate.endedAt,
    endedBy: mandate.endedBy,
  };
}

function chargeRow(charge: PastCharge, refunds: readonly PastRefund[]): ChargeRow {
  const { id, mandate, index, amount, status, settledAt, receiptNumber, attempts, failed, dueAt } = charge;
  const waits = ['scheduled', 'processing', 'retrying'].includes(status);
  return {
    id,
    position: id,
    merchantId: mandate.merchantId,
    livemode: mandate.livemode,
    mandateId: mandate.id,
    periodIndex: index,
    amount,
    dueAt,
    status,
    attempts,
    setbacks: 0,
    signatures: 0,
    txSignature: status === 'succeeded' ? randomAddress() : null,
    refunded: refunds
      .filter((refund) => refund.charge === charge && refund.status === 'succeeded')
      .reduce((sum, refund) => sum + refund.amount, 0n),
    failureCode: failed ? 'insufficient_funds' : null,
    failureMessage: failed ? 'Less than the amount.' : null,
    nextAttemptAt: waits ? dueAt : null,
    wakeAt: waits ? dueAt : null,
    backoffUntil: null,
    leaseToken: null,
    createdAt: 1,
    settledAt,
    receiptNumber,
    dunningPolicyId: null,
    version: 1,
  };
}

function refundRow({ charge, amount, status, settledAt }: PastRefund): Omit<RefundRow, 'bought'> {
  return {
    id: newId('refund'),
    position: newId('refund'),
    ordinal: null,
    merchantId: charge.mandate.merchantId,
    livemode: charge.mandate.livemode,
    mandateId: charge.mandate.id,
    chargeId: charge.id,
    amount,
    status,
    signer: 'payee',
    reason: null,
    txSignature: status === 'succeeded' ? randomAddress() : null,
    failureCode: null,
    failureMessage: null,
    issuedWire: null,
    issuedBlockhash: null,
    issuedLastValidBlockHeight: null,
    issuedBlockHeight: null,
    issuedSlot: null,
    wakeAt: status === 'pending' ? 4_000_000_000 : null,
    createdAt: 1,
    recordedAt: 1,
    version: 1,
    settledAt,
  };
}
