import type { Db } from '../db/connect.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { sessionCookie } from '../lib/session-cookie.ts';
import { insertSession, type SessionRow } from './queries.ts';

/** 7 days, however much it is used: a laptop that is lost is signed out within a week. */
const LASTS_SECONDS = 7 * 86_400;

/** Signs a person in to a merchant. The token is in `cookie`, a `Set-Cookie` value, and nowhere else. `now` in real time. */
export async function startSession(
  db: Db,
  { merchantId, now, publicUrl }: { merchantId: string; now: number; publicUrl: string },
): Promise<{ session: SessionRow; cookie: string }> {
  const token = newSecret('sess_');
  const session = { id: newId('session'), merchantId, createdAt: now, expiresAt: now + LASTS_SECONDS };
  await insertSession(db, { ...session, tokenHash: hashSecret(token) });
  return { session, cookie: sessionCookie(token, publicUrl, LASTS_SECONDS) };
}

/** The `Set-Cookie` value that takes the token out of the browser. */
export function clearedCookie(publicUrl: string): string {
  return sessionCookie('', publicUrl, 0);
}
