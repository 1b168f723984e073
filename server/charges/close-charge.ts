import { decideLost, type DunningPolicy } from '../../rules/dunning/policy.ts';
import type { AccountFailureCode } from '../../rules/failures.ts';
import type { Tx } from '../db/connect.ts';
import { findDunning, findDunningOf } from '../dunning/queries.ts';
import { recordEvents } from '../events/record-events.ts';
import type { EndedBy } from '../../rules/mandates/machine.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { recurrenceOf } from './recurrence.ts';
import { chargeEvent } from './charge-event.ts';
import { decideFailure, decideNext } from '../../rules/charges/machine.ts';
import { type Moment, toRealTime } from '../merchants/moment.ts';
import { currentChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import { placeCharge, SHARED_FROM_SECONDS, wakeCollector } from './place-charge.ts';
import { type ChargeRow, countLostInARow, updateCharge } from './queries.ts';

/**
 * Why an attempt failed, in the contract's codes: the state of the payer's or payee's account, or of the
 * mint.
 */
export interface ChargeFailure {
  code: AccountFailureCode;
  message: string;
}

/** A charge with its mandate, both locked until the transaction ends. */
export interface LockedCharge {
  mandate: MandateRow;
  charge: ChargeRow;
}

const CLOSED = { nextAttemptAt: null, wakeAt: null, backoffUntil: null, leaseToken: null } as const;

/**
 * Records a failed attempt: retried later in its window, or abandoned, which revokes the mandate unless its merchant keeps it. How often and how
 * late is by what the merchant had chosen when the charge failed first. The caller holds both locked. If the mandate has ended meanwhile, the
 * charge is skipped instead.
 */
export async function failCharge(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  failure: ChargeFailure,
  moment: Moment,
): Promise<void> {
  const recurrence = recurrenceOf(mandate);
  if (!recurrence.active) return skipCharge(tx, { mandate, charge }, moment);
  const isFirst = charge.attempts === 0;
  const policy = isFirst
    ? await findDunning(tx, mandate)
    : await findDunningOf(tx, mandate, charge.dunningPolicyId);
  const decision = decideFailure(recurrence, charge, moment.now, policy.retries);
  if (decision.kind === 'abandon') {
    const failed = { ...charge, attempts: charge.attempts + 1, dunningPolicyId: policy.id };
    return loseCharge(tx, { mandate, charge: failed }, policy, failure, moment);
  }
  const wakeAt = toRealTime(moment, decision.at);
  const failed = await updateCharge(tx, charge.id, {
    status: 'retrying',
    attempts: charge.attempts + 1,
    setbacks: 0,
    failureCode: failure.code,
    failureMessage: failure.message,
    dunningPolicyId: policy.id,
    nextAttemptAt: decision.at,
    wakeAt,
    backoffUntil: null,
    leaseToken: null,
  });
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
  await recordEvents(tx, mandate, [chargeEvent('charge.failed', failed, mandate, moment.now)], moment);
}

/** Gives a charge up whose retries are exhausted: the end of its mandate, or of this period only where the merchant keeps it. */
async function loseCharge(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  policy: DunningPolicy,
  failure: ChargeFailure,
  moment: Moment,
): Promise<void> {
  // Asked only where it matters: everybody else's mandate ends here.
  const lost = policy.afterLast === 'end' ? 1 : (await countLostInARow(tx, mandate.id)) + 1;
  if (decideLost(policy, mandate, lost) === 'end')
    return abandonCharge(tx, { mandate, charge }, failure, moment);
  const abandoned = await setAbandoned(tx, charge, failure);
  const state = await currentChainState(tx, mandate.livemode, moment.realNow);
  const pace = mayHaveForgotten(state, mandate) ? 'following' : 'current';
  const { periodIndex } = charge;
  const next = decideNext(recurrenceOf(mandate), periodIndex, mandate.periodsCharged, moment.now, pace);
  // Without a period to come, the mandate ends at its own expiry.
  const placed = next.kind === 'schedule' ? await placeCharge(tx, mandate, next, moment) : { events: [] };
  const given = chargeEvent('charge.abandoned', abandoned, mandate, moment.now);
  await recordEvents(tx, mandate, [given, ...placed.events], moment);
}

/**
 * Gives a charge up and revokes its mandate: retries are exhausted, or the allowance is gone, which is its payer's doing unless `endedBy` says otherwise.
 * The caller holds both locked.
 */
export async function abandonCharge(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  failure: ChargeFailure,
  moment: Moment,
  endedBy: EndedBy | null = failure.code === 'allowance_gone' ? 'payer' : 'payment_failed',
): Promise<void> {
  const abandoned = await setAbandoned(tx, charge, failure);
  const { event } = await endMandate(tx, mandate, 'cancel', moment.now, endedBy);
  await recordEvents(
    tx,
    mandate,
    [chargeEvent('charge.abandoned', abandoned, mandate, moment.now), event],
    moment,
  );
}

function setAbandoned(
  tx: Tx,
  { id, attempts, dunningPolicyId }: ChargeRow,
  failure: ChargeFailure,
): Promise<ChargeRow> {
  return updateCharge(tx, id, {
    ...CLOSED,
    status: 'abandoned',
    attempts,
    dunningPolicyId,
    failureCode: failure.code,
    failureMessage: failure.message,
  });
}

/** Records that a charge fell due while its mandate was no longer active. The caller holds both locked. */
export async function skipCharge(tx: Tx, { mandate, charge }: LockedCharge, moment: Moment): Promise<void> {
  const skipped = await updateCharge(tx, charge.id, { ...CLOSED, status: 'skipped' });
  await recordEvents(tx, mandate, [chargeEvent('charge.skipped', skipped, mandate, moment.now)], moment);
}

/** 2 s, doubling to 5 minutes: a charge with a fault of its own does not recover by frequent retries. */
const SETBACK_SECONDS = { first: 2, most: 300 };
/**
 * In an outage it doubles three times at most, to 16 s, so that charges resume soon after the chain is back.
 */
const OUTAGE_SETBACKS = 3;

/**
 * Sets a charge back after a fault of ours: no event, not counted as an attempt, retried in real time.
 * With `waitSeconds` it waits exactly that long; this is not a fault and does not lengthen the next delay.
 */
export async function setBackCharge(
  tx: Tx,
  charge: ChargeRow,
  moment: Moment,
  { isOutage = false, waitSeconds = null }: { isOutage?: boolean; waitSeconds?: number | null } = {},
): Promise<void> {
  const setbacks = isOutage ? Math.min(charge.setbacks, OUTAGE_SETBACKS) : charge.setbacks;
  const delay = Math.min(SETBACK_SECONDS.first * 2 ** Math.min(setbacks, 10), SETBACK_SECONDS.most);
  const backoffUntil = moment.realNow + (waitSeconds ?? delay);
  const after = isOutage ? Math.min(setbacks + 1, OUTAGE_SETBACKS) : setbacks + 1;
  await updateCharge(tx, charge.id, {
    status: statusBefore(charge),
    setbacks: waitSeconds === null ? after : charge.setbacks,
    wakeAt: moment.realNow,
    backoffUntil,
    leaseToken: null,
  });
  // Late enough to share a job: an outage sets thousands back at once.
  const wakeAt = Math.max(backoffUntil, moment.realNow + SHARED_FROM_SECONDS);
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
}

/** Lets a charge wait for its window to open on chain: by the merchant's clock, and nobody's fault. */
export async function postponeCharge(
  tx: Tx,
  charge: ChargeRow,
  moment: Moment,
  waitSeconds: number,
): Promise<void> {
  const wakeAt = moment.realNow + waitSeconds;
  await updateCharge(tx, charge.id, {
    status: statusBefore(charge),
    wakeAt,
    backoffUntil: null,
    leaseToken: null,
  });
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
}

/** What a charge was before it was taken up. With a signature it stays processing until that is resolved. */
function statusBefore({ signatures, attempts }: ChargeRow): ChargeRow['status'] {
  if (signatures > 0) return 'processing';
  return attempts > 0 ? 'retrying' : 'scheduled';
}
