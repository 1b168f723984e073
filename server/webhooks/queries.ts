import type { Db, Statement, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import type { components } from '../generated/api.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';

type EventType = components['schemas']['EventType'];

/** A row of `webhook_endpoints`. */
export interface EndpointRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  url: string;
  description: string | null;
  /** The types that it gets; null without a filter. */
  events: EventType[] | null;
  /** The encrypted secret, bound to this row's id. */
  secretBox: Uint8Array;
  secretLast4: string;
  createdAt: number;
}

function columns(db: Db) {
  return db`id, merchant_id, livemode, url, description, events, secret_box, secret_last4, created_at`;
}

/** Inserts an endpoint: it receives events recorded after the commit. */
export async function insertEndpoint(tx: Tx, row: EndpointRow): Promise<void> {
  await tx`
    insert into webhook_endpoints (${columns(tx)})
    values (${row.id}, ${row.merchantId}, ${row.livemode}, ${row.url}, ${row.description}, ${row.events}::text[],
      ${row.secretBox}, ${row.secretLast4}, ${row.createdAt})`;
}

/** Whether `id` is an endpoint of the tenant's. */
export async function endpointExists(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  if (!isId('webhookEndpoint', id)) return false;
  const rows = await db`
    select 1 from webhook_endpoints
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}`;
  return rows.length > 0;
}

/** The tenant's endpoints, newest first. */
export function listEndpoints(db: Db, tenant: Tenant, query: PageQuery): Promise<EndpointRow[]> {
  return db<EndpointRow[]>`
    select ${columns(db)} from webhook_endpoints
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}
      ${inPage(db, 'id', query)}`;
}

/** For a select list: the ids of the tenant's endpoints that get events of `type`. */
export function endpointIdsFor(db: Db, tenant: Tenant, type: EventType) {
  return db`array(
    select id from webhook_endpoints
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}
      and ${type} = any(coalesce(events, ${STANDARD_EVENTS as readonly string[] as string[]}::text[]))
    order by id)`;
}

/** A select of who gets which of the tenant's events, of the types that `types` lists. */
export function receiversOf(db: Db, tenant: Tenant, types: readonly EventType[]) {
  return db`
    select w.id as endpoint_id, t.type
    from webhook_endpoints w, unnest(${types as EventType[]}::text[]) as t (type)
    where w.merchant_id = ${tenant.merchantId} and w.livemode = ${tenant.livemode}
      and t.type = any(coalesce(w.events, ${STANDARD_EVENTS as readonly string[] as string[]}::text[]))
    order by w.id`;
}

/**
 * The endpoint, locked against other claims until `tx` ends, or null. Not locked against new deliveries:
 * their foreign key takes a weaker lock, so recording an event never waits for a claim.
 */
export async function lockEndpoint(tx: Tx, id: string): Promise<EndpointRow | null> {
  const [row] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints where id = ${id} for no key update`;
  return row ?? null;
}

/** A new delivery, due at once. */
export interface NewDelivery {
  id: string;
  eventId: string;
  endpointId: string;
}

/** A delivery of an event to an endpoint. */
export function newDelivery(eventId: string, endpointId: string): NewDelivery {
  return { id: newId('webhookDelivery'), eventId, endpointId };
}

/** Inserts those deliveries for which `condition` holds, in which `d` is the row, due at `now`; also for a `with` list. */
export function insertDeliveries(
  db: Db,
  tenant: Tenant,
  deliveries: readonly NewDelivery[],
  now: number,
  condition: Statement = db`true`,
): Statement {
  return db`
    insert into webhook_deliveries
      (id, merchant_id, livemode, event_id, endpoint_id, status, created_at, next_attempt_at)
    select d.id, ${tenant.merchantId}, ${tenant.livemode}, d.event_id, d.endpoint_id, 'pending', ${now}::bigint, ${now}::bigint
    from unnest(
      ${deliveries.map(({ id }) => id)}::text[],
      ${deliveries.map(({ eventId }) => eventId)}::text[],
      ${deliveries.map(({ endpointId }) => endpointId)}::text[]
    ) as d (id, event_id, endpoint_id)
    where ${condition}`;
}

/** What an attempt needs of a delivery. */
export interface ClaimedRow {
  id: string;
  body: string;
}

export interface Claim {
  now: number;
  leaseUntil: number;
  /** At most this many deliveries. */
  limit: number;
  /** At most this many leased at a time, whoever holds the lease. */
  maxInFlight: number;
}

/**
 * Leases due deliveries of an endpoint that the caller holds locked, oldest due first. If the previous
 * attempt of one was never recorded, this attempt replaces it, and counts as the one that a resend asked for.
 */
export function claimDeliveries(
  tx: Tx,
  { id, merchantId, livemode }: EndpointRow,
  { now, leaseUntil, limit, maxInFlight }: Claim,
): Promise<ClaimedRow[]> {
  return tx<ClaimedRow[]>`
    with due as (
      select id from webhook_deliveries
      where endpoint_id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}
        and status = 'pending' and next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_attempt_at, id
      limit greatest(0, least(${limit}::bigint, ${maxInFlight}::bigint - (
        select count(*) from webhook_deliveries where endpoint_id = ${id} and lease_until > ${now}
      )))
    )
    update webhook_deliveries d
    set lease_until = ${leaseUntil}, attempts_before = least(d.attempts_before, d.attempts)
    from due, events e
    where d.id = due.id and e.id = d.event_id
    returning d.id, e.body`;
}

/** One finished attempt, and its effect on the delivery. */
export interface AttemptRecord {
  attemptedAt: number;
  outcome: 'delivered' | 'failed' | 'refused';
  responseStatus: number | null;
  latencyMs: number;
  responseHead: string;
  error: string | null;
  status: string;
  nextAttemptAt: number | null;
}

/**
 * Records an attempt and its effect in one statement, and ends its lease. The caller holds the delivery
 * locked.
 */
export async function recordAttempt(tx: Tx, deliveryId: string, attempt: AttemptRecord): Promise<void> {
  await tx`
    with delivery as (
      update webhook_deliveries
      set status = ${attempt.status}, attempts = attempts + 1, next_attempt_at = ${attempt.nextAttemptAt}, lease_until = null
      where id = ${deliveryId}
      returning id, attempts
    )
    insert into webhook_attempts
      (delivery_id, number, attempted_at, outcome, response_status, latency_ms, response_head, error)
    select id, attempts, ${attempt.attemptedAt}, ${attempt.outcome}, ${attempt.responseStatus}, ${attempt.latencyMs},
      ${attempt.responseHead}, ${attempt.error}
    from delivery`;
}

/** Endpoints with a due delivery that nobody has leased. Crosses merchants: for the sweep. */
export async function listEndpointsDue(db: Db, now: number): Promise<string[]> {
  const rows = await db<{ endpointId: string }[]>`
    select distinct endpoint_id from webhook_deliveries
    where status = 'pending' and next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})`;
  return rows.map(({ endpointId }) => endpointId);
}

/** The merchants of these endpoints; missing ones are omitted. Crosses merchants: for giving them turns. */
export function listOwners(
  db: Db,
  endpointIds: readonly string[],
): Promise<{ endpointId: string; merchantId: string }[]> {
  return db<{ endpointId: string; merchantId: string }[]>`
    select id as endpoint_id, merchant_id from webhook_endpoints where id = any(${endpointIds as string[]})`;
}

/** How many endpoints the tenant has, counted up to `most` plus one. */
export async function countEndpoints(db: Db, tenant: Tenant, most: number): Promise<number> {
  const rows = await db`
    select 1 from webhook_endpoints
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} limit ${most + 1}`;
  return rows.length;
}

/** The span that made a delivery, or else the charge that it is about; null if neither was traced. */
export async function findTraceParent(sql: Db, deliveryId: string): Promise<string | null> {
  const [row] = await sql<{ traceParent: string | null }[]>`
    select coalesce(c.trace_parent, d.trace_parent) as trace_parent
    from webhook_deliveries d join events e on e.id = d.event_id left join charges c on c.id = e.charge_id
    where d.id = ${deliveryId}`;
  return row?.traceParent ?? null;
}
