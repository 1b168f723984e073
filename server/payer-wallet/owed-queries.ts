import type { Sql } from '../db/connect.ts';
import { mandateColumns, type MandateRow } from '../mandates/queries.ts';

/** An active subscription of a payer, and its charge that is to come. */
export interface OwedMandate extends MandateRow {
  periodIndex: number;
  /** In the merchant's time. */
  nextAttemptAt: number;
  /** Something of it may be moving now, so that the chain may be ahead of the charge. */
  isInFlight: boolean;
  /** Null for a token that was never on the registry. */
  symbol: string | null;
}

/** What a payer owes in one mode, `take` of it at most; not at merchants that have departed. Crosses merchants on purpose: the payer is asking. */
export function listOwed(
  sql: Sql,
  { payer, livemode }: { payer: string; livemode: boolean },
  take: number,
): Promise<OwedMandate[]> {
  return sql<OwedMandate[]>`
    select ${mandateColumns(sql)}, open.period_index, open.next_attempt_at, open.is_in_flight,
      (select t.symbol from tokens t where t.livemode = ${livemode} and t.mint = mandates.mint) as symbol
    from mandates cross join lateral (
      select c.period_index, coalesce(c.next_attempt_at, c.due_at) as next_attempt_at,
        c.status = 'processing' or exists (
          select 1 from attempts a where a.mandate_id = c.mandate_id and a.charge_id is not null and a.state = 'signed') as is_in_flight
      from charges c where c.mandate_id = mandates.id and c.status in ('scheduled', 'processing', 'retrying')) open
    where livemode = ${livemode} and payer = ${payer} and status = 'active' and sell_mode = 'subscription'
      and not exists (
        select 1 from departures d where d.merchant_id = mandates.merchant_id and d.livemode = mandates.livemode)
    order by id limit ${take}`;
}
