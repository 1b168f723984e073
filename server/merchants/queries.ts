import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Brand } from '../../rules/merchants/branding.ts';
import { isId } from '../lib/ids.ts';

/** A row of `merchants`. Times are real time. */
export interface MerchantRow extends Brand {
  id: string;
  name: string;
  /** Of the person who owns it, the first if several do. Null: it has no people, only keys. */
  email: string | null;
  payoutWallet: string | null;
  payoutWalletVerifiedAt: number | null;
  /** Proven for test mode alone, such as the pages' own test wallet: live money never goes there. Null: test mode has the live one. */
  testPayoutWallet: string | null;
  testPayoutWalletVerifiedAt: number | null;
  /** Proven as well, but only a password stands behind it: it follows `payoutWallet` at `pendingPayoutWalletFrom`, unless it is stopped. */
  pendingPayoutWallet: string | null;
  pendingPayoutWalletProvenAt: number | null;
  pendingPayoutWalletFrom: number | null;
  /** The person who asked for it. */
  pendingPayoutWalletBy: string | null;
  createdAt: number;
  clockOffsetSeconds: number;
  /** When the platform's owner approved it; null: it may only read. */
  approvedAt: number | null;
}

/**
 * The merchant that a key, a session or a row names. Throws if there is none: merchants are never deleted.
 */
export async function getMerchant(db: Db, id: string): Promise<MerchantRow> {
  const [row] = await db<MerchantRow[]>`select ${merchantColumns(db)} from merchants where id = ${id}`;
  if (row === undefined) throw new Error(`Bug: merchant ${id} does not exist.`);
  return row;
}

/** A merchant without sign-in, payout wallet or test clock, which come later. */
export async function insertMerchant(
  tx: Tx,
  merchant: Pick<MerchantRow, 'id' | 'name' | 'createdAt' | 'approvedAt'>,
): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    insert into merchants (id, name, created_at, approved_at)
    values (${merchant.id}, ${merchant.name}, ${merchant.createdAt}, ${merchant.approvedAt})
    returning ${merchantColumns(tx)}`;
  return row!;
}

/** The merchant `id`; only for the platform's owner. Throws resource_missing. */
export async function getNamedMerchant(db: Db, id: string): Promise<MerchantRow> {
  if (!isId('merchant', id)) throw new ApiError('resource_missing');
  const [row] = await db<MerchantRow[]>`select ${merchantColumns(db)} from merchants where id = ${id}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** All merchants, newest first; only for the platform's owner. */
export function listMerchants(
  db: Db,
  { status }: { status?: 'pending' | 'approved' | undefined },
  query: PageQuery,
): Promise<MerchantRow[]> {
  const is = { pending: db`and approved_at is null`, approved: db`and approved_at is not null` };
  return db<MerchantRow[]>`
    select ${merchantColumns(db)} from merchants
    where true
      ${status === undefined ? db`` : is[status]}
      ${inPage(db, 'id', query)}`;
}

/** Approves a merchant; one that is already approved keeps its time. Throws resource_missing. */
export async function approveMerchant(db: Db, id: string, now: number): Promise<MerchantRow> {
  if (!isId('merchant', id)) throw new ApiError('resource_missing');
  const [row] = await db<MerchantRow[]>`
    update merchants set approved_at = coalesce(approved_at, ${now}) where id = ${id}
    returning ${merchantColumns(db)}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Gives a merchant another name. */
export async function updateMerchantName(tx: Tx, id: string, name: string): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    update merchants set name = ${name} where id = ${id}
    returning ${merchantColumns(tx)}`;
  return row!;
}

/**
 * Locks a merchant's row: what is decided about its people as a whole, such as who is its last owner, is decided by one request at a time.
 * Payments, which refer to merchants, do not wait for it.
 */
export async function lockMerchant(tx: Tx, id: string): Promise<void> {
  await tx`select from merchants where id = ${id} for no key update`;
}

/**
 * Sets the wallet that the merchant has proved: for both modes, or with `testOnly` for test mode alone, where the live one stays as it is.
 * For both modes it ends a change that waits. Existing objects keep their payee.
 */
export async function updatePayoutWallet(
  tx: Tx,
  id: string,
  {
    payoutWallet,
    payoutWalletVerifiedAt,
    testOnly = false,
  }: { payoutWallet: string; payoutWalletVerifiedAt: number; testOnly?: boolean },
): Promise<MerchantRow> {
  const change = testOnly
    ? tx`test_payout_wallet = ${payoutWallet}, test_payout_wallet_verified_at = ${payoutWalletVerifiedAt}`
    : tx`
        payout_wallet = ${payoutWallet}, payout_wallet_verified_at = ${payoutWalletVerifiedAt},
        test_payout_wallet = null, test_payout_wallet_verified_at = null, ${noChange(tx)}`;
  const [row] = await tx<MerchantRow[]>`
    update merchants set ${change}
    where id = ${id}
    returning ${merchantColumns(tx)}`;
  return row!;
}

/** A change of the payout wallet that waits. Times are real. */
export interface PendingChange {
  address: string;
  provenAt: number;
  takesEffectAt: number;
  /** The person who asked for it. */
  by: string;
}

/** Lets a change of the payout wallet wait, in the place of one that waits already. */
export async function updatePendingChange(
  tx: Tx,
  id: string,
  { address, provenAt, takesEffectAt, by }: PendingChange,
): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    update merchants set
      pending_payout_wallet = ${address}, pending_payout_wallet_proven_at = ${provenAt},
      pending_payout_wallet_from = ${takesEffectAt}, pending_payout_wallet_by = ${by}
    where id = ${id}
    returning ${merchantColumns(tx)}`;
  return row!;
}

/** Ends a change that waits, which then never takes effect. */
export async function clearPendingChange(tx: Tx, id: string): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    update merchants set ${noChange(tx)} where id = ${id}
    returning ${merchantColumns(tx)}`;
  return row!;
}

function noChange(tx: Tx) {
  return tx`
    pending_payout_wallet = null, pending_payout_wallet_proven_at = null, pending_payout_wallet_from = null,
    pending_payout_wallet_by = null`;
}

/** Locks the merchant whose change has waited longest and takes effect now; null if none does, or others hold them. */
export async function lockDueChange(tx: Tx, now: number): Promise<MerchantRow | null> {
  const [row] = await tx<MerchantRow[]>`
    select ${merchantColumns(tx)} from merchants
    where pending_payout_wallet_from <= ${now}
    order by pending_payout_wallet_from limit 1
    for no key update skip locked`;
  return row ?? null;
}

/** Replaces all of the merchant's brand. */
export async function updateBrand(db: Db, id: string, brand: Brand): Promise<MerchantRow> {
  const [row] = await db<MerchantRow[]>`
    update merchants
    set logo_url = ${brand.logoUrl}, accent_color = ${brand.accentColor},
      support_email = ${brand.supportEmail}, support_url = ${brand.supportUrl}
    where id = ${id}
    returning ${merchantColumns(db)}`;
  return row!;
}

function merchantColumns(db: Db) {
  return db`
    id, name, (
      select a.email from memberships p join accounts a on a.id = p.account_id
      where p.merchant_id = merchants.id and p.role = 'owner'
      order by p.created_at, p.account_id limit 1
    ) as email, payout_wallet, payout_wallet_verified_at, test_payout_wallet, test_payout_wallet_verified_at,
    pending_payout_wallet, pending_payout_wallet_proven_at, pending_payout_wallet_from, pending_payout_wallet_by, created_at,
    clock_offset_seconds, approved_at, logo_url, accent_color, support_email, support_url`;
}
