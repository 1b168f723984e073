import { ApiError } from '../../rules/api-error.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import { createAccount } from '../accounts/create-account.ts';
import { moveSession } from '../accounts/queries.ts';
import { startSession } from '../accounts/session.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { SessionAuth } from '../http/context.ts';
import { hashSecret } from '../lib/secrets.ts';
import { chooseMerchant, insertMembership } from '../memberships/queries.ts';
import { findOpenInvitation, useInvitation } from './invitation-queries.ts';

/** The error for a link that was used, was taken back, has expired, or never was. */
export function noSuchInvitation(): ApiError {
  return new ApiError('resource_missing', {
    message:
      'This invitation does not work any more: it was used, taken back or has expired. Ask for a new one.',
  });
}

/** A signed-in person joins a team, where their session then is. Throws resource_missing, parameter_invalid. */
export function acceptInvitation(
  { db }: Pick<Deployment, 'db'>,
  { accountId, sessionId }: Pick<SessionAuth, 'accountId' | 'sessionId'>,
  { token, now }: { token: string; now: number },
): Promise<{ merchantId: string }> {
  return db.begin(async (tx) => {
    const merchantId = await join(tx, { accountId, token, now });
    await moveSession(tx, { accountId, id: sessionId, merchantId });
    return { merchantId };
  });
}

/**
 * A new person joins a team with an account of their own, and is signed in. Throws resource_missing, email_taken, rate_limit_exceeded.
 */
export async function signUpByInvitation(
  { db, publicUrl }: Pick<Deployment, 'db' | 'publicUrl'>,
  { token, email, password }: { token: string; email: string; password: string },
  { now, address, userAgent }: { now: number; address: string; userAgent: string | null },
): Promise<{ accountId: string; merchantId: string; cookie: string }> {
  // A hash is costly, and owed to nobody without an invitation.
  if ((await findOpenInvitation(db, hashSecret(token), now)) === null) throw noSuchInvitation();
  return createAccount(db, { email, password, address, now }, async (tx, accountId) => {
    const merchantId = await join(tx, { accountId, token, now });
    const { cookie } = await startSession(
      tx,
      { accountId, merchantId, now, userAgent, address, secondFactor: 'none' },
      publicUrl(),
    );
    return { accountId, merchantId, cookie };
  });
}

/** Uses the invitation up and makes the membership. Returns the merchant's id. */
async function join(
  tx: Tx,
  { accountId, token, now }: { accountId: string; token: string; now: number },
): Promise<string> {
  if (!(await lockAccount(tx, accountId, 'use'))) throw new ApiError('unauthenticated');
  const invitation = await useInvitation(tx, { tokenHash: hashSecret(token), accountId, now });
  if (invitation === null) throw noSuchInvitation();
  const { merchantId, role } = invitation;
  if (!(await insertMembership(tx, { accountId, merchantId, role, createdAt: now }))) {
    throw new ApiError('parameter_invalid', {
      param: 'token',
      message: 'You are in this team already. The invitation is still good for somebody else.',
    });
  }
  await chooseMerchant(tx, { accountId, merchantId }, now);
  return merchantId;
}
