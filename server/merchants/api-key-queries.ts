import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from './tenant.ts';

/** A row of `api_keys` without the key, of which only the hash is stored. Times are real time. */
export interface ApiKeyRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  /** `read` may only GET. */
  scope: 'full' | 'read';
  name: string;
  last4: string;
  createdAt: number;
  revokedAt: number | null;
}

/** A row to insert. */
export type NewApiKey = Omit<ApiKeyRow, 'revokedAt'> & { keyHash: Uint8Array };

/** Inserts keys, which are valid from the commit on. */
export async function insertApiKeys(tx: Tx, keys: readonly NewApiKey[]): Promise<void> {
  await tx`
    insert into api_keys ${tx(keys as NewApiKey[], 'id', 'merchantId', 'livemode', 'scope', 'name', 'keyHash', 'last4', 'createdAt')}`;
}

/** How many keys of one mode a merchant has, revoked or not, counted up to `most` plus one. */
export async function countApiKeys(tx: Tx, { merchantId, livemode }: Tenant, most: number): Promise<number> {
  const [row] = await tx<{ keys: number }[]>`
    select count(*)::integer as keys from (
      select 1 from api_keys where merchant_id = ${merchantId} and livemode = ${livemode} limit ${most + 1}) as counted`;
  return row!.keys;
}

/** Whether a key of the tenant's that may write is valid. */
export async function hasFullKey(db: Db, { merchantId, livemode }: Tenant): Promise<boolean> {
  const rows = await db`
    select 1 from api_keys
    where merchant_id = ${merchantId} and livemode = ${livemode} and scope = 'full' and revoked_at is null
    limit 1`;
  return rows.length > 0;
}

/** A page of a merchant's keys: both modes, revoked ones included. */
export function listApiKeys(db: Db, merchantId: string, page: PageQuery): Promise<ApiKeyRow[]> {
  return db<ApiKeyRow[]>`
    select id, merchant_id, livemode, scope, name, last4, created_at, revoked_at
    from api_keys
    where merchant_id = ${merchantId}
      ${inPage(db, 'id', page)}`;
}

/** Whether the merchant has this key, in either mode. */
export async function apiKeyExists(db: Db, merchantId: string, id: string): Promise<boolean> {
  if (!isId('apiKey', id)) return false;
  const rows = await db`select 1 from api_keys where merchant_id = ${merchantId} and id = ${id}`;
  return rows.length > 0;
}

/**
 * Revokes a merchant's key of either mode; one that is already revoked keeps its time. Throws
 * resource_missing.
 */
export async function revokeApiKey(
  db: Db,
  { merchantId, id }: Pick<ApiKeyRow, 'merchantId' | 'id'>,
  now: number,
): Promise<ApiKeyRow> {
  if (!isId('apiKey', id)) throw new ApiError('resource_missing');
  const [row] = await db<ApiKeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${now})
    where merchant_id = ${merchantId} and id = ${id}
    returning id, merchant_id, livemode, scope, name, last4, created_at, revoked_at`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}
