import type { Sql } from '../db/connect.ts';
import type { Finding } from './finding.ts';
import type { Range } from './queries.ts';

/** Claims the reconciliation of a range until `leaseUntil`. False if it is done, or another process is at it. */
export async function claimDay(
  sql: Sql,
  livemode: boolean,
  { from, to }: Range,
  { now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<boolean> {
  const rows = await sql`
    insert into reconciliations as r (livemode, from_at, to_at, begun_at, lease_until)
    values (${livemode}, ${from}, ${to}, ${now}, ${leaseUntil})
    on conflict (livemode, to_at) do update set begun_at = excluded.begun_at, lease_until = excluded.lease_until
      where r.finished_at is null and r.lease_until < ${now}
    returning 1`;
  return rows.length > 0;
}

/** Whether the day is done, or someone is at it. */
export async function isDayTaken(sql: Sql, livemode: boolean, to: number, now: number): Promise<boolean> {
  const rows = await sql`
    select 1 from reconciliations
    where livemode = ${livemode} and to_at = ${to} and (finished_at is not null or lease_until >= ${now})`;
  return rows.length > 0;
}

/** Holds a claimed day for longer, and says how far it is. False if another process has taken it over. */
export async function extendDay(
  sql: Sql,
  livemode: boolean,
  { to, begunAt, checked, leaseUntil }: { to: number; begunAt: number; checked: number; leaseUntil: number },
): Promise<boolean> {
  const rows = await sql`
    update reconciliations set checked = ${checked}, lease_until = ${leaseUntil}
    where livemode = ${livemode} and to_at = ${to} and begun_at = ${begunAt} and finished_at is null returning 1`;
  return rows.length > 0;
}

/** Records the result of a claimed day. */
export async function finishDay(
  sql: Sql,
  livemode: boolean,
  done: {
    to: number;
    begunAt: number;
    now: number;
    checked: number;
    mismatches: number;
    findings: readonly Finding[];
  },
): Promise<void> {
  await sql`
    update reconciliations set finished_at = ${done.now}, lease_until = null, checked = ${done.checked},
      mismatches = ${done.mismatches}, findings = ${sql.json(done.findings as never)}
    where livemode = ${livemode} and to_at = ${done.to} and begun_at = ${done.begunAt} and finished_at is null`;
}

/** Forgets days that ended before. */
export async function deleteDaysBefore(sql: Sql, livemode: boolean, before: number): Promise<void> {
  await sql`delete from reconciliations where livemode = ${livemode} and to_at < ${before}`;
}
