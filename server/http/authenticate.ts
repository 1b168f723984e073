import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Sql } from '../db/connect.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { Auth, KeyAuth } from './context.ts';
import { isSameOrigin, readSessionToken } from './session-cookie.ts';

/** A credential as it came, before anything is known of it. Tokens are kept as their hash alone. */
export type Presented =
  | { kind: 'none' }
  /** An `Authorization` header that can be none of ours. */
  | { kind: 'unreadable' }
  /** A session's cookie on a request to change something that no page of ours sent, as far as its headers tell. */
  | { kind: 'foreignSession' }
  | { kind: 'key' | 'wallet' | 'session'; hash: Buffer }
  | { kind: 'owner' };

/** What tells credentials apart. */
export interface CredentialParts {
  /** Null: the platform has no owner. */
  ownerKey: string | null;
  publicUrl: () => string;
}

/** The scheme is case-insensitive (RFC 9110, section 11.1), the token is not. */
const BEARER = /^bearer +(\S+)$/i;
/** Twice the length of ours, so that a longer one can follow; nothing else is worth a look into the database. */
const KEY = /^(?:sk|rk)_(?:test|live)_[1-9A-HJ-NP-Za-km-z]{20,90}$/;
const WALLET_TOKEN = /^ws_[1-9A-HJ-NP-Za-km-z]{20,90}$/;

/**
 * The one credential of a request. An `Authorization` header alone decides, and a cookie beside it is ignored. On methods that change
 * something a cookie counts only where the page that sent it is ours: a browser adds it to everybody's requests.
 */
export function readPresented(req: Request, parts: CredentialParts): Presented {
  const { authorization } = req.headers;
  if (authorization !== undefined) return readBearer(authorization, parts.ownerKey);
  const token = readSessionToken(req.headers.cookie, parts.publicUrl());
  if (token === null) return { kind: 'none' };
  const isSafe = req.method === 'GET';
  if (!isSafe && !isSameOrigin(req.headers, parts.publicUrl())) return { kind: 'foreignSession' };
  return { kind: 'session', hash: hashSecret(token) };
}

function readBearer(authorization: string, ownerKey: string | null): Presented {
  const token = BEARER.exec(authorization)?.[1] ?? '';
  if (KEY.test(token)) return { kind: 'key', hash: hashSecret(token) };
  if (WALLET_TOKEN.test(token)) return { kind: 'wallet', hash: hashSecret(token) };
  const isOwner = ownerKey !== null && timingSafeEqual(hashSecret(token), hashSecret(ownerKey));
  return { kind: isOwner ? 'owner' : 'unreadable' };
}

/** Who presents a credential; null when it is unknown, revoked or has expired. `now` in Unix seconds, real time. */
export async function findCaller(
  sql: Sql,
  presented: Presented,
  { livemode, now }: { livemode: boolean; now: number },
): Promise<Auth | null> {
  switch (presented.kind) {
    case 'key':
      return findKeyHolder(sql, presented.hash);
    case 'session': {
      const [row] = await sql<{ sessionId: string; merchantId: string; isPending: boolean }[]>`
        select s.id as session_id, s.merchant_id, m.approved_at is null as is_pending
        from sessions s join merchants m on m.id = s.merchant_id
        where s.token_hash = ${presented.hash} and s.expires_at > ${now}`;
      return row ? { kind: 'session', ...row, livemode } : null;
    }
    case 'wallet': {
      const [row] = await sql<{ sessionId: string; payer: string }[]>`
        select id as session_id, payer from wallet_sessions where token_hash = ${presented.hash} and expires_at > ${now}`;
      return row ? { kind: 'wallet', ...row, livemode } : null;
    }
    case 'owner':
      return { kind: 'owner', livemode };
    default:
      return null;
  }
}

/**
 * Who holds the key with this hash; null when it is unknown or revoked. One read by a unique index on each request, and no cache: a key that
 * is revoked is refused from the next request on, in every process.
 */
async function findKeyHolder(sql: Sql, keyHash: Uint8Array): Promise<Auth | null> {
  const [row] = await sql<Omit<KeyAuth, 'kind'>[]>`
    select k.id as key_id, k.merchant_id, k.livemode, k.scope, m.approved_at is null as is_pending
    from api_keys k join merchants m on m.id = k.merchant_id
    where k.key_hash = ${keyHash} and k.revoked_at is null`;
  return row ? { kind: 'key', ...row } : null;
}
