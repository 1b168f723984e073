import { PASSWORD_RESET_SECONDS } from '../../rules/lifetimes.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { hashPassword } from './passwords.ts';
import { deleteSessions } from './queries.ts';
import { findReset, insertReset, spendReset } from './reset-queries.ts';
import { lockForChange, updatePassword } from './sign-in-queries.ts';
import { tellPerson, type TellingParts } from './tell-person.ts';

/** A link that sets a new password for an account, once and for 30 minutes. The token stands behind the `#`, which browsers send to nobody. */
export async function makeResetLink(
  tx: Tx,
  { accountId, publicUrl, now }: { accountId: string; publicUrl: string; now: number },
): Promise<string> {
  const token = newSecret('rst_');
  const times = { createdAt: now, expiresAt: now + PASSWORD_RESET_SECONDS };
  await insertReset(tx, { tokenHash: hashSecret(token), accountId, ...times });
  return `${publicUrl}/dashboard/new-password#${token}`;
}

/**
 * Sets the password with a link's token, uses up every link of the account, and ends its sessions: whoever else is signed in there may be
 * why it was asked for. Throws invalid_credentials, rate_limit_exceeded.
 */
export async function completeReset(
  deployment: Pick<Deployment, 'db'> & TellingParts,
  { token, password }: { token: string; password: string },
  { now, address, audit = null }: { now: number; address: string; audit?: AuditTrail | null },
): Promise<void> {
  const { db } = deployment;
  const tokenHash = hashSecret(token);
  const accountId = await findReset(db, tokenHash, now);
  if (accountId === null) throw linkIsVoid();
  audit?.isBy(accountId);
  const passwordHash = await hashPassword(password, [address, accountId]);
  await db.begin(async (tx) => {
    // In this order, as all who change an account do.
    const account = await lockForChange(tx, accountId);
    if (account === null) throw linkIsVoid();
    if (!(await spendReset(tx, { accountId, tokenHash, now }))) throw linkIsVoid();
    await updatePassword(tx, accountId, passwordHash);
    await deleteSessions(tx, accountId, null);
    await tellPerson(tx, deployment, { account, what: 'password', now });
  });
}

function linkIsVoid(): ApiError {
  return new ApiError('invalid_credentials', {
    message: 'This link was used already, or has expired. Ask for a new one.',
  });
}
