import type { Sql, Statement } from '../db/connect.ts';

/** For a select list: why the merchant `m` may only read in a mode, as `onlyReads` of a caller has it. */
export function whyOnlyReads(sql: Sql, livemode: Statement): Statement {
  return sql`case
    when m.approved_at is null then 'unapproved'
    when exists (select 1 from departures d where d.merchant_id = m.id and d.livemode = ${livemode}) then 'departed' end`;
}
