import { randomBytes } from 'node:crypto';
import { chargeAsIf, mandateAsIf } from '../../rules/events/as-if-happened.ts';
import { presentCharge } from '../../rules/charges/present.ts';
import { findNewestCharge } from '../charges/queries.ts';
import type { Db, Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type EventRow, getEvent } from '../events/queries.ts';
import type { EventType } from '../events/queries.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { toBase58 } from '../lib/base58.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import { findNewestMandate, getMandate } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Events that only a subscription's charges have (specification, "Event kinds"). */
const RECURRING: ReadonlySet<EventType> = new Set(['charge.scheduled', 'charge.failed', 'charge.abandoned']);

const SIGNATURE_BYTES = 64;

/**
 * Records an event of `type` that did not happen, about the merchant's newest mandate or charge, which it shows as if it had happened.
 * It is marked, and otherwise like any other: listed, and delivered to the endpoints. Throws resource_missing if there
 * is no such object yet, and parameter_invalid for events that cannot happen where only one-time purchases
 * are sold.
 */
export async function createTestEvent(
  tx: Tx,
  { clock, sellMode }: Pick<Deployment, 'clock' | 'sellMode'>,
  tenant: Tenant,
  type: EventType,
): Promise<EventRow> {
  if (sellMode === 'once' && RECURRING.has(type)) {
    throw new ApiError('parameter_invalid', {
      param: 'type',
      message: `This deployment sells one-time purchases only, so ${type} never happens here.`,
    });
  }
  const moment = await readMoment(tx, tenant, clock);
  const subject = await (isOfMandate(type)
    ? newestMandate(tx, tenant, type, moment.now)
    : newestCharge(tx, tenant, type, moment.now));
  const event = { ...subject, type, createdAt: moment.now, isTest: true };
  const [id] = await recordEvents(tx, tenant, [event], moment);
  return getEvent(tx, tenant, id!);
}

type Subject = Pick<NewEvent, 'object' | 'mandateId' | 'chargeId'>;
type OfMandate = Extract<EventType, `mandate.${string}`>;
type OfCharge = Exclude<EventType, OfMandate>;

const isOfMandate = (type: EventType): type is OfMandate => type.startsWith('mandate.');

async function newestMandate(db: Db, tenant: Tenant, type: OfMandate, now: number): Promise<Subject> {
  const mandate = await findNewestMandate(db, tenant);
  if (mandate === null) throw missing('mandate');
  return { object: presentMandate(mandateAsIf(mandate, type, now)), mandateId: mandate.id, chargeId: null };
}

async function newestCharge(db: Db, tenant: Tenant, type: OfCharge, now: number): Promise<Subject> {
  const newest = await findNewestCharge(db, tenant);
  if (newest === null) throw missing('charge');
  const of = await getMandate(db, tenant, newest.mandateId);
  const signature = toBase58(randomBytes(SIGNATURE_BYTES));
  const { charge, mandate } = chargeAsIf({ charge: newest, mandate: of }, type, { now, signature });
  return { object: presentCharge(charge, mandate), mandateId: of.id, chargeId: newest.id };
}

function missing(kind: string): ApiError {
  return new ApiError('resource_missing', {
    message: `The event would carry this merchant's newest ${kind}, and it has none yet. Create one first.`,
  });
}
