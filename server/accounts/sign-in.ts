import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Auth } from '../http/context.ts';
import { normalEmail } from '../lib/email.ts';
import { lockChosenMerchant } from '../memberships/queries.ts';
import { getMerchant, type MerchantRow } from '../merchants/queries.ts';
import { findAccountByEmail, lockAccount } from './account-queries.ts';
import { isPassword } from './passwords.ts';
import { deleteSession, type SessionRow } from './queries.ts';
import { startSession } from './session.ts';

/**
 * Signs a person in at the merchant they last went over to, and ends the session the browser sent: an old token never stays valid. An unknown e-mail
 * address and a wrong password take the same queries and the same time. Throws invalid_credentials,
 * rate_limit_exceeded.
 */
export async function signIn(
  { db, publicUrl }: Deployment,
  { email, password }: { email: string; password: string },
  { auth, now, address }: { auth: Auth | null; now: number; address: string },
): Promise<{ session: SessionRow; merchant: MerchantRow; cookie: string }> {
  const normal = normalEmail(email);
  const account = await findAccountByEmail(db, normal);
  const matches = await isPassword(password, account?.passwordHash ?? null, [address, normal]);
  if (account === null || !matches) throw new ApiError('invalid_credentials');
  const { id: accountId } = account;
  return db.begin(async (tx) => {
    const isThere = await lockAccount(tx, accountId, 'use');
    const merchantId = isThere ? await lockChosenMerchant(tx, accountId) : null;
    // Whose last membership has just ended has no account any more.
    if (merchantId === null) throw new ApiError('invalid_credentials');
    if (auth?.kind === 'session') await deleteSession(tx, { accountId: auth.accountId, id: auth.sessionId });
    const merchant = await getMerchant(tx, merchantId);
    const session = await startSession(tx, { accountId, merchantId, now, publicUrl: publicUrl() });
    return { merchant, ...session };
  });
}
