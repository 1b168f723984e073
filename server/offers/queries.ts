import type { Address } from '@solana/kit';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import type { OfferTexts } from '../../rules/offers/texts.ts';
import type { Tenant } from '../merchants/tenant.ts';

export type OfferKind = 'payment_link' | 'product';

/** A row of `offers`: a payment link or a product. Amounts in atomic units. */
export interface OfferRow extends OfferTexts {
  id: string;
  merchantId: string;
  livemode: boolean;
  kind: OfferKind;
  name: string;
  payee: Address;
  mint: Address;
  decimals: number;
  sellMode: 'subscription' | 'once' | 'both';
  amountPerPeriod: bigint;
  /** 0 if it is only sold outright. */
  periodSeconds: number;
  trialSeconds: number;
  /** Price of an outright purchase; null if not offered. */
  amountOnce: bigint | null;
  /** Of the mandates that start from it; null: as the deployment decides when they start. */
  scheme: Scheme | null;
  contentTitle: string | null;
  contentBody: string | null;
  active: boolean;
  createdAt: number;
}

const ID_KIND = { payment_link: 'paymentLink', product: 'product' } as const;

/** All columns but the content, which may be large. */
function terms(sql: Db) {
  return sql`
    id, merchant_id, livemode, kind, name, payee, mint, decimals, sell_mode, amount_per_period, period_seconds, trial_seconds,
    amount_once, scheme, content_title, active, created_at, description, metadata, image_url, success_url`;
}

function columns(sql: Db) {
  return sql`${terms(sql)}, content_body`;
}

/** How many offers of one kind a merchant has, inactive ones included, counted up to `most` plus one. */
export async function countOffers(tx: Tx, tenant: Tenant, kind: OfferKind, most: number): Promise<number> {
  const [row] = await tx<{ offers: number }[]>`
    select count(*)::integer as offers from (
      select 1 from offers
      where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and kind = ${kind}
      limit ${most + 1}) as counted`;
  return row!.offers;
}

export async function insertOffer(tx: Tx, row: OfferRow): Promise<void> {
  await tx`insert into offers ${tx(row as unknown as Record<string, string>)}`;
}

/**
 * The offer `id` of this kind, merchant and mode, active or not; throws resource_missing, for a foreign one
 * as for a missing one.
 */
export async function getOffer(sql: Db, tenant: Tenant, kind: OfferKind, id: string): Promise<OfferRow> {
  if (!isId(ID_KIND[kind], id)) throw new ApiError('resource_missing');
  const [row] = await sql<OfferRow[]>`
    select ${columns(sql)} from offers
    where id = ${id} and kind = ${kind} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/**
 * The offer `id` of this kind, of any merchant and mode: for the public, and for a payer's proof. Null if
 * there is none.
 */
export async function findOffer(sql: Db, kind: OfferKind, id: string): Promise<OfferRow | null> {
  if (!isId(ID_KIND[kind], id)) return null;
  const [row] = await sql<OfferRow[]>`select ${columns(sql)} from offers where id = ${id} and kind = ${kind}`;
  return row ?? null;
}

/** An offer in a list. */
export interface ListedOffer extends OfferRow {
  /** False: the offers before it fill a page, and its content was not read. */
  fits: boolean;
}

/** 256 KiB of content make a page of one or two products at their largest, and cost 6 ms of a processor; a hundred would be 25 MB. */
const PAGE_CONTENT_BYTES = 262_144;

/** A merchant's offers of one kind, newest first. The length of the content is known without reading it. */
export function listOffers(
  sql: Db,
  tenant: Tenant,
  kind: OfferKind,
  query: PageQuery,
): Promise<ListedOffer[]> {
  const order = query.newerThan === null ? sql`desc` : sql`asc`;
  return sql<ListedOffer[]>`
    with page as (
      select ${columns(sql)} from offers
      where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and kind = ${kind}
        ${inPage(sql, 'id', query)}
    ), sized as (
      select *, coalesce(sum(octet_length(content_body)) over former, 0) < ${PAGE_CONTENT_BYTES} as fits
      from page
      window former as (order by id ${order} rows between unbounded preceding and 1 preceding)
    )
    select ${terms(sql)}, case when fits then content_body end as content_body, fits
    from sized order by id ${order}`;
}

/** What a merchant may change. Not the terms: whoever opens a link must find what was published. */
export type OfferChange = Partial<
  Pick<OfferRow, 'name' | 'contentTitle' | 'contentBody' | 'active' | keyof OfferTexts>
>;

/**
 * Changes what `change` names, nothing if it is empty, and returns the updated row. Throws resource_missing.
 */
export async function updateOffer(
  sql: Db,
  tenant: Tenant,
  kind: OfferKind,
  id: string,
  change: OfferChange,
): Promise<OfferRow> {
  if (Object.keys(change).length === 0 || !isId(ID_KIND[kind], id)) return getOffer(sql, tenant, kind, id);
  const [row] = await sql<OfferRow[]>`
    update offers set ${sql(change as Record<string, string>)}
    where id = ${id} and kind = ${kind} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}
    returning ${columns(sql)}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}
