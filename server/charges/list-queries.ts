import type { Db } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { ChargeStatus } from '../../rules/charges/machine.ts';
import type { ChargedMandate } from '../../rules/charges/present.ts';
import { chargeColumns, type ChargeRow } from './queries.ts';

/** A charge with the fields it shows of its mandate. */
export type ListedCharge = ChargeRow & ChargedMandate;

/** Which charges a list shows. A mandate that is not the tenant's has none. */
export interface ChargeFilter {
  status?: ChargeStatus | undefined;
  mandate?: string | undefined;
}

/** The tenant's charges under all its mandates, newest first. */
export function listMerchantCharges(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { status, mandate }: ChargeFilter,
  page: PageQuery,
): Promise<ListedCharge[]> {
  const direction = page.newerThan === null ? sql`desc` : sql`asc`;
  return sql<ListedCharge[]>`
    with page as (
      select ${chargeColumns(sql)} from charges
      where merchant_id = ${merchantId} and livemode = ${livemode}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${mandate === undefined ? sql`` : sql`and mandate_id = ${mandate}`}
        ${inPage(sql, 'position', page)}
    )
    select page.*, m.payer, m.payee, m.mint, m.amount_per_period, m.period_seconds, m.max_periods, m.trial_seconds, m.sell_mode,
      m.anchor_at, m.budget, m.scheme, m.ended_at, m.name, m.offer_id, m.client_reference, m.metadata
    from page join mandates m on m.id = page.mandate_id
    order by page.position ${direction}`;
}

/** The mandate's most recently paid charge, or null. */
export async function findLastPaidCharge(sql: Db, mandateId: string): Promise<ChargeRow | null> {
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges where mandate_id = ${mandateId} and status = 'succeeded'
    order by settled_at desc, position desc limit 1`;
  return row ?? null;
}
