import type { components } from '../generated/api.ts';
import { recordsetOf } from '../db/recordset.ts';
import type { Db, Statement } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import { STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** All event types. */
export type EventType = components['schemas']['EventType'];
/** An event as webhooks deliver it. */
export type EventBody = components['schemas']['Event'];

/** A row of `events` to insert. */
export interface NewEventRow {
  id: string;
  /** Sorts by the time at which the row was inserted, which ids do not. */
  position: string;
  type: EventType;
  mandateId: string;
  chargeId: string | null;
  createdAt: number;
  body: string;
}

/** An event with its number of pending deliveries. */
export interface EventRow {
  id: string;
  body: string;
  pendingWebhooks: number;
}

/** Of which payers are told, where they gave an address (`server/payer-notices/notice-of.ts` has what they are told). */
const TOLD_TO_PAYERS: ReadonlySet<EventType> = new Set([
  'charge.succeeded',
  'charge.upcoming',
  'charge.failed',
  'charge.abandoned',
  'mandate.authorization_expiring',
  'mandate.revoked',
  'mandate.expired',
  'mandate.completed',
  'refund.succeeded',
]);

/** For a `with` list beside the events: what their payers are to be told, for those who confirmed an address with this merchant. */
export function payerNoticesInsert(
  db: Db,
  { merchantId, livemode }: Tenant,
  events: readonly NewEventRow[],
  realNow: number,
) {
  const told = events.filter(({ type }) => TOLD_TO_PAYERS.has(type));
  return db`
    insert into payer_notices (event_id, contact_id, livemode, created_at)
    select e.id, p.id, ${livemode}, ${realNow}
    from unnest(
      ${told.map(({ id }) => id)}::text[],
      ${told.map(({ mandateId }) => mandateId)}::text[]
    ) as e (id, mandate_id)
    join mandates m on m.id = e.mandate_id
    join payer_contacts p on p.merchant_id = ${merchantId} and p.livemode = ${livemode} and p.payer = m.payer
    where p.confirmed_at is not null`;
}

/** For a `with` list: inserts those events for which `condition` holds, in which `e` is the row. */
export function eventsInsert(
  db: Db,
  { merchantId, livemode }: Tenant,
  events: readonly NewEventRow[],
  condition: Statement = db`true`,
) {
  return db`
    insert into events (id, position, merchant_id, livemode, type, mandate_id, charge_id, created_at, body)
    select e.id, e.position, ${merchantId}, ${livemode}, e.type, e.mandate_id, e.charge_id, e.created_at, e.body
    from json_to_recordset(${recordsetOf(events.map(columnsOf))}::text::json) as e (
      id text, position text, type text, mandate_id text, charge_id text, created_at bigint, body text)
    where ${condition}`;
}

/** Of a row, what is stored as it is: a new event has more. */
function columnsOf({ id, position, type, mandateId, chargeId, createdAt, body }: NewEventRow): NewEventRow {
  return { id, position, type, mandateId, chargeId, createdAt, body };
}

function columns(db: Db) {
  return db`
    e.id, e.body,
    (select count(*) from webhook_deliveries d where d.event_id = e.id and d.status = 'pending') as pending_webhooks`;
}

/** The event `id` of the tenant's, or null. */
export async function findEvent(
  db: Db,
  { merchantId, livemode }: Tenant,
  id: string,
): Promise<EventRow | null> {
  if (!isId('event', id)) return null;
  const [row] = await db<EventRow[]>`
    select ${columns(db)} from events e
    where e.id = ${id} and e.merchant_id = ${merchantId} and e.livemode = ${livemode}`;
  return row ?? null;
}

/**
 * The position of event `id` in the tenant's list with this filter, so that it can be a cursor; null if it is
 * not listed.
 */
export async function locateEvent(
  db: Db,
  { merchantId, livemode }: Tenant,
  filter: EventFilter,
  id: string,
): Promise<string | null> {
  if (!isId('event', id)) return null;
  const [row] = await db<{ position: string }[]>`
    select position from events
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode} ${isWanted(db, filter)}`;
  return row?.position ?? null;
}

/** The event `id` of the tenant's; throws resource_missing. */
export async function getEvent(db: Db, tenant: Tenant, id: string): Promise<EventRow> {
  const row = await findEvent(db, tenant, id);
  if (row === null) throw new ApiError('resource_missing');
  return row;
}

/** Which events a list shows. */
export interface EventFilter {
  type?: EventType | undefined;
  /** Without a type: the ten that endpoints without a filter get, which is the default, or all. */
  types?: 'standard' | 'all' | undefined;
  /** A mandate's id: its own events and those of its charges and refunds. */
  mandate?: string | undefined;
}

function isWanted(db: Db, { type, types, mandate }: EventFilter): Statement {
  const ofType =
    type === undefined ? db`and type = any(${[...STANDARD_EVENTS]}::text[])` : db`and type = ${type}`;
  return db`
    ${type === undefined && types === 'all' ? db`` : ofType}
    ${mandate === undefined ? db`` : db`and mandate_id = ${mandate}`}`;
}

/** Those of these events that are recorded. */
export async function listRecorded(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db<{ id: string }[]>`select id from events where id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** The tenant's events, newest first. */
export function listEvents(
  db: Db,
  { merchantId, livemode }: Tenant,
  filter: EventFilter,
  page: PageQuery,
): Promise<EventRow[]> {
  return db<EventRow[]>`
    select ${columns(db)} from events e
    where e.merchant_id = ${merchantId} and e.livemode = ${livemode} ${isWanted(db, filter)}
      ${inPage(db, 'e.position', page)}`;
}
