import { announcedAt } from '../../../rules/charges/upcoming.ts';
import { authorizationLeft, isRunningOut } from '../../../rules/mandates/authorization-left.ts';
import { remainingBudget } from '../../../rules/mandates/approval.ts';
import { presentCharge } from '../../../rules/charges/present.ts';
import { presentMandate } from '../../../rules/mandates/present.ts';
import { type EndedBy, transition } from '../../../rules/mandates/machine.ts';
import { scheduleOf } from '../../../rules/mandates/terms.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { recordEvent } from './events.ts';
import { newId } from './ids.ts';
import type { ChargeRow, MandateRow } from './rows.ts';
import { merchantNow, type World } from './world.ts';

/** Changes a mandate and increases its version, so that snapshots can be ordered. */
export function updateMandate(mandate: MandateRow, change: Partial<MandateRow>): void {
  Object.assign(mandate, change, { version: mandate.version + 1 });
}

/** Changes a charge in the same way. */
export function updateCharge(world: World, charge: ChargeRow, change: Partial<ChargeRow>): void {
  Object.assign(charge, change, { version: charge.version + 1 });
  if (charge.status === 'scheduled' || charge.status === 'retrying') world.openCharges.add(charge);
  else world.openCharges.delete(charge);
}

/** Activates a pending mandate and places its first charge. Throws mandate_not_pending. */
export function activate(world: World, mandate: MandateRow, approval: { fundsSufficient: boolean }): void {
  markActive(world, mandate, approval);
  placeCharge(world, mandate, 0);
}

/** The activation alone: a paid order has no charge to place. Throws mandate_not_pending. */
export function markActive(
  world: World,
  mandate: MandateRow,
  { fundsSufficient }: { fundsSufficient: boolean },
): void {
  const next = transition(mandate.status, 'activate');
  if ('refused' in next) throw new ApiError('mandate_not_pending');
  const now = merchantNow(world, mandate);
  const { anchorAt, expiresAt } = scheduleOf(mandate, now);
  updateMandate(mandate, {
    status: next.to,
    startAt: now,
    activatedAt: now,
    anchorAt,
    expiresAt,
    fundsSufficient,
  });
  recordMandateEvent(world, mandate, 'mandate.activated');
}

/** Ends a mandate. Its open charge is skipped when it falls due. */
export function endMandate(
  world: World,
  mandate: MandateRow,
  status: 'revoked' | 'completed' | 'expired',
  endedBy: EndedBy = 'term',
): void {
  const ending = mandate.endedAt === null ? { endedAt: merchantNow(world, mandate), endedBy } : {};
  updateMandate(mandate, { status, ...ending });
  recordMandateEvent(world, mandate, `mandate.${status}`);
}

/** Schedules the charge of period `periodIndex`; a future charge is announced. */
export function placeCharge(
  world: World,
  mandate: MandateRow,
  periodIndex: number,
  amount: bigint = mandate.amountPerPeriod,
): ChargeRow {
  const now = merchantNow(world, mandate);
  const dueAt = mandate.anchorAt! + periodIndex * mandate.periodSeconds;
  const charge: ChargeRow = {
    id: newId('charge'),
    merchantId: mandate.merchantId,
    livemode: mandate.livemode,
    createdAt: now,
    mandateId: mandate.id,
    periodIndex,
    amount,
    dueAt,
    status: 'scheduled',
    attempts: 0,
    txSignature: null,
    refunded: 0n,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: dueAt,
    settledAt: null,
    receiptNumber: null,
    dunning: null,
    version: 1,
    announceAt: announcedAt(mandate, dueAt, now),
  };
  world.charges.insert(charge);
  world.openCharges.add(charge);
  if (dueAt > now) recordChargeEvent(world, mandate, charge, 'charge.scheduled');
  return charge;
}

export function recordMandateEvent(
  world: World,
  mandate: MandateRow,
  type: `mandate.${'created' | 'activated' | 'completed' | 'revoked' | 'expired'}`,
): void {
  const createdAt = merchantNow(world, mandate);
  recordEvent(world, mandate, { type, object: presentMandate(mandate), mandateId: mandate.id, createdAt });
}

export function recordChargeEvent(
  world: World,
  mandate: MandateRow,
  charge: ChargeRow,
  type: `charge.${'scheduled' | 'upcoming' | 'succeeded' | 'failed' | 'abandoned' | 'skipped'}`,
): void {
  const object = presentCharge(charge, mandate);
  const createdAt = merchantNow(world, mandate);
  recordEvent(world, mandate, { type, object, mandateId: mandate.id, createdAt });
}

/** Tells that the mandate's approval is running out, once for each budget, now that its next charge is placed. */
export function recordExpiring(world: World, mandate: MandateRow, nextDueAt: number): void {
  const left = authorizationLeft(mandate, nextDueAt);
  if (left === null || !isRunningOut(mandate, left) || mandate.toldOfBudget === mandate.budget) return;
  mandate.toldOfBudget = mandate.budget;
  recordEvent(world, mandate, {
    type: 'mandate.authorization_expiring',
    object: presentMandate(mandate),
    authorization: left,
    mandateId: mandate.id,
    createdAt: merchantNow(world, mandate),
  });
}

/** What remains of the payer's other active mandates on the token: all share one delegate slot. */
export function othersOf(
  world: World,
  { id, livemode, payer, mint }: Pick<MandateRow, 'id' | 'livemode' | 'payer' | 'mint'>,
): { remaining: bigint }[] {
  return world.mandates
    .filter(
      (row) =>
        row.status === 'active' &&
        row.id !== id &&
        row.livemode === livemode &&
        row.payer === payer &&
        row.mint === mint,
    )
    .map((row) => ({ remaining: remainingBudget(row) }));
}
