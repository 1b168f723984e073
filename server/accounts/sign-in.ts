import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Tx } from '../db/connect.ts';
import type { Auth } from '../http/context.ts';
import { normalEmail } from '../lib/email.ts';
import { lockChosenMerchant } from '../memberships/queries.ts';
import { getMerchant, type MerchantRow } from '../merchants/queries.ts';
import { findAccountByEmail } from './account-queries.ts';
import { usePasskey } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { deleteSession, type SessionRow } from './queries.ts';
import { type SigningIn, startSession } from './session.ts';
import { lockForSignIn, requiresSecondFactor } from './sign-in-queries.ts';

/** Who signs in, by the request. `now` in real time. */
export interface Visitor {
  auth: Auth | null;
  now: number;
  address: string;
  userAgent: string | null;
  /** The request's line in the audit log. */
  audit?: AuditTrail | null;
}

/** A person who has just signed in, at one of their merchants. */
export interface SignedIn {
  session: SessionRow;
  merchant: MerchantRow;
  cookie: string;
  /** The merchant requires a second factor, and the person has none. */
  mustAdd: boolean;
}

/**
 * Signs a person in at the merchant they last went over to, and ends the session the browser sent: an old token never stays valid. With a second
 * factor the session waits for it. An unknown e-mail address and a wrong password take the same queries and the same time. Throws
 * invalid_credentials, rate_limit_exceeded.
 */
export async function signIn(
  { db, publicUrl }: Pick<Deployment, 'db' | 'publicUrl'>,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const normal = normalEmail(email);
  const found = await findAccountByEmail(db, normal);
  if (found !== null) visitor.audit?.isBy(found.id);
  const matches = await isPassword(password, found?.passwordHash ?? null, [visitor.address, normal]);
  if (found === null || !matches) throw new ApiError('invalid_credentials');
  return db.begin(async (tx) => {
    const account = await lockForSignIn(tx, found.id, found.passwordHash);
    if (account === null) throw new ApiError('invalid_credentials');
    const hasFactor = account.secondFactorSince !== null;
    return enter(tx, account, { visitor, secondFactor: hasFactor ? 'due' : 'none', publicUrl: publicUrl() });
  });
}

/**
 * Signs in whoever a passkey belongs to. It stands for the password and for the second factor: whoever holds it has verified themselves to it.
 * Throws invalid_credentials.
 */
export function signInWithPasskey(
  deployment: Pick<Deployment, 'db' | 'publicUrl'>,
  { challenge, passkey: answer }: { challenge: string; passkey: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { now } = visitor;
  return usePasskey(deployment, { accountId: null, challenge, answer, now }, async (tx, row) => {
    const account = await lockForSignIn(tx, row.accountId, null);
    if (account === null) throw new ApiError('invalid_credentials');
    const secondFactor = { trusted: row.trustedFrom <= now };
    return enter(tx, account, { visitor, secondFactor, publicUrl: deployment.publicUrl() });
  });
}

async function enter(
  tx: Tx,
  account: { id: string; secondFactorSince: number | null },
  {
    visitor: { auth, now, address, userAgent, audit },
    secondFactor,
    publicUrl,
  }: { visitor: Visitor; secondFactor: SigningIn['secondFactor']; publicUrl: string },
): Promise<SignedIn> {
  const accountId = account.id;
  audit?.isBy(accountId);
  const merchantId = await lockChosenMerchant(tx, accountId);
  // Whose last membership has just ended has no account any more.
  if (merchantId === null) throw new ApiError('invalid_credentials');
  if (auth?.kind === 'session') await deleteSession(tx, { accountId: auth.accountId, id: auth.sessionId });
  const merchant = await getMerchant(tx, merchantId);
  const mustAdd = account.secondFactorSince === null && (await requiresSecondFactor(tx, merchantId));
  const signingIn = { accountId, merchantId, now, userAgent, address, secondFactor };
  return { merchant, mustAdd, ...(await startSession(tx, signingIn, publicUrl)) };
}
