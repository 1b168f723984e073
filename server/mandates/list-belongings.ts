import type { Db, Statement } from '../db/connect.ts';
import { ascends, inPage, type PageQuery } from '../db/page.ts';
import type { CreatedRange, PaidRange } from '../../rules/http/created-range.ts';
import { isId } from '../lib/ids.ts';
import {
  boundCreation,
  boundPayment,
  type CreatedBounds,
  createdWithin,
  type PaidBounds,
  paidWithin,
} from '../merchants/created-range.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { asksOfMandate, type BoughtFilter, boughtConditions, copiedConditions, leavesFew } from './filter.ts';

/** Charges or refunds: what belongs to mandates, has a position of its own, and holds copies of their mint and offer. */
export interface Belongings {
  table: 'charges' | 'refunds';
  kind: 'charge' | 'refund';
  columns: Statement;
}

/** Which of them a list shows. A mandate that is not the tenant's has none. */
export interface AskedBelongings extends BoughtFilter, CreatedRange, PaidRange {
  status?: string | undefined;
  mandate?: string | undefined;
  /** Only charges that succeeded after a failed attempt; refunds know no attempts. */
  recovered?: 'true' | undefined;
}

/** The same, with what was read to know where to look. */
export interface BelongingsFilter extends AskedBelongings {
  created: CreatedBounds;
  /** Null where it is not asked when charges were paid; refunds are never. */
  paid: PaidBounds | null;
  /** Whether they are found through their mandates, of which there are few. */
  throughMandates: boolean;
}

/** Throws parameter_invalid for a range of time that ends before it begins. */
export async function readFilter(sql: Db, tenant: Tenant, asked: AskedBelongings): Promise<BelongingsFilter> {
  const created = await boundCreation(sql, tenant, asked);
  const paid = await boundPayment(sql, tenant, asked);
  const throughMandates =
    asked.mandate === undefined && asksOfMandate(asked) && (await leavesFew(sql, tenant, asked));
  return { ...asked, created, paid, throughMandates };
}

/** A page of charges or refunds, in the order of their positions. */
export function selectPage(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { table, kind, columns }: Belongings,
  filter: BelongingsFilter,
  page: PageQuery,
): Statement {
  const { status, mandate, recovered, created, paid, throughMandates } = filter;
  const own = sql`
    merchant_id = ${merchantId} and livemode = ${livemode}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${mandate === undefined ? sql`` : sql`and mandate_id = ${mandate}`}
    ${recovered === undefined ? sql`` : sql`and status = 'succeeded' and attempts > 1`}
    ${createdWithin(sql, created, kind)} ${paid === null ? sql`` : paidWithin(sql, paid, kind)}`;
  if (!throughMandates) {
    return sql`
      select ${columns} from ${sql(table)}
      where ${own} ${copiedConditions(sql, filter)}
        ${asksOfMandate(filter) ? ofMandate(sql, table, filter) : sql``}
        ${inPage(sql, 'position', page)}`;
  }
  return sql`
    select theirs.* from (
      select id as of_mandate from mandates
      where merchant_id = ${merchantId} and livemode = ${livemode} ${boughtConditions(sql, filter)}) found
    cross join lateral (
      select ${columns} from ${sql(table)} where mandate_id = of_mandate and ${own} ${inPage(sql, 'position', page)}) theirs
    order by position ${ascends(page) ? sql`asc` : sql`desc`} limit ${page.take}`;
}

/** The position of the row `id` in the list, whatever its status, whether it was recovered and when it was paid; null if it is not listed. */
export async function locateRow(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { table, kind }: Pick<Belongings, 'table' | 'kind'>,
  filter: BelongingsFilter,
  id: string,
): Promise<string | null> {
  if (!isId(kind, id)) return null;
  const { mandate, created } = filter;
  const [row] = await sql<{ position: string }[]>`
    select position from ${sql(table)}
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}
      ${mandate === undefined ? sql`` : sql`and mandate_id = ${mandate}`}
      ${createdWithin(sql, created, kind)} ${copiedConditions(sql, filter)} ${ofMandate(sql, table, filter)}`;
  return row?.position ?? null;
}

function ofMandate(sql: Db, table: Belongings['table'], filter: BoughtFilter): Statement {
  return sql`
    and exists (select 1 from mandates where mandates.id = ${sql(table)}.mandate_id ${boughtConditions(sql, filter)})`;
}
