import type { Db } from '../db/connect.ts';
import { ascends, type PageQuery } from '../db/page.ts';
import { isId } from '../lib/ids.ts';
import { type Belongings, type BelongingsFilter, selectPage } from '../mandates/list-belongings.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { ChargedMandate } from '../../rules/charges/present.ts';
import { chargeColumns, type ChargeRow } from './queries.ts';

/** A charge with the fields it shows of its mandate. */
export type ListedCharge = ChargeRow & ChargedMandate;

/** Charges as lists read them. */
export function chargeBelongings(sql: Db): Belongings {
  return { table: 'charges', kind: 'charge', columns: chargeColumns(sql) };
}

/** The tenant's charges under all its mandates, newest first unless the page says otherwise. */
export function listMerchantCharges(
  sql: Db,
  tenant: Tenant,
  filter: BelongingsFilter,
  page: PageQuery,
): Promise<ListedCharge[]> {
  return sql<ListedCharge[]>`
    with page as (${selectPage(sql, tenant, chargeBelongings(sql), filter, page)})
    select page.*, m.payer, m.payee, m.mint, m.amount_per_period, m.period_seconds, m.max_periods, m.trial_seconds, m.sell_mode,
      m.anchor_at, m.budget, m.scheme, m.ended_at, m.name, m.offer_id, m.client_reference, m.metadata
    from page join mandates m on m.id = page.mandate_id
    order by page.position ${ascends(page) ? sql`asc` : sql`desc`}`;
}

/** The mandate's most recently paid charge, or null. */
export async function findLastPaidCharge(sql: Db, mandateId: string): Promise<ChargeRow | null> {
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges where mandate_id = ${mandateId} and status = 'succeeded'
    order by settled_at desc, position desc limit 1`;
  return row ?? null;
}

/** A charge of whichever merchant that has settled, for whoever holds the address of its receipt; null if there is none. */
export async function findSettledCharge(sql: Db, id: string): Promise<ChargeRow | null> {
  if (!isId('charge', id)) return null;
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges where id = ${id} and status = 'succeeded'`;
  return row ?? null;
}
