import type { Db, Statement } from '../db/connect.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Which mandates are meant, by what one never changes; and with them their charges, refunds and payers. */
export interface BoughtFilter {
  payer?: string | undefined;
  mint?: string | undefined;
  paymentLink?: string | undefined;
  product?: string | undefined;
  clientReference?: string | undefined;
  /** An entry, as key:value. */
  metadata?: string | undefined;
}

/** The conditions on a mandate, in a statement in which its columns need no table's name. */
export function boughtConditions(sql: Db, filter: BoughtFilter): Statement {
  const { payer, mint, clientReference, metadata } = filter;
  return sql`
    ${payer === undefined ? sql`` : sql`and payer = ${payer}`}
    ${mint === undefined ? sql`` : sql`and mint = ${mint}`}
    ${ofOffer(sql, filter)}
    ${clientReference === undefined ? sql`` : sql`and client_reference = ${clientReference}`}
    ${metadata === undefined ? sql`` : sql`and metadata @> ${entryOf(metadata) as never}::jsonb`}`;
}

/** The condition on the link and the product; an id of another form has none. */
function ofOffer(sql: Db, { paymentLink, product }: BoughtFilter): Statement {
  const is = (kind: 'paymentLink' | 'product', id: string | undefined) =>
    id === undefined ? sql`` : isId(kind, id) ? sql`and offer_id = ${id}` : sql`and false`;
  return sql`${is('paymentLink', paymentLink)} ${is('product', product)}`;
}

/** The conditions on what charges and refunds hold themselves of their mandates, so that indexes of their own lead to them. */
export function copiedConditions(sql: Db, filter: BoughtFilter): Statement {
  return sql`${filter.mint === undefined ? sql`` : sql`and mint = ${filter.mint}`} ${ofOffer(sql, filter)}`;
}

/** Whether a filter asks for what stands in the mandate alone. */
export function asksOfMandate({ payer, clientReference, metadata }: BoughtFilter): boolean {
  return payer !== undefined || clientReference !== undefined || metadata !== undefined;
}

/** From so many mandates on, what belongs to them is so frequent among everything that a walk from the newest meets it soon. */
const MANY = 1_000;

/**
 * Whether a filter leaves few mandates: then what belongs to them is found through them. Always for a payer's, who does not subscribe a
 * thousand times.
 */
export async function leavesFew(
  sql: Db,
  { merchantId, livemode }: Tenant,
  filter: BoughtFilter,
): Promise<boolean> {
  if (filter.payer !== undefined) return true;
  const [row] = await sql<{ found: number }[]>`
    select count(*)::integer as found from (
      select 1 from mandates where merchant_id = ${merchantId} and livemode = ${livemode} ${boughtConditions(sql, filter)}
      limit ${MANY}) as counted`;
  return row!.found < MANY;
}

function entryOf(text: string): Record<string, string> {
  const colon = text.indexOf(':');
  return Object.fromEntries([[text.slice(0, colon), text.slice(colon + 1)]]);
}
