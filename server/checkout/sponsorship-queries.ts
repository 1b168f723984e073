import type { Db, Sql, Tx } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** What was sponsored since a given time, by quota. */
export interface SponsoredCounts {
  payer: Sponsored;
  merchant: Sponsored;
  all: Sponsored;
}

/** How many transactions, and the lamports of rent in them. */
export interface Sponsored {
  transactions: number;
  rent: bigint;
}

/** Stores the offered bytes. Older offers stay valid: the payer may have two tabs open. */
export async function insertSponsored(
  sql: Sql,
  { id, merchantId, livemode, payer, scheme }: MandateRow,
  message: Uint8Array,
  now: number,
): Promise<void> {
  await sql`
    insert into sponsored_transactions (mandate_id, merchant_id, livemode, payer, message, scheme, status, issued_at)
    values (${id}, ${merchantId}, ${livemode}, ${payer}, ${message}, ${scheme}, 'issued', ${now})
    on conflict (mandate_id, message) do nothing`;
}

/** Deletes a mandate's offers from before `before` that were never signed. */
export async function deleteOldOffers(sql: Sql, mandateId: string, before: number): Promise<void> {
  await sql`
    delete from sponsored_transactions
    where mandate_id = ${mandateId} and status = 'issued' and issued_at < ${before}`;
}

/**
 * The status of an offer of exactly these bytes for the mandate under its scheme; null if they were not offered,
 * or the offer was withdrawn.
 */
export async function findOffer(
  db: Db,
  { id, scheme }: Pick<MandateRow, 'id' | 'scheme'>,
  message: Uint8Array,
): Promise<'issued' | 'signed' | null> {
  const [row] = await db<{ status: 'issued' | 'signed' }[]>`
    select status from sponsored_transactions
    where mandate_id = ${id} and message = ${message} and scheme = ${scheme} and status in ('issued', 'signed')`;
  return row?.status ?? null;
}

/** Counts it, and its rent in lamports, against the quotas from now on. */
export async function markSponsoredSigned(
  tx: Tx,
  mandateId: string,
  message: Uint8Array,
  { rent, now }: { rent: bigint; now: number },
): Promise<void> {
  await tx`
    update sponsored_transactions set status = 'signed', signed_at = ${now}, rent = ${rent}
    where mandate_id = ${mandateId} and message = ${message}`;
}

/** The payer's wallet changes what it signs: withdraws every offer for the mandate. */
export async function markSponsoredChanged(sql: Sql, mandateId: string): Promise<void> {
  await sql`
    update sponsored_transactions set status = 'changed' where mandate_id = ${mandateId} and status = 'issued'`;
}

/** Whether the payer's wallet changed an offer for this mandate before. */
export async function wasSponsoredChanged(sql: Sql, mandateId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from sponsored_transactions where mandate_id = ${mandateId} and status = 'changed' limit 1`;
  return rows.length > 0;
}

/** What was signed since `since` for this payer, this merchant and the whole mode. */
export async function countSponsored(
  db: Db,
  { payer, merchantId, livemode }: Pick<MandateRow, 'payer' | 'merchantId' | 'livemode'>,
  since: number,
): Promise<SponsoredCounts> {
  const signed = db`status = 'signed' and livemode = ${livemode} and signed_at > ${since}`;
  const sum = (which: ReturnType<typeof db>) => db`
    select count(*) as transactions, coalesce(sum(rent), 0) as rent from sponsored_transactions where ${signed} and ${which}`;
  const rows = await db<Sponsored[]>`
    ${sum(db`payer = ${payer}`)} union all ${sum(db`merchant_id = ${merchantId}`)} union all ${sum(db`true`)}`;
  const [ofPayer, ofMerchant, all] = rows as unknown as [Sponsored, Sponsored, Sponsored];
  return { payer: ofPayer, merchant: ofMerchant, all };
}

/** Serializes counting and signing until `tx` ends. */
export async function lockSponsorship(tx: Tx, livemode: boolean): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sponsorship/${livemode}`}, 0))`;
}
