import type { StatementLine } from '../../rules/receipts/statement.ts';
import type { Span } from '../../rules/metrics/window.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Which lines: of one token, in one month. */
export interface StatementQuery {
  mint: string;
  span: Span;
}

/** A token as a statement names it; `decimals` null if the merchant neither sells in it nor sees it on the registry. */
export async function findStatementToken(
  sql: Db,
  { merchantId, livemode }: Tenant,
  mint: string,
): Promise<{ symbol: string; decimals: number | null }> {
  const [row] = await sql<{ symbol: string; decimals: number | null }[]>`
    select coalesce(t.symbol, left(${mint}::text, 4)) as symbol, coalesce(t.decimals, (
      select m.decimals from mandates m
      where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.mint = ${mint} limit 1)) as decimals
    from (select 1) as one
    left join tokens t on t.livemode = ${livemode} and t.mint = ${mint} and (t.made_by is null or t.made_by = ${merchantId})`;
  return row!;
}

/** Where a line is in its statement. */
export function positionOf({ settledAt, id }: Pick<StatementLine, 'settledAt' | 'id'>): string {
  return `${settledAt}/${id}`;
}

/**
 * The charges and refunds that settled in a span, the oldest first, after the line at `after`. By the indexes of settlements, so that any
 * page costs what its lines do.
 */
export function listStatementLines(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { mint, span }: StatementQuery,
  { take, after }: { take: number; after: string | null },
): Promise<StatementLine[]> {
  const [second, id] =
    after === null ? [span.start, ''] : [Number(after.split('/')[0]), after.split('/')[1]!];
  const settled = (table: 'c' | 'r') => sql`
    ${sql(table)}.merchant_id = ${merchantId} and ${sql(table)}.livemode = ${livemode} and ${sql(table)}.status = 'succeeded'
    and ${sql(table)}.settled_at >= ${second} and ${sql(table)}.settled_at < ${span.end}
    and (${sql(table)}.settled_at > ${second} or ${sql(table)}.id > ${id})
    order by ${sql(table)}.settled_at, ${sql(table)}.id limit ${take}`;
  const ofToken = sql`m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.mint = ${mint}`;
  const shared = sql`m.id as mandate_id, m.payer, m.payee, m.name, c.livemode, c.id as charge_id, c.receipt_number`;
  return sql<StatementLine[]>`
    select * from (
      (select 'charge' as type, c.id, c.settled_at, c.amount::numeric as amount, c.tx_signature, null as charge_tx_signature, ${shared}
       from charges c join mandates m on m.id = c.mandate_id and ${ofToken}
       where ${settled('c')})
      union all
      (select 'refund', r.id, r.settled_at, -r.amount, r.tx_signature, c.tx_signature, ${shared}
       from refunds r join charges c on c.id = r.charge_id join mandates m on m.id = r.mandate_id and ${ofToken}
       where ${settled('r')})) lines
    order by settled_at, id limit ${take}`;
}
