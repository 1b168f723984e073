import type { Sql } from '../db/connect.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { KeyAuth } from './context.ts';

/** The scheme is case-insensitive (RFC 9110, section 11.1), the key is not. */
const BEARER = /^bearer +(\S+)$/i;
/** Twice the length of ours, so that a longer one can follow; nothing else is worth a look into the database. */
const KEY = /^(?:sk|rk)_(?:test|live)_[1-9A-HJ-NP-Za-km-z]{20,90}$/;

/** What is kept of the secret key in an `Authorization` header; null when there is none that could be one. */
export function presentedKeyHash(authorization: string | undefined): Buffer | null {
  const token = BEARER.exec(authorization ?? '')?.[1] ?? '';
  return KEY.test(token) ? hashSecret(token) : null;
}

/**
 * Who holds the key with this hash; null when it is unknown or revoked. One read by a unique index on each request, and no cache: a key that
 * is revoked is refused from the next request on, in every process.
 */
export async function findKeyHolder(sql: Sql, keyHash: Uint8Array): Promise<KeyAuth | null> {
  const [row] = await sql<Omit<KeyAuth, 'kind'>[]>`
    select id as key_id, merchant_id, livemode, scope
    from api_keys
    where key_hash = ${keyHash} and revoked_at is null`;
  return row ? { kind: 'key', ...row } : null;
}
