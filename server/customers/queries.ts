import type { Db } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import type { Tenant } from '../merchants/tenant.ts';

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

/**
 * A page of customers by first activation, newest first. Walks the activations from the page's cursor and
 * keeps those that are their payer's first: a page costs the same however many customers there are.
 */
export function listCustomers(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { take, olderThan, newerThan }: PageQuery,
): Promise<CustomerRow[]> {
  const placeOf = (payer: string) => sql`
    (select min(activated_at), ${payer}::text from mandates
     where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and activated_at is not null)`;
  const order = newerThan === null ? sql`m.activated_at desc, m.payer desc` : sql`m.activated_at, m.payer`;
  return sql<CustomerRow[]>`
    select page.payer, page.activated_at as since, held.subscriptions, held.active_subscriptions,
      last.name, last.offer_id, last.client_reference
    from (
      select m.payer, m.activated_at from mandates m
      where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.activated_at is not null
        and m.id = (
          select f.id from mandates f
          where f.merchant_id = ${merchantId} and f.livemode = ${livemode} and f.payer = m.payer and f.activated_at is not null
          order by f.activated_at, f.id limit 1)
        ${olderThan === null ? sql`` : sql`and (m.activated_at, m.payer) < ${placeOf(olderThan)}`}
        ${newerThan === null ? sql`` : sql`and (m.activated_at, m.payer) > ${placeOf(newerThan)}`}
      order by ${order} limit ${take}
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
    order by ${newerThan === null ? sql`since desc, page.payer desc` : sql`since, page.payer`}`;
}

/** Whether a payer is a customer. */
export async function isCustomer(sql: Db, { merchantId, livemode }: Tenant, payer: string): Promise<boolean> {
  const found = await sql`
    select 1 from mandates
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and activated_at is not null limit 1`;
  return found.length > 0;
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
