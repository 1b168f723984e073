import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { isSameOrigin, readSessionToken } from '../../rules/session-cookie.ts';
import type { Sql } from '../db/connect.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { Auth, SessionAuth } from './context.ts';
import type { KeyHolders } from './key-holders.ts';
import { whyOnlyReads } from './only-reads.ts';

/** A credential as received, not yet checked. Only hashes of tokens are stored. */
export type Presented =
  | { kind: 'none' }
  /** An `Authorization` header that cannot be one of ours. */
  | { kind: 'unreadable' }
  /**
   * A session's cookie on a request that changes something, but was not sent by one of our pages, as far as
   * its headers tell.
   */
  | { kind: 'foreignSession' }
  | { kind: 'key' | 'wallet' | 'session'; hash: Buffer }
  | { kind: 'owner' };

/** What is needed to classify credentials. */
export interface CredentialParts {
  /** Null: the platform has no owner. */
  ownerKey: string | null;
  publicUrl: () => string;
}

/** The scheme is case-insensitive (RFC 9110, section 11.1), the token is not. */
const BEARER = /^bearer +(\S+)$/i;
/** Twice the length of ours, to allow for longer ones; nothing else is worth a database lookup. */
const KEY = /^(?:sk|rk)_(?:test|live)_[1-9A-HJ-NP-Za-km-z]{20,90}$/;
const WALLET_TOKEN = /^ws_[1-9A-HJ-NP-Za-km-z]{20,90}$/;

/**
 * The one credential of a request. If there is an `Authorization` header, it decides alone, and a cookie
 * beside it is ignored. For methods that change something a cookie counts only if one of our pages sent it:
 * browsers add cookies to cross-site requests too.
 */
export function readPresented(req: Request, parts: CredentialParts): Presented {
  const { authorization } = req.headers;
  if (authorization !== undefined) return readBearer(authorization, parts.ownerKey);
  const token = readSessionToken(req.headers.cookie, parts.publicUrl());
  if (token === null) return { kind: 'none' };
  const isSafe = req.method === 'GET';
  if (!isSafe && !isSameOrigin(sendersHeaders(req.headers), parts.publicUrl()))
    return { kind: 'foreignSession' };
  return { kind: 'session', hash: hashSecret(token) };
}

function sendersHeaders({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders) {
  // Node joins a repeated header that it does not know to one text, so this one is never a list.
  return { site: site?.toString() ?? null, origin: origin ?? null, host: host ?? null };
}

function readBearer(authorization: string, ownerKey: string | null): Presented {
  const token = BEARER.exec(authorization)?.[1] ?? '';
  if (KEY.test(token)) return { kind: 'key', hash: hashSecret(token) };
  if (WALLET_TOKEN.test(token)) return { kind: 'wallet', hash: hashSecret(token) };
  const isOwner = ownerKey !== null && timingSafeEqual(hashSecret(token), hashSecret(ownerKey));
  return { kind: isOwner ? 'owner' : 'unreadable' };
}

/**
 * The holder of a credential; null if it is unknown, revoked or expired, or a session of somebody who is not in the merchant that the
 * request names. `merchantId` from `svc-merchant`, null for where the session is. `now` in Unix seconds, real time.
 */
export async function findCaller(
  { db: sql, keyHolders }: { db: Sql; keyHolders: KeyHolders },
  presented: Presented,
  { livemode, merchantId, now }: { livemode: boolean; merchantId: string | null; now: number },
): Promise<Auth | null> {
  switch (presented.kind) {
    case 'key':
      return keyHolders.find(presented.hash);
    case 'session': {
      const [row] = await sql<Omit<SessionAuth, 'kind' | 'livemode'>[]>`
        select s.id as session_id, s.account_id, p.merchant_id, p.role, ${whyOnlyReads(sql, sql`${livemode}::boolean`)} as only_reads,
          case
            when s.second_factor_due then 'proof'
            when m.second_factor_required and a.second_factor_since is null then 'second_factor'
          end as waits_for
        from sessions s
        join accounts a on a.id = s.account_id
        join memberships p on p.account_id = s.account_id and p.merchant_id = coalesce(${merchantId}, s.merchant_id)
        join merchants m on m.id = p.merchant_id
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
