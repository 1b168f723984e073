import { randomBytes } from 'node:crypto';
import { chargeAsIf, mandateAsIf, refundAsIf } from '../../rules/events/as-if-happened.ts';
import { leftAsIf } from '../../rules/mandates/authorization-left.ts';
import { RECURRING_EVENTS } from '../../rules/webhooks/event-filter.ts';
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
import { presentRefund } from '../refunds/present.ts';
import { findNewestRefund } from '../refunds/queries.ts';

const SIGNATURE_BYTES = 64;

/**
 * Records an event of `type` that did not happen, about the merchant's newest mandate, charge or refund, which it shows as if it had happened.
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
  if (sellMode === 'once' && RECURRING_EVENTS.has(type)) {
    throw new ApiError('parameter_invalid', {
      param: 'type',
      message: `This deployment sells one-time purchases only, so ${type} never happens here.`,
    });
  }
  const moment = await readMoment(tx, tenant, clock);
  const subject = await newestSubject(tx, tenant, type, moment.now);
  const event = { ...subject, type, createdAt: moment.now, isTest: true };
  const [id] = await recordEvents(tx, tenant, [event], moment);
  return getEvent(tx, tenant, id!);
}

type Subject = Pick<NewEvent, 'object' | 'mandateId' | 'chargeId' | 'authorization'>;
type OfMandate = Extract<EventType, `mandate.${string}`>;
type OfCharge = Extract<EventType, `charge.${string}`>;
type OfRefund = Extract<EventType, `refund.${string}`>;

const isOfMandate = (type: EventType): type is OfMandate => type.startsWith('mandate.');
const isOfRefund = (type: EventType): type is OfRefund => type.startsWith('refund.');

function newestSubject(db: Db, tenant: Tenant, type: EventType, now: number): Promise<Subject> {
  if (isOfMandate(type)) return newestMandate(db, tenant, type, now);
  return isOfRefund(type) ? newestRefund(db, tenant, type) : newestCharge(db, tenant, type, now);
}

async function newestMandate(db: Db, tenant: Tenant, type: OfMandate, now: number): Promise<Subject> {
  const mandate = await findNewestMandate(db, tenant);
  if (mandate === null) throw missing('mandate');
  const asIf = mandateAsIf(mandate, type, now);
  const authorization = type === 'mandate.authorization_expiring' ? { authorization: leftAsIf(asIf) } : {};
  return { object: presentMandate(asIf), mandateId: mandate.id, chargeId: null, ...authorization };
}

async function newestCharge(db: Db, tenant: Tenant, type: OfCharge, now: number): Promise<Subject> {
  const newest = await findNewestCharge(db, tenant);
  if (newest === null) throw missing('charge');
  const of = await getMandate(db, tenant, newest.mandateId);
  const signature = toBase58(randomBytes(SIGNATURE_BYTES));
  const { charge, mandate } = chargeAsIf({ charge: newest, mandate: of }, type, { now, signature });
  return { object: presentCharge(charge, mandate), mandateId: of.id, chargeId: newest.id };
}

async function newestRefund(db: Db, tenant: Tenant, type: OfRefund): Promise<Subject> {
  const newest = await findNewestRefund(db, tenant);
  if (newest === null) throw missing('refund');
  const refund = refundAsIf(newest, type, { signature: toBase58(randomBytes(SIGNATURE_BYTES)) });
  // What waits for a wallet's signature is over in either event.
  const object = presentRefund({ ...refund, issuedWire: null });
  return { object, mandateId: newest.mandateId, chargeId: newest.chargeId };
}

function missing(kind: string): ApiError {
  return new ApiError('resource_missing', {
    message: `The event would carry this merchant's newest ${kind}, and it has none yet. Create one first.`,
  });
}
