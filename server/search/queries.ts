import type { Db, Statement } from '../db/connect.ts';
import { firstIdOf, isId, timesOfIds } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { ID_PREFIXES } from '../../rules/id-prefixes.ts';
import { type Found, MOST_OF_ONE } from '../../rules/search/present.ts';

/** One more than is shown, so that it is known whether there are more. */
const TAKE = MOST_OF_ONE + 1;

/** The condition that a column, which compares by byte, begins with a text: nothing sorts behind the last character there is. */
function begins(sql: Db, column: Statement, text: Statement): Statement {
  return sql`${column} >= ${text} and ${column} < ${text} || ${'\u{10FFFF}'}`;
}

function own(sql: Db, { merchantId, livemode }: Tenant): Statement {
  return sql`merchant_id = ${merchantId} and livemode = ${livemode}`;
}

function mandateFields(sql: Db): Statement {
  return sql`'mandate' as kind, id, created_at, name, status, payer, amount_per_period as amount, mint`;
}

/** Charges or refunds in `theirs`, with what their mandates say. */
function ofMandates(sql: Db, kind: 'charge' | 'refund', theirs: Statement): Statement {
  return sql`
    select ${kind} as kind, theirs.id, theirs.created_at, m.name, theirs.status, m.payer, theirs.amount, m.mint
    from (${theirs}) theirs join mandates m on m.id = theirs.mandate_id`;
}

/** Mandates whose id begins with `text`, the newest first. */
export function findMandatesById(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select ${mandateFields(sql)} from mandates
    where ${own(sql, tenant)} and ${begins(sql, sql`id`, sql`${text}::text`)}
    order by id desc limit ${TAKE}`;
}

/**
 * Charges whose id begins with `text`. The time in it is the mandate's, from which it is derived: a beginning leads to the mandates of that
 * time, and these to the charges.
 */
export async function findChargesById(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  if (isId('charge', text)) {
    return sql<
      Found[]
    >`${ofMandates(sql, 'charge', sql`select * from charges where id = ${text} and ${own(sql, tenant)}`)}`;
  }
  const times = timesOfIds(text.slice(ID_PREFIXES.charge.length));
  if (times === null) return [];
  return sql<Found[]>`${ofMandates(
    sql,
    'charge',
    sql`
      select charge.* from (
        select id as of_mandate from mandates
        where ${own(sql, tenant)} and id >= ${firstIdOf('mandate', times.fromMs)} and id < ${firstIdOf('mandate', times.toMs + 1)}
        order by id desc) found
      cross join lateral (
        select * from charges where mandate_id = of_mandate and ${own(sql, tenant)} and ${begins(sql, sql`id`, sql`${text}::text`)}
        order by position desc limit ${TAKE}) charge
      limit ${TAKE}`,
  )}`;
}

/** Refunds whose id begins with `text`. */
export function findRefundsById(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  const theirs = sql`
    select * from refunds where ${own(sql, tenant)} and ${begins(sql, sql`id`, sql`${text}::text`)}
    order by id desc limit ${TAKE}`;
  return sql<Found[]>`${ofMandates(sql, 'refund', theirs)}`;
}

function offerFields(sql: Db): Statement {
  return sql`
    kind, id, created_at, name, case when active then 'active' else 'inactive' end as status, null::text as payer,
    coalesce(amount_once, amount_per_period) as amount, mint`;
}

/** Links or products whose id begins with `text`, the newest first. */
export function findOffersById(
  sql: Db,
  tenant: Tenant,
  kind: 'payment_link' | 'product',
  text: string,
): Promise<Found[]> {
  return sql<Found[]>`
    select ${offerFields(sql)} from offers
    where ${own(sql, tenant)} and kind = ${kind} and ${begins(sql, sql`id`, sql`${text}::text`)}
    order by id desc limit ${TAKE}`;
}

/** The event of this id. */
export function findEventById(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'event' as kind, id, created_at, type as name, null::text as status, null::text as payer, null::numeric as amount, null::text as mint
    from events where id = ${text} and ${own(sql, tenant)}`;
}

/** Webhook deliveries whose id begins with `text`, the newest first. */
export function findDeliveriesById(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'webhook_delivery' as kind, id, created_at, null::text as name, status, null::text as payer, null::numeric as amount, null::text as mint
    from webhook_deliveries where ${own(sql, tenant)} and ${begins(sql, sql`id`, sql`${text}::text`)}
    order by id desc limit ${TAKE}`;
}

/** Customers whose address begins with `text`; what they bought is the last of it. */
export function findCustomers(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'customer' as kind, first.payer as id, first.activated_at as created_at, last.name, null::text as status, first.payer,
      null::numeric as amount, null::text as mint
    from (
      select distinct on (payer) payer, activated_at from mandates
      where ${own(sql, tenant)} and activated_at is not null and ${begins(sql, sql`payer`, sql`${text}::text`)}
      order by payer, activated_at limit ${TAKE}) first
    cross join lateral (
      select name from mandates where ${own(sql, tenant)} and payer = first.payer and activated_at is not null
      order by activated_at desc, id desc limit 1) last
    order by id`;
}

/** Mandates of payers, or to payees, whose address begins with `text`. */
export function findMandatesByAddress(
  sql: Db,
  tenant: Tenant,
  party: 'payer' | 'payee',
  text: string,
): Promise<Found[]> {
  return sql<Found[]>`
    select ${mandateFields(sql)} from mandates
    where ${own(sql, tenant)} and ${begins(sql, sql(party) as never, sql`${text}::text`)}
    order by ${sql(party)}, id desc limit ${TAKE}`;
}

/**
 * Charges and refunds of transactions whose signature begins with `text`: those that settled them, and those that failed. A signature is
 * random, so that few of any merchant begin alike.
 */
export async function findBySignature(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  const signed = sql`${own(sql, tenant)} and ${begins(sql, sql`signature`, sql`${text}::text`)}`;
  const rows = await sql<{ chargeId: string | null; refundId: string | null }[]>`
    (select charge_id, refund_id from settlements where ${signed} order by signature limit ${TAKE})
    union
    (select charge_id, refund_id from attempts where ${signed} order by signature limit ${TAKE})`;
  const ids = (of: 'chargeId' | 'refundId') => rows.flatMap((row) => row[of] ?? []);
  if (rows.length === 0) return [];
  return sql<Found[]>`
    ${ofMandates(sql, 'charge', sql`select * from charges where id = any(${ids('chargeId')}::text[]) and ${own(sql, tenant)}`)}
    union all
    ${ofMandates(sql, 'refund', sql`select * from refunds where id = any(${ids('refundId')}::text[]) and ${own(sql, tenant)}`)}
    order by created_at desc limit ${TAKE}`;
}

/** The charge with the receipt of this number. */
export function findByReceipt(sql: Db, tenant: Tenant, receiptNumber: number): Promise<Found[]> {
  const theirs = sql`select * from charges where ${own(sql, tenant)} and receipt_number = ${receiptNumber}`;
  return sql<Found[]>`${ofMandates(sql, 'charge', theirs)}`;
}

/** Mandates that were authorized by a transaction whose signature begins with `text`. */
export function findByAuthorization(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select ${mandateFields(sql)} from mandates
    where ${own(sql, tenant)} and id = any(array(
      select mandate_id from authorizations where ${begins(sql, sql`signature`, sql`${text}::text`)}
      order by signature limit 100))
    order by id desc limit ${TAKE}`;
}

/** Mandates whose clientReference begins with `text`. */
export function findByReference(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  return sql<Found[]>`
    select ${mandateFields(sql)} from mandates
    where ${own(sql, tenant)} and client_reference is not null and ${begins(sql, sql`client_reference`, sql`${text}::text`)}
    order by client_reference, id desc limit ${TAKE}`;
}

/**
 * Links and products whose name has a word that begins with `text`, whatever its case; first those whose name itself does. All that a merchant has
 * are looked at: the quota keeps them few.
 */
export function findOffersByName(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  const name = sql`lower(name) collate "C"`;
  const at = sql`position(' ' || lower(${text}::text) in ' ' || lower(name))`;
  return sql<Found[]>`
    select ${offerFields(sql)} from offers
    where ${own(sql, tenant)} and ${at} > 0
    order by ${at} > 1, ${name}, id desc limit ${TAKE}`;
}

/** Mandates for something whose name begins with `text`, whatever its case. */
export function findMandatesByName(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  const name = sql`lower(name) collate "C"`;
  return sql<Found[]>`
    select ${mandateFields(sql)} from mandates
    where ${own(sql, tenant)} and name is not null and ${begins(sql, name, sql`lower(${text}::text)`)}
    order by ${name}, id desc limit ${TAKE}`;
}

/** Of a value that more mandates have, some are looked at: the newest of these are found. */
const LOOKED_AT = 1_000;

/** Mandates with an entry of metadata whose value is `text`, whatever its case. */
export function findByMetadata(sql: Db, tenant: Tenant, text: string): Promise<Found[]> {
  const { merchantId, livemode } = tenant;
  return sql<Found[]>`
    with found as materialized (
      select id from mandates
      where ${own(sql, tenant)} and metadata is not null
        and metadata_values(merchant_id, livemode, metadata) @> array[${`${merchantId}/${livemode}/`}::text || lower(${text}::text)]
      limit ${LOOKED_AT})
    select ${mandateFields(sql)} from mandates where id = any(array(select id from found)) and ${own(sql, tenant)}
    order by id desc limit ${TAKE}`;
}
