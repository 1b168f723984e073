import { SESSION_SECONDS } from '../../rules/lifetimes.ts';
import type { Db } from '../db/connect.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { sessionCookie } from '../../rules/session-cookie.ts';
import { insertSession, type SessionRow } from './queries.ts';

/** How somebody signed in, and from where. `now` in real time. */
export interface SigningIn {
  accountId: string;
  merchantId: string;
  now: number;
  userAgent: string | null;
  address: string;
  /** Whether a second factor has to be proven first, or was: by a passkey, which stands for password and second factor. */
  secondFactor: 'none' | 'due' | { trusted: boolean };
}

/**
 * Signs a person in, at one of their merchants. The token is only in `cookie`, a `Set-Cookie` value.
 */
export async function startSession(
  db: Db,
  { accountId, merchantId, now, userAgent, address, secondFactor }: SigningIn,
  publicUrl: string,
): Promise<{ session: SessionRow; cookie: string }> {
  const token = newSecret('sess_');
  const isProven = typeof secondFactor === 'object';
  const session = {
    id: newId('session'),
    accountId,
    merchantId,
    createdAt: now,
    expiresAt: now + SESSION_SECONDS,
    userAgent,
    address,
    secondFactorDue: secondFactor === 'due',
    secondFactorAt: isProven ? now : null,
    secondFactorTrusted: isProven && secondFactor.trusted,
  };
  await insertSession(db, { ...session, tokenHash: hashSecret(token) });
  return { session, cookie: sessionCookie(token, publicUrl, SESSION_SECONDS) };
}

/** The `Set-Cookie` value that removes the token from the browser. */
export function clearedCookie(publicUrl: string): string {
  return sessionCookie('', publicUrl, 0);
}
