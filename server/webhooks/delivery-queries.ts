import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { Attempted, DeliveryStatus } from '../../rules/webhooks/machine.ts';

/** A delivery with its event and endpoint. Times are real. */
export interface DeliveryRow {
  id: string;
  livemode: boolean;
  eventId: string;
  eventType: components['schemas']['EventType'];
  /** The event was asked for and did not happen. */
  isTest: boolean;
  endpointId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  createdAt: number;
  nextAttemptAt: number | null;
}

/** Which deliveries a list shows. An id that is not the tenant's matches nothing. */
export interface DeliveryFilter {
  endpoint?: string | undefined;
  event?: string | undefined;
  status?: DeliveryStatus | undefined;
}

function columns(db: Db) {
  return db`
    d.id, d.livemode, d.event_id, e.type as event_type, (e.body::json ->> 'testEvent') is not null as is_test, d.endpoint_id, w.url, d.status, d.attempts, d.created_at, d.next_attempt_at`;
}

/** The delivery `id` of the tenant's; throws resource_missing. */
export async function getDelivery(
  db: Db,
  { merchantId, livemode }: Tenant,
  id: string,
): Promise<DeliveryRow> {
  if (!isId('webhookDelivery', id)) throw new ApiError('resource_missing');
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from webhook_deliveries d
    join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = ${id} and d.merchant_id = ${merchantId} and d.livemode = ${livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Whether the delivery `id` is in the tenant's list with this filter, whatever its current status. */
export async function isListedDelivery(
  db: Db,
  { merchantId, livemode }: Tenant,
  { endpoint, event }: DeliveryFilter,
  id: string,
): Promise<boolean> {
  if (!isId('webhookDelivery', id)) return false;
  const rows = await db`
    select 1 from webhook_deliveries where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}
      ${endpoint === undefined ? db`` : db`and endpoint_id = ${endpoint}`}
      ${event === undefined ? db`` : db`and event_id = ${event}`}`;
  return rows.length > 0;
}

/** The tenant's deliveries, newest first. */
export function listDeliveries(
  db: Db,
  { merchantId, livemode }: Tenant,
  { endpoint, event, status }: DeliveryFilter,
  page: PageQuery,
): Promise<DeliveryRow[]> {
  return db<DeliveryRow[]>`
    select ${columns(db)} from webhook_deliveries d
    join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
    where d.merchant_id = ${merchantId} and d.livemode = ${livemode}
      ${endpoint === undefined ? db`` : db`and d.endpoint_id = ${endpoint}`}
      ${event === undefined ? db`` : db`and d.event_id = ${event}`}
      ${status === undefined ? db`` : db`and d.status = ${status}`}
      ${inPage(db, 'd.id', page)}`;
}

/** An attempt as it was recorded. */
export interface AttemptedRow {
  number: number;
  attemptedAt: number;
  outcome: 'delivered' | 'failed' | 'refused';
  responseStatus: number | null;
  latencyMs: number;
  responseHead: string;
  error: string | null;
}

/** What a delivery of the tenant's sends, and every attempt so far, oldest first. */
export async function readHistory(
  db: Db,
  { merchantId, livemode }: Tenant,
  { id, eventId }: DeliveryRow,
): Promise<{ body: string; history: AttemptedRow[] }> {
  const [event] = await db<{ body: string }[]>`
    select body from events where id = ${eventId} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  const history = await db<AttemptedRow[]>`
    select a.number, a.attempted_at, a.outcome, a.response_status, a.latency_ms, a.response_head, a.error
    from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where a.delivery_id = ${id} and d.merchant_id = ${merchantId} and d.livemode = ${livemode}
    order by a.number`;
  return { body: event!.body, history };
}

/** The progress of a delivery. It has a lease only while it is pending. */
export interface LockedDelivery extends Attempted {
  leaseUntil: number | null;
}

/** The delivery, locked until `tx` ends. */
export async function lockDelivery(tx: Tx, id: string): Promise<LockedDelivery> {
  const [row] = await tx<LockedDelivery[]>`
    select attempts, attempts_before, lease_until from webhook_deliveries where id = ${id} for update`;
  if (row === undefined) throw new Error(`Bug: delivery ${id} is not there to lock.`);
  return row;
}

/** Makes a locked delivery pending again, from any status. */
export async function reopenDelivery(
  tx: Tx,
  id: string,
  to: { nextAttemptAt: number; attemptsBefore: number; leaseUntil: number | null },
): Promise<void> {
  await tx`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = ${to.nextAttemptAt}, attempts_before = ${to.attemptsBefore},
      lease_until = ${to.leaseUntil}
    where id = ${id}`;
}

/** Postpones a locked delivery without an attempt, and ends its lease. */
export async function deferDelivery(tx: Tx, id: string, nextAttemptAt: number): Promise<void> {
  await tx`
    update webhook_deliveries set next_attempt_at = ${nextAttemptAt}, lease_until = null where id = ${id}`;
}

/** Whether any webhook of the tenant's has arrived. */
export async function hasDelivered(db: Db, { merchantId, livemode }: Tenant): Promise<boolean> {
  const rows = await db`
    select 1 from webhook_deliveries
    where merchant_id = ${merchantId} and livemode = ${livemode} and status = 'delivered' limit 1`;
  return rows.length > 0;
}
