import type { Sql } from '../db/connect.ts';

/** As many rows of each kind as a person reads. */
const SHOWN = 50;
/** A worker takes a charge up within seconds; one that is due for longer is held up. */
const LATE_SECONDS = 300;
/** An attempt lands or expires within about 3 minutes. */
const UNKNOWN_SECONDS = 900;

/** A process that runs. Null: of a version that did not say. */
export interface ProcessRow {
  id: string;
  role: string | null;
  codeVersion: string | null;
  schemaVersion: number | null;
  startedAt: Date | null;
  silentSeconds: number;
}

/** Every process that was alive within 10 s, the newest first. */
export function listProcesses(sql: Sql): Promise<ProcessRow[]> {
  return sql<ProcessRow[]>`
    select id, role, code_version, schema_version, started_at,
      extract(epoch from clock_timestamp() - seen_at)::int as silent_seconds
    from processes where seen_at > clock_timestamp() - interval '10 seconds'
    order by started_at desc nulls last, id limit ${SHOWN}`;
}

/** A charge that does not move, and since when (real time). `attemptId`: its signature is unknown; null: nobody has taken it up. */
export interface StuckCharge {
  chargeId: string | null;
  refundId: string | null;
  merchantId: string;
  mandateId: string;
  attemptId: string | null;
  signature: string | null;
  since: number;
}

/** Those of a mode, the oldest first. */
export async function listStuck(sql: Sql, livemode: boolean, now: number): Promise<StuckCharge[]> {
  const unknown = await sql<StuckCharge[]>`
    select charge_id, refund_id, merchant_id, mandate_id, id as attempt_id, signature, signed_at as since from attempts
    where state = 'signed' and livemode = ${livemode} and signed_at < ${now - UNKNOWN_SECONDS}
    order by signed_at limit ${SHOWN}`;
  const late = await sql<StuckCharge[]>`
    select id as charge_id, null as refund_id, merchant_id, mandate_id, null as attempt_id, null as signature, wake_at as since
    from charges where livemode = ${livemode} and wake_at < ${now - LATE_SECONDS}
    order by wake_at limit ${SHOWN}`;
  return [...unknown, ...late];
}

/** A webhook whose every attempt failed. */
export interface ExhaustedRow {
  id: string;
  merchantId: string;
  eventId: string;
  endpointId: string;
  attempts: number;
  createdAt: number;
}

/** The newest of a mode. */
export function listExhausted(sql: Sql, livemode: boolean): Promise<ExhaustedRow[]> {
  return sql<ExhaustedRow[]>`
    select id, merchant_id, event_id, endpoint_id, attempts, created_at from webhook_deliveries
    where livemode = ${livemode} and status = 'exhausted' order by id desc limit ${SHOWN}`;
}

/** A day that was held against the chain. Real times. */
export interface ReconciledDay {
  toAt: number;
  finishedAt: number | null;
  checked: number;
  mismatches: number;
}

/** The last week of a mode, the newest first. */
export function listReconciled(sql: Sql, livemode: boolean): Promise<ReconciledDay[]> {
  return sql<ReconciledDay[]>`
    select to_at, finished_at, checked, mismatches from reconciliations
    where livemode = ${livemode} order by to_at desc limit 7`;
}
