import type { Db, Tx } from '../db/connect.ts';

/** A row of `merchants`. */
export interface MerchantRow {
  id: string;
  name: string;
  email: string | null;
  payoutWallet: string | null;
  payoutWalletVerifiedAt: number | null;
  createdAt: number;
  clockOffsetSeconds: number;
}

/** A row of `api_keys` as it is made. The key itself is not in it. */
export interface NewApiKey {
  id: string;
  merchantId: string;
  livemode: boolean;
  scope: 'full' | 'read';
  name: string;
  keyHash: Uint8Array;
  last4: string;
  createdAt: number;
}

/** The merchant that a key, a session or a row names. Throws when there is none: nothing ever deletes one. */
export async function getMerchant(db: Db, id: string): Promise<MerchantRow> {
  const [row] = await db<MerchantRow[]>`
    select id, name, email, payout_wallet, payout_wallet_verified_at, created_at, clock_offset_seconds
    from merchants where id = ${id}`;
  if (row === undefined) throw new Error(`Bug: merchant ${id} does not exist.`);
  return row;
}

/** A merchant without sign-in, payout wallet or test clock, which come later. */
export async function insertMerchant(
  tx: Tx,
  merchant: Pick<MerchantRow, 'id' | 'name' | 'createdAt'>,
): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`
    insert into merchants (id, name, created_at)
    values (${merchant.id}, ${merchant.name}, ${merchant.createdAt})
    returning id, name, email, payout_wallet, payout_wallet_verified_at, created_at, clock_offset_seconds`;
  return row!;
}

/** Adds keys, which work from the commit on. */
export async function insertApiKeys(tx: Tx, keys: readonly NewApiKey[]): Promise<void> {
  await tx`
    insert into api_keys ${tx(keys as NewApiKey[], 'id', 'merchantId', 'livemode', 'scope', 'name', 'keyHash', 'last4', 'createdAt')}`;
}
