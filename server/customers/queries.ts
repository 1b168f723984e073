import type { Db } from '../db/connect.ts';
import { ascends, type PageQuery } from '../db/page.ts';
import { type BoughtFilter, boughtConditions } from '../mandates/filter.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { CreatedRange } from '../../rules/http/created-range.ts';

/** A payer who ever had an active mandate, with their current ones. */
export interface CustomerRow {
  payer: string;
  /** The first activation. */
  since: number;
  /** Mandates that were ever active, including purchases. */
  subscriptions: number;
  activeSubscriptions: number;
  /** Of the mandate that was activated last. */
  name: string | null;
  offerId: string | null;
  clientReference: string | null;
}

/** What a payer paid in one token. */
export interface PaidRow {
  payer: string;
  mint: string;
  amountAtomic: bigint;
}

/** Which customers a list shows: the payers of these mandates, by when the first of these became active. */
export type CustomerFilter = Pick<
  BoughtFilter,
  'payer' | 'paymentLink' | 'product' | 'clientReference' | 'metadata'
> &
  CreatedRange;

/**
 * A page of customers by first activation, newest first unless the page says otherwise. Walks the activations from the page's cursor and
 * keeps those that are their payer's first: a page costs the same however many customers there are.
 */
export function listCustomers(
  sql: Db,
  { merchantId, livemode }: Tenant,
  filter: CustomerFilter,
  page: PageQuery,
): Promise<CustomerRow[]> {
  const { take, olderThan, newerThan } = page;
  const { createdFrom: from, createdTo: to } = filter;
  const counted = sql`
    merchant_id = ${merchantId} and livemode = ${livemode} and activated_at is not null ${boughtConditions(sql, filter)}`;
  const placeOf = (payer: string) => sql`
    (select min(activated_at), ${payer}::text from mandates where ${counted} and payer = ${payer})`;
  const isAscending = ascends(page);
  return sql<CustomerRow[]>`
    select page.payer, page.activated_at as since, held.subscriptions, held.active_subscriptions,
      last.name, last.offer_id, last.client_reference
    from (
      select payer, activated_at from mandates m
      where ${counted}
        and id = (
          select id from mandates where ${counted} and payer = m.payer
          order by activated_at, id limit 1)
        ${from === undefined ? sql`` : sql`and activated_at >= ${from}`}
        ${to === undefined ? sql`` : sql`and activated_at <= ${to}`}
        ${olderThan === null ? sql`` : sql`and (activated_at, payer) < ${placeOf(olderThan)}`}
        ${newerThan === null ? sql`` : sql`and (activated_at, payer) > ${placeOf(newerThan)}`}
      order by ${isAscending ? sql`activated_at, payer` : sql`activated_at desc, payer desc`} limit ${take}
    ) page
    cross join lateral (
      select count(*) as subscriptions,
        count(*) filter (where h.status = 'active' and h.sell_mode = 'subscription') as active_subscriptions
      from mandates h
      where h.merchant_id = ${merchantId} and h.livemode = ${livemode} and h.payer = page.payer and h.activated_at is not null
    ) held
    cross join lateral (
      select l.name, l.offer_id, l.client_reference from mandates l
      where l.merchant_id = ${merchantId} and l.livemode = ${livemode} and l.payer = page.payer and l.activated_at is not null
      order by l.activated_at desc, l.id desc limit 1
    ) last
    order by ${isAscending ? sql`since, page.payer` : sql`since desc, page.payer desc`}`;
}

/** Whether a payer is one of the customers that a list with this filter shows. */
export async function isCustomer(
  sql: Db,
  { merchantId, livemode }: Tenant,
  filter: CustomerFilter,
  payer: string,
): Promise<boolean> {
  const { createdFrom: from = 0, createdTo: to = Number.MAX_SAFE_INTEGER } = filter;
  const [found] = await sql<{ since: number | null }[]>`
    select min(activated_at) as since from mandates
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and activated_at is not null
      ${boughtConditions(sql, filter)}`;
  const since = found!.since;
  return since !== null && since >= from && since <= to;
}

/** The total of these payers' succeeded charges over all mandates, by token. */
export function listPaid(
  sql: Db,
  { merchantId, livemode }: Tenant,
  payers: readonly string[],
): Promise<PaidRow[]> {
  return sql<PaidRow[]>`
    select m.payer, m.mint, sum(c.amount) as amount_atomic
    from mandates m
    join charges c on c.mandate_id = m.id and c.merchant_id = ${merchantId} and c.livemode = ${livemode}
    where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.payer = any(${payers as string[]}::text[])
      and c.status = 'succeeded'
    group by m.payer, m.mint`;
}
