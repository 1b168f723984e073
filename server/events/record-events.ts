import type { Tx } from '../db/connect.ts';
import { type AuthorizationLeft, presentLeft } from '../../rules/mandates/authorization-left.ts';
import { API_VERSION } from '../generated/operations.ts';
import { derivedId, newId } from '../lib/ids.ts';
import type { Moment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { insertDeliveries, newDelivery, receiversOf } from '../webhooks/queries.ts';
import { wakeNow } from '../webhooks/wake.ts';
import {
  type EventBody,
  type EventType,
  eventsInsert,
  type NewEventRow,
  payerNoticesInsert,
} from './queries.ts';

/** An event of a mandate, charge or refund, with the object as it was at that moment. */
export interface NewEvent {
  type: EventType;
  object: EventBody['data']['object'];
  mandateId: string;
  /** Null if the event is about the mandate itself. */
  chargeId: string | null;
  /** In the merchant's time. */
  createdAt: number;
  /**
   * Which occurrence of this event type for this object it is; omitted for an event that did not really
   * happen. The id is derived from it and the object, so an event recorded again after a restore has the id
   * that receivers know.
   */
  occurrence?: string;
  /** Beside the mandate, where its approval runs out. */
  authorization?: AuthorizationLeft;
  /** It was asked for and did not happen. */
  isTest?: boolean;
}

/**
 * Records events in the transaction in which they happen: with the bytes of their deliveries, one delivery
 * for each of the tenant's endpoints that gets its type, due at `realNow`, and the wake-up. At most three statements, however
 * many events. Returns their ids. They are listed in the given order.
 */
export async function recordEvents(
  tx: Tx,
  tenant: Tenant,
  events: readonly NewEvent[],
  moment: Pick<Moment, 'realNow'>,
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = eventRows(tenant, events);
  const types = [...new Set(rows.map(({ type }) => type))];
  const receivers = await tx<{ endpointId: string; type: EventType }[]>`
    with recorded as (${eventsInsert(tx, tenant, rows)}),
      told as (${payerNoticesInsert(tx, tenant, rows, moment.realNow)})
    ${receiversOf(tx, tenant, types)}`;
  if (receivers.length > 0) {
    const of = Map.groupBy(receivers, ({ type }) => type);
    const deliveries = rows.flatMap(({ id, type }) =>
      (of.get(type) ?? []).map(({ endpointId }) => newDelivery(id, endpointId)),
    );
    await insertDeliveries(tx, tenant, deliveries, moment.realNow);
    await wakeNow(tx, [...new Set(receivers.map(({ endpointId }) => endpointId))].sort());
  }
  return rows.map(({ id }) => id);
}

/** The rows of events that happen now, for a transaction that inserts them itself. */
export function eventRows({ livemode }: Tenant, events: readonly NewEvent[]): NewEventRow[] {
  return events.map((event) => {
    const id = eventId(event);
    return { ...event, id, position: newId('event'), body: bodyOf(id, livemode, event) };
  });
}

/** The id that an event of this occurrence has, or would have. */
export function eventId({
  type,
  mandateId,
  chargeId,
  occurrence,
}: Omit<NewEvent, 'object' | 'createdAt'>): string {
  return occurrence === undefined
    ? newId('event')
    : derivedId('event', chargeId ?? mandateId, type, occurrence);
}

/**
 * The body of every delivery of an event, fixed now: the object shows this moment, whenever the delivery
 * succeeds.
 */
function bodyOf(
  id: string,
  livemode: boolean,
  { type, createdAt, object, authorization, isTest }: NewEvent,
): string {
  const mark = isTest ? { testEvent: true } : {};
  const body = {
    id,
    object: 'event',
    type,
    createdAt,
    livemode,
    ...mark,
    apiVersion: API_VERSION,
    data: { object, ...(authorization === undefined ? {} : { authorization: presentLeft(authorization) }) },
  };
  return JSON.stringify(body satisfies Record<Exclude<keyof EventBody, 'testEvent'>, unknown>);
}
