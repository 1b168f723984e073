import { SESSION_SECONDS } from '../../rules/lifetimes.ts';
import type { Db } from '../db/connect.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { sessionCookie } from '../../rules/session-cookie.ts';
import { insertSession, type SessionRow } from './queries.ts';

/**
 * Signs a person in, at one of their merchants. The token is only in `cookie`, a `Set-Cookie` value. `now` in real time.
 */
export async function startSession(
  db: Db,
  {
    accountId,
    merchantId,
    now,
    publicUrl,
  }: { accountId: string; merchantId: string; now: number; publicUrl: string },
): Promise<{ session: SessionRow; cookie: string }> {
  const token = newSecret('sess_');
  const times = { createdAt: now, expiresAt: now + SESSION_SECONDS };
  const session = { id: newId('session'), accountId, merchantId, ...times };
  await insertSession(db, { ...session, tokenHash: hashSecret(token) });
  return { session, cookie: sessionCookie(token, publicUrl, SESSION_SECONDS) };
}

/** The `Set-Cookie` value that removes the token from the browser. */
export function clearedCookie(publicUrl: string): string {
  return sessionCookie('', publicUrl, 0);
}
