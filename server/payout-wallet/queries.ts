import type { Db, Sql, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** A row of `payout_wallet_links`: a transaction that proves a wallet, as issued. All times are real time. */
export interface LinkRow {
  /** States the transaction's purpose on chain, and is never issued twice. */
  memo: string;
  merchantId: string;
  livemode: boolean;
  address: string;
  /** The bytes that the wallet signs, unchanged. */
  message: Uint8Array;
  lastValidBlockHeight: number;
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
  txSignature: string | null;
}

export async function insertLink(db: Db, link: Omit<LinkRow, 'usedAt' | 'txSignature'>): Promise<void> {
  await db`
    insert into payout_wallet_links
      ${db(link, 'memo', 'merchantId', 'livemode', 'address', 'message', 'lastValidBlockHeight', 'issuedAt', 'expiresAt')}`;
}

/** The merchant's link with this memo, in this mode; null if there is none. */
export async function findLink(
  db: Db,
  { merchantId, livemode }: Tenant,
  memo: string,
): Promise<LinkRow | null> {
  const [row] = await db<LinkRow[]>`
    select memo, merchant_id, livemode, address, message, last_valid_block_height, issued_at, expires_at, used_at, tx_signature
    from payout_wallet_links
    where merchant_id = ${merchantId} and livemode = ${livemode} and memo = ${memo}`;
  return row ?? null;
}

/** Consumes a link. Returns false if another request has: of several at once exactly one gets true. */
export async function spendLink(
  tx: Tx,
  { merchantId, livemode, memo }: Pick<LinkRow, 'merchantId' | 'livemode' | 'memo'>,
  { txSignature, now }: { txSignature: string; now: number },
): Promise<boolean> {
  const { count } = await tx`
    update payout_wallet_links set used_at = ${now}, tx_signature = ${txSignature}
    where merchant_id = ${merchantId} and livemode = ${livemode} and memo = ${memo} and used_at is null`;
  return count === 1;
}

/** A link submitted in its last second still waits for the chain, so it is deleted an hour later. */
const KEPT_SECONDS = 3600;

/**
 * Deletes expired links, used or not; returns how many. An unknown link gets the same error as an expired
 * one.
 */
export async function deleteExpiredLinks(sql: Sql, now: number): Promise<number> {
  const { count } = await sql`delete from payout_wallet_links where expires_at <= ${now - KEPT_SECONDS}`;
  return count;
}
