import type { Sql } from '../db/connect.ts';
import { mandateColumns, type MandateRow } from '../mandates/queries.ts';

/** Active mandates on plans, in a stable order, after `after`. Crosses merchants on purpose: the chain is asked about all of them. */
export function listActiveOnPlans(
  sql: Sql,
  livemode: boolean,
  after: string,
  take: number,
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${livemode} and scheme = 'plan' and status = 'active' and id > ${after} order by id limit ${take}`;
}
