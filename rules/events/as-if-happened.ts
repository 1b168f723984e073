import type { ChargedMandate, ShownCharge } from '../charges/present.ts';
import { NOT_SIGNED } from '../refunds/unsigned.ts';
import type { ShownRefund } from '../refunds/present.ts';
import { ACCOUNT_FAILURES } from '../failures.ts';
import type { ShownMandate } from '../mandates/present.ts';

type MandateEventType =
  `mandate.${'created' | 'activated' | 'completed' | 'revoked' | 'expired' | 'authorization_expiring'}`;
type ChargeEventType =
  `charge.${'scheduled' | 'upcoming' | 'succeeded' | 'failed' | 'abandoned' | 'skipped'}`;

/** 15 minutes: until a payment that failed for the first time is tried again. */
const RETRY_SECONDS = 900;
/** 3 days: how long before it is due a charge is announced. */
const UPCOMING_SECONDS = 259_200;
/** The first attempt and four retries. */
const ALL_ATTEMPTS = 5;

/** A mandate as it would be at `now` had the event just happened to it: for test events, which change nothing. */
export function mandateAsIf<Row extends ShownMandate>(row: Row, type: MandateEventType, now: number): Row {
  const began = { anchorAt: row.anchorAt ?? row.startAt + row.trialSeconds };
  const lasts = { endedAt: null, endedBy: null };
  switch (type) {
    case 'mandate.created':
      return {
        ...row,
        ...lasts,
        status: 'pending',
        periodsCharged: 0,
        anchorAt: null,
        planSignature: null,
        fundsSufficient: false,
      };
    case 'mandate.authorization_expiring':
      return { ...row, ...began, ...lasts, status: 'active', maxPeriods: null };
    case 'mandate.activated':
      return { ...row, ...began, ...lasts, status: 'active', periodsCharged: 0 };
    case 'mandate.completed': {
      const periods = row.maxPeriods ?? Math.max(1, row.periodsCharged);
      const counts = { maxPeriods: periods, periodsCharged: periods };
      return { ...row, ...began, ...counts, status: 'completed', endedAt: now, endedBy: 'term' };
    }
    case 'mandate.revoked':
      return { ...row, status: 'revoked', endedAt: now, endedBy: 'payer' };
    case 'mandate.expired':
      return { ...row, status: 'expired', endedAt: now, endedBy: 'term', expiresAt: now };
  }
}

/**
 * A charge with its mandate as they would be at `now` had the event just happened. `signature` stands for the transaction of one that has
 * none: no chain knows it.
 */
export function chargeAsIf<Row extends ShownCharge, Mandate extends ChargedMandate>(
  { charge, mandate }: { charge: Row; mandate: Mandate },
  type: ChargeEventType,
  { now, signature }: { now: number; signature: string },
): { charge: Row; mandate: Mandate } {
  const open = { txSignature: null, receiptNumber: null, settledAt: null, refunded: 0n };
  // It is tried when it is due, and not before.
  const due = { dueAt: Math.min(charge.dueAt, now) };
  const calm = { failureCode: null, failureMessage: null };
  const code = charge.failureCode ?? 'insufficient_funds';
  const failed = { failureCode: code, failureMessage: charge.failureMessage ?? ACCOUNT_FAILURES[code] };
  const lasting = { ...mandate, endedAt: null };
  switch (type) {
    case 'charge.scheduled':
    case 'charge.upcoming': {
      const dueAt =
        type === 'charge.upcoming'
          ? now + UPCOMING_SECONDS
          : Math.max(charge.dueAt, now + Math.max(mandate.periodSeconds, RETRY_SECONDS));
      const planned = { ...open, ...calm, attempts: 0, dueAt, nextAttemptAt: dueAt };
      return { charge: { ...charge, ...planned, status: 'scheduled' }, mandate: lasting };
    }
    case 'charge.succeeded': {
      const { txSignature, receiptNumber } = charge;
      const paid = {
        txSignature: txSignature ?? signature,
        // Real ones begin at 1.
        receiptNumber: receiptNumber ?? 0,
        settledAt: charge.settledAt ?? now,
        refunded: 0n,
        nextAttemptAt: null,
      };
      const attempts = Math.max(1, charge.attempts);
      return { charge: { ...charge, ...due, ...calm, ...paid, attempts, status: 'succeeded' }, mandate };
    }
    case 'charge.failed': {
      const attempts = Math.min(Math.max(1, charge.attempts), ALL_ATTEMPTS - 1);
      const again = { attempts, nextAttemptAt: now + RETRY_SECONDS };
      return {
        charge: { ...charge, ...open, ...due, ...failed, ...again, status: 'retrying' },
        mandate: lasting,
      };
    }
    case 'charge.abandoned': {
      const over = { attempts: ALL_ATTEMPTS, nextAttemptAt: null };
      return { charge: { ...charge, ...open, ...due, ...failed, ...over, status: 'abandoned' }, mandate };
    }
    case 'charge.skipped': {
      const off = { attempts: 0, nextAttemptAt: null };
      return { charge: { ...charge, ...open, ...due, ...calm, ...off, status: 'skipped' }, mandate };
    }
  }
}

/** A refund as it would be had the event just happened to it; `signature` as for a charge. */
export function refundAsIf<Row extends ShownRefund>(
  row: Row,
  type: `refund.${'succeeded' | 'failed'}`,
  { signature }: { signature: string },
): Row {
  if (type === 'refund.succeeded') {
    const paid = { txSignature: row.txSignature ?? signature, failureCode: null, failureMessage: null };
    return { ...row, ...paid, status: 'succeeded' };
  }
  const code = row.failureCode ?? NOT_SIGNED.code;
  const failed = { failureCode: code, failureMessage: row.failureMessage ?? NOT_SIGNED.message };
  return { ...row, ...failed, status: 'failed', txSignature: null };
}
