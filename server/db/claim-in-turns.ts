import type postgres from 'postgres';
import type { Db } from './connect.ts';

/** Which of the rows that are due, and for how long nobody else claims them. Unix seconds, real time. */
export interface DueNow {
  now: number;
  /** The claim's end: whoever claimed a row sets its next time before. */
  until: number;
  take: number;
}

/**
 * Claims up to `take` rows of a table whose time `at` has come, by setting it to `until`. Each merchant's first comes before any
 * merchant's second. `columns` are those that are returned.
 */
export function claimInTurns<Row extends object>(
  sql: Db,
  { table, at, columns }: { table: string; at: string; columns: postgres.PendingQuery<postgres.Row[]> },
  livemode: boolean,
  { now, until, take }: DueNow,
): Promise<Row[]> {
  const [rows, time] = [sql(table), sql(at)];
  return sql<Row[]>`
    with due as (
      select id, ${time}, row_number() over (partition by merchant_id order by ${time}, id) as turn
      from ${rows} where livemode = ${livemode} and ${time} <= ${now}),
    next as (select id from due order by turn, ${time} limit ${take}),
    mine as (
      select id from ${rows} where id in (select id from next) and ${time} <= ${now} for update skip locked)
    update ${rows} set ${time} = ${until} where id in (select id from mine) returning ${columns}`;
}
