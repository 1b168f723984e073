import type { Sql } from '../db/connect.ts';

/** Seconds by which the merchant's test clock is ahead. */
export async function readOffset(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<{ clockOffsetSeconds: number }[]>`
    select clock_offset_seconds from merchants where id = ${merchantId}`;
  return row!.clockOffsetSeconds;
}

/**
 * Advances the merchant's test clock by `seconds`: what waits for a merchant's time comes that much earlier in real time. Leases,
 * blockhashes, back-offs and webhooks are not moved. With `from`, nothing is moved and false is returned if the clock is no longer that
 * far ahead: `seconds` was chosen to stop at what falls due next.
 */
export async function moveClock(
  sql: Sql,
  merchantId: string,
  seconds: number,
  from?: number,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    // The merchant's row first: this waits for mandates being created by the old clock, and blocks new ones.
    const { count } = await tx`
      update merchants set clock_offset_seconds = clock_offset_seconds + ${seconds}
      where id = ${merchantId} and clock_offset_seconds = ${from ?? sql`clock_offset_seconds`}`;
    if (count === 0) return false;
    // Then the mandates: settling a charge holds its mandate while it reads the clock and places the next
    // charge. A charge placed by the old clock would be left behind, and be late by the amount the clock was
    // moved. With all of them held, nobody else waits for a charge: no deadlock is possible.
    await tx`
      select 1 from mandates
      where merchant_id = ${merchantId} and not livemode and status in ('pending', 'active') order by id for update`;
    await tx`
      update charges set wake_at = wake_at - ${seconds}
      where merchant_id = ${merchantId} and not livemode and status in ('scheduled', 'retrying')`;
    await tx`
      update charges set announce_at = announce_at - ${seconds}
      where merchant_id = ${merchantId} and not livemode and announce_at is not null`;
    await tx`
      update mandates set expire_wake_at = expire_wake_at - ${seconds}
      where merchant_id = ${merchantId} and not livemode and expire_wake_at is not null`;
    return true;
  });
}

/**
 * How many of the merchant's test charges could fall due by real time `target`, counting every period of each
 * mandate.
 */
export async function countDueBy(sql: Sql, merchantId: string, target: number): Promise<number> {
  const [row] = await sql<{ due: number }[]>`
    select coalesce(sum(least(1 + (${target}::bigint - c.wake_at) / greatest(m.period_seconds, 1), coalesce(m.max_periods, 2147483647))), 0)::bigint as due
    from charges c join mandates m on m.id = c.mandate_id
    where c.merchant_id = ${merchantId} and not c.livemode and m.status = 'active'
      and c.status in ('scheduled', 'retrying') and c.wake_at <= ${target}`;
  return row!.due;
}

/** Real time of the merchant's next expiry in test mode, null if there is none. */
export async function findNextExpiry(sql: Sql, merchantId: string): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select min(expire_wake_at) as at from mandates where merchant_id = ${merchantId} and not livemode`;
  return row?.at ?? null;
}

/** Whether one of the merchant's test charges is in progress, or due and not set back by a fault of ours. */
export async function hasUnsettled(sql: Sql, merchantId: string, now: number): Promise<boolean> {
  const rows = await sql`
    select 1 from charges
    where merchant_id = ${merchantId} and not livemode
      and (status = 'processing' or (status in ('scheduled', 'retrying') and wake_at <= ${now}))
      and (backoff_until is null or backoff_until <= ${now})
    limit 1`;
  return rows.length > 0;
}
