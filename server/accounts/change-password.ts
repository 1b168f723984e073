import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { deleteSessions } from './queries.ts';
import { voidResets } from './reset-queries.ts';
import { findAccount, lockForChange, type SigningAccount, updatePassword } from './sign-in-queries.ts';
import { tellPerson, type TellingParts } from './tell-person.ts';

/** Whose password, and from where. */
export interface Asked {
  accountId: string;
  sessionId: string;
  address: string;
}

/**
 * The account of whoever gave its password. Throws invalid_credentials, rate_limit_exceeded, and unauthenticated if the account has just
 * gone.
 */
export async function requirePassword(
  { db }: Pick<Deployment, 'db'>,
  { accountId, address }: Pick<Asked, 'accountId' | 'address'>,
  password: string,
): Promise<SigningAccount> {
  const account = await findAccount(db, accountId);
  if (account === null) throw new ApiError('unauthenticated');
  if (await isPassword(password, account.passwordHash, [address, account.email])) return account;
  throw new ApiError('invalid_credentials', { message: 'The password is wrong.' });
}

/** Changes the password of whoever knows the old one, and ends the person's other sessions. Throws as `requirePassword`. */
export async function changePassword(
  deployment: Pick<Deployment, 'db'> & TellingParts,
  { currentPassword, password }: { currentPassword: string; password: string },
  asked: Asked & { now: number },
): Promise<void> {
  const account = await requirePassword(deployment, asked, currentPassword);
  const passwordHash = await hashPassword(password, [asked.address, account.email]);
  await deployment.db.begin(async (tx) => {
    // Another change was faster: what was given is no longer the password.
    const current = await lockForChange(tx, account.id);
    if (current?.passwordHash !== account.passwordHash) {
      throw new ApiError('invalid_credentials', { message: 'The password is wrong.' });
    }
    await updatePassword(tx, account.id, passwordHash);
    await deleteSessions(tx, account.id, asked.sessionId);
    await voidResets(tx, account.id);
    await tellPerson(tx, deployment, { account, what: 'password', now: asked.now });
  });
}
