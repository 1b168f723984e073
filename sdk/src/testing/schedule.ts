import { applyPayoutChanges } from './payout-wallet.ts';
import { remainingBudget } from '../../../rules/mandates/approval.ts';
import { decideLost } from '../../../rules/dunning/policy.ts';
import { ACCOUNT_FAILURES, type AccountFailureCode } from '../../../rules/failures.ts';
import { NOT_SIGNED, UNSIGNED_SECONDS } from '../../../rules/refunds/unsigned.ts';
import {
  decideDue,
  decideFailure,
  decideNext,
  type OpenCharge,
  type Recurrence,
} from '../../../rules/charges/machine.ts';
import { PENDING_SECONDS } from '../../../rules/mandates/terms.ts';
import { announcedAt, stillComesUp } from '../../../rules/charges/upcoming.ts';
import { approvedTo, balanceOf, move } from './chain.ts';
import { newId } from './ids.ts';
import { dunningAt } from './dunning.ts';
import {
  endMandate,
  placeCharge,
  recordChargeEvent,
  recordExpiring,
  updateCharge,
  updateMandate,
} from './lifecycle.ts';
import { recordRefundEvent } from './refund-event.ts';
import type { ChargeRow, MandateRow } from './rows.ts';
import { chainOf, merchantNow, type World } from './world.ts';

const NOT_FAILED = { failureCode: null, failureMessage: null };

/** Advances the world's time to now and runs everything that falls due on the way, each at its own moment. */
export function catchUp(world: World): void {
  const target = world.now() + world.ahead;
  for (;;) {
    runDue(world);
    const next = nextMoment(world, null);
    if (next === null || next >= target) break;
    world.shownNow = next;
  }
  world.shownNow = Math.max(world.shownNow, target);
  runDue(world);
}

/**
 * Advances one merchant's test clock by `seconds`, stopping whenever something of that merchant falls due.
 */
export function advanceMerchant(world: World, merchantId: string, seconds: number): void {
  const merchant = world.merchants.get(merchantId);
  for (let left = seconds; ;) {
    runDue(world);
    const next = nextMoment(world, merchantId);
    const step = next === null ? left : Math.min(next - world.shownNow, left);
    if (step <= 0) break;
    merchant.clockOffset += step;
    left -= step;
  }
}

/** Runs everything due now, and what becomes due as a result. */
function runDue(world: World): void {
  applyPayoutChanges(world);
  for (;;) {
    const due = [...world.openCharges].filter(
      (charge) => charge.nextAttemptAt! <= merchantNow(world, charge),
    );
    for (const charge of due.sort((a, b) => a.nextAttemptAt! - b.nextAttemptAt!)) runCharge(world, charge);
    if (due.length === 0) break;
  }
  for (const mandate of world.mandates.filter((row) => (endOf(row) ?? Infinity) <= merchantNow(world, row))) {
    endMandate(world, mandate, 'expired');
  }
  for (const charge of world.openCharges) announce(world, charge);
  for (const refund of world.refunds.filter((row) => (signedBy(row) ?? Infinity) <= world.shownNow)) {
    const { code: failureCode, message: failureMessage } = NOT_SIGNED;
    Object.assign(refund, { status: 'failed', transaction: null, failureCode, failureMessage });
    recordRefundEvent(world, refund, 'refund.failed');
  }
}

/** Tells that a charge comes up, once the time for it has come. */
function announce(world: World, charge: ChargeRow): void {
  const now = merchantNow(world, charge);
  if (charge.announceAt === null || charge.announceAt > now) return;
  charge.announceAt = null;
  const mandate = world.mandates.get(charge.mandateId);
  if (mandate.status === 'active' && stillComesUp(charge, now))
    recordChargeEvent(world, mandate, charge, 'charge.upcoming');
}

/** When an unfinished mandate ends by itself, in its merchant's time. */
function endOf({ status, createdAt, expiresAt }: MandateRow): number | null {
  if (status === 'pending') return createdAt + PENDING_SECONDS;
  return status === 'active' ? expiresAt : null;
}

function signedBy({ status, recordedAt }: { status: string; recordedAt: number }): number | null {
  return status === 'pending' ? recordedAt + UNSIGNED_SECONDS : null;
}

/**
 * The next moment on the world's clock at which something falls due: for one merchant's test mode, or for
 * all.
 */
function nextMoment(world: World, merchantId: string | null): number | null {
  const isWanted = (row: { merchantId: string; livemode: boolean }) =>
    merchantId === null || (row.merchantId === merchantId && !row.livemode);
  const toWorld = (row: { merchantId: string; livemode: boolean }, at: number) =>
    at - (merchantNow(world, row) - world.shownNow);
  const charges = [...world.openCharges]
    .filter(isWanted)
    .map((row) => toWorld(row, Math.min(row.nextAttemptAt!, row.announceAt ?? Infinity)));
  const ends = world.mandates
    .filter((row) => isWanted(row) && endOf(row) !== null)
    .map((row) => toWorld(row, endOf(row)!));
  const refunds =
    merchantId === null
      ? world.refunds.filter((row) => signedBy(row) !== null).map((row) => signedBy(row)!)
      : [];
  const later = [...charges, ...ends, ...refunds].filter((at) => at > world.shownNow);
  return later.length === 0 ? null : later.reduce((a, b) => Math.min(a, b));
}

function runCharge(world: World, charge: ChargeRow): void {
  // The service increases it too when a worker takes the charge up.
  charge.version += 1;
  const mandate = world.mandates.get(charge.mandateId);
  const now = merchantNow(world, mandate);
  const decision = decideDue(recurrenceOf(mandate), openCharge(charge), now);
  if (decision.kind === 'skip') {
    updateCharge(world, charge, { status: 'skipped', nextAttemptAt: null });
    recordChargeEvent(world, mandate, charge, 'charge.skipped');
  } else if (decision.kind === 'expire') endMandate(world, mandate, 'expired');
  else if (decision.kind === 'move') moveCharge(world, mandate, charge, decision);
  else attempt(world, mandate, charge, now);
}

/** The schedule of an activated mandate's charges. */
function recurrenceOf(mandate: MandateRow): Recurrence {
  const active = mandate.status === 'active';
  return { ...mandate, active, anchorAt: mandate.anchorAt!, windowSeconds: null };
}

/** Here a signed transaction lands at once, so no open charge has a signature. */
function openCharge({ periodIndex, attempts }: ChargeRow): OpenCharge {
  return { periodIndex, attempts, signatures: 0 };
}

/** Its window passed without an attempt: missed windows are never charged. */
function moveCharge(
  world: World,
  mandate: MandateRow,
  charge: ChargeRow,
  { periodIndex, dueAt }: { periodIndex: number; dueAt: number },
): void {
  const status = 'scheduled';
  updateCharge(world, charge, {
    periodIndex,
    dueAt,
    nextAttemptAt: dueAt,
    status,
    attempts: 0,
    dunning: null,
    ...NOT_FAILED,
    announceAt: announcedAt(mandate, dueAt, merchantNow(world, mandate)),
  });
  recordChargeEvent(world, mandate, charge, 'charge.scheduled');
}

function attempt(world: World, mandate: MandateRow, charge: ChargeRow, now: number): void {
  const chain = chainOf(world, mandate.livemode)!;
  const { payer, payee, mint, delegate } = mandate;
  const code = whyItFails(world, mandate, charge.amount);
  if (code !== null) return fail(world, mandate, charge, { code, now });
  const txSignature = move(
    chain,
    { from: payer, to: payee, mint, amount: charge.amount },
    { now: world.shownNow, feePayer: delegate },
  );
  const approval = chain.approvals.get(`${payer}/${mint}`)!;
  approval.amount -= charge.amount;
  // The token programs clear a used-up allowance too.
  if (approval.amount === 0n) chain.approvals.delete(`${payer}/${mint}`);
  world.attempts.insert({
    id: newId('attempt'),
    chargeId: charge.id,
    amount: charge.amount,
    txSignature,
    signedAt: world.shownNow,
  });
  // The service increases it too when it stores the signed transaction before sending.
  charge.version += 1;
  settleCharge(world, mandate, charge, txSignature);
}

/** Records that a charge's money moved, and what follows: the next charge, or the mandate's completion. */
export function settleCharge(
  world: World,
  mandate: MandateRow,
  charge: ChargeRow,
  txSignature: string,
): void {
  const now = merchantNow(world, mandate);
  const paid = {
    status: 'succeeded',
    attempts: charge.attempts + 1,
    txSignature,
    settledAt: now,
    receiptNumber: nextReceiptNumber(world, charge),
    ...NOT_FAILED,
    nextAttemptAt: null,
  } as const;
  updateCharge(world, charge, paid);
  updateMandate(mandate, {
    periodsCharged: mandate.periodsCharged + 1,
    pulled: mandate.pulled + charge.amount,
  });
  recordChargeEvent(world, mandate, charge, 'charge.succeeded');
  if (mandate.status !== 'active') return;
  const next = decideNext(recurrenceOf(mandate), charge.periodIndex, mandate.periodsCharged, now);
  if (next.kind === 'complete') endMandate(world, mandate, 'completed');
  // After its last window the mandate ends at its own expiry.
  if (next.kind !== 'schedule') return;
  placeCharge(world, mandate, next.periodIndex);
  recordExpiring(world, mandate, next.dueAt);
}

/** Without gaps for each merchant and mode, in order of settlement. */
function nextReceiptNumber(world: World, { merchantId, livemode }: ChargeRow): number {
  const counter = `${merchantId}/${livemode}`;
  const number = (world.receipts.get(counter) ?? 0) + 1;
  world.receipts.set(counter, number);
  return number;
}

function whyItFails(world: World, mandate: MandateRow, amount: bigint): AccountFailureCode | null {
  const { livemode, payer, mint, delegate } = mandate;
  const chain = chainOf(world, livemode)!;
  // Checked before the account: the token programs clear the delegate of a used-up allowance, and that is not
  // a cancellation.
  if (remainingBudget(mandate) < amount) return 'allowance_short';
  const balance = balanceOf(chain, payer, mint);
  if (balance === null) return 'payer_account_missing';
  if (chain.approvals.get(`${payer}/${mint}`)?.delegate !== delegate) return 'allowance_gone';
  if (approvedTo(chain, payer, mint, delegate) < amount) return 'allowance_short';
  return balance < amount ? 'insufficient_funds' : null;
}

/** Retries later in the window, or abandons the charge, which revokes the mandate unless its merchant keeps it. */
function fail(
  world: World,
  mandate: MandateRow,
  charge: ChargeRow,
  { code, now }: { code: AccountFailureCode; now: number },
): void {
  const failure = { failureCode: code, failureMessage: ACCOUNT_FAILURES[code] };
  const attempts = charge.attempts + 1;
  const dunning = charge.dunning ?? dunningAt(world, mandate);
  const decision = decideFailure(recurrenceOf(mandate), openCharge(charge), now, dunning.retries);
  if (decision.kind === 'retry' && code !== 'allowance_gone') {
    const nextAttemptAt = decision.at;
    updateCharge(world, charge, { status: 'retrying', attempts, ...failure, dunning, nextAttemptAt });
    return recordChargeEvent(world, mandate, charge, 'charge.failed');
  }
  updateCharge(world, charge, { status: 'abandoned', attempts, ...failure, dunning, nextAttemptAt: null });
  recordChargeEvent(world, mandate, charge, 'charge.abandoned');
  if (code === 'allowance_gone') return endMandate(world, mandate, 'revoked', 'payer');
  if (decideLost(dunning, mandate, lostInARow(world, mandate)) === 'end')
    return endMandate(world, mandate, 'revoked', 'payment_failed');
  const next = decideNext(recurrenceOf(mandate), charge.periodIndex, mandate.periodsCharged, now);
  if (next.kind === 'schedule') placeCharge(world, mandate, next.periodIndex);
}

/** How many of a mandate's periods were given up since the last one that was paid. */
function lostInARow(world: World, { id }: MandateRow): number {
  const charges = world.charges.filter(({ mandateId }) => mandateId === id);
  const paid = charges.filter(({ status }) => status === 'succeeded').map(({ periodIndex }) => periodIndex);
  return charges.filter(
    ({ status, periodIndex }) => status === 'abandoned' && periodIndex > Math.max(-1, ...paid),
  ).length;
}
