import { ApiError } from '../../rules/api-error.ts';
import type { Db, Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { confirmedApp } from './authenticator-app.ts';
import { requirePassword } from './change-password.ts';
import {
  deleteApp,
  deletePasskey,
  findApp,
  forgetGuesses,
  insertPasskey,
  listPasskeys,
  replaceCodes,
  upsertApp,
} from './factor-queries.ts';
import { verifyNewPasskey } from './passkeys.ts';
import { findSession, forgetProofs, makeOthersProve, markProven, type SessionRow } from './queries.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { hasFreshSecondFactor, requireProvedLately, trustedFrom } from './second-factor.ts';
import {
  findAccount,
  lockForChange,
  type SigningAccount,
  updateSecondFactorSince,
} from './sign-in-queries.ts';
import { tellPerson, type TellingParts } from './tell-person.ts';

/** Who changes their second factors, in which session. `now` in real time. */
export interface Changing {
  accountId: string;
  sessionId: string;
  address: string;
  now: number;
}

type Parts = Pick<Deployment, 'db'> & TellingParts;

/**
 * Whoever adds a second factor has proven one lately, or, without any, gives the password: an open browser is not enough. Throws
 * second_factor_required, invalid_credentials, rate_limit_exceeded.
 */
export async function requireMayAdd(
  { db }: Pick<Deployment, 'db'>,
  changing: Changing,
  password: string | undefined,
): Promise<SigningAccount> {
  const account = await findAccount(db, changing.accountId);
  if (account === null) throw new ApiError('unauthenticated');
  if (account.secondFactorSince === null) {
    if (password !== undefined) return requirePassword({ db }, changing, password);
    throw new ApiError('parameter_missing', { param: 'password', message: 'Send your password.' });
  }
  requireProvedLately(await currentSession(db, changing), changing.now);
  return account;
}

/** Adds the app whose secret a challenge has, or replaces the one there was. Returns recovery codes where they are new. Throws invalid_credentials. */
export function addApp(
  deployment: Parts,
  { challenge, code }: { challenge: string; code: string },
  changing: Changing,
): Promise<string[] | null> {
  const { accountId, now } = changing;
  return adding(deployment, changing, async (tx, from) => {
    const app = await confirmedApp(tx, deployment, { accountId, challenge, code, now });
    await upsertApp(tx, { ...app, trustedFrom: from });
    await forgetGuesses(tx, accountId);
  });
}

/** Adds the passkey that answered a challenge. Returns recovery codes where they are new. Throws invalid_credentials. */
export async function addPasskey(
  deployment: Parts,
  { challenge, name, passkey: answer }: { challenge: string; name: string; passkey: string },
  changing: Changing,
): Promise<string[] | null> {
  const { accountId, now } = changing;
  const passkey = await verifyNewPasskey(deployment, { accountId, challenge, answer, now });
  return adding(deployment, changing, async (tx, from) => {
    const row = { ...passkey, name, createdAt: now, trustedFrom: from };
    if (await insertPasskey(tx, row)) return;
    throw new ApiError('invalid_credentials', { message: 'This passkey was added already.' });
  });
}

/**
 * A challenge is only made for whoever may add a factor. With the first one all other sessions have to prove it, and there are new recovery
 * codes, which are returned.
 */
function adding(
  deployment: Parts,
  changing: Changing,
  add: (tx: Tx, trustedFrom: number) => Promise<void>,
): Promise<string[] | null> {
  const { accountId, sessionId, now } = changing;
  return deployment.db.begin(async (tx) => {
    const account = await lockForChange(tx, accountId);
    if (account === null) throw new ApiError('unauthenticated');
    const session = await currentSession(tx, changing);
    const from = trustedFrom(session, now);
    await add(tx, from);
    const trusted = hasFreshSecondFactor(session, now);
    await markProven(tx, { accountId, id: sessionId }, { at: now, trusted });
    await tellPerson(tx, deployment, { account, what: 'second_factor_added', now });
    if (account.secondFactorSince !== null) return null;
    await updateSecondFactorSince(tx, accountId, now);
    await makeOthersProve(tx, accountId, sessionId);
    return writeCodes(tx, { accountId, createdAt: now, trustedFrom: from });
  });
}

/** Removes the app. Throws second_factor_required; resource_missing never: what is gone is gone. */
export function removeApp(deployment: Parts, changing: Changing): Promise<void> {
  return removing(deployment, changing, async (tx) => {
    await deleteApp(tx, changing.accountId);
  });
}

/** Removes a passkey. Throws second_factor_required, resource_missing. */
export function removePasskey(deployment: Parts, id: string, changing: Changing): Promise<void> {
  return removing(deployment, changing, async (tx) => {
    if (!(await deletePasskey(tx, changing.accountId, id))) throw new ApiError('resource_missing');
  });
}

/** Without any factor left there is nothing to prove, and nothing to recover. */
function removing(deployment: Parts, changing: Changing, remove: (tx: Tx) => Promise<void>): Promise<void> {
  const { accountId, now } = changing;
  return deployment.db.begin(async (tx) => {
    const account = await lockForChange(tx, accountId);
    if (account === null) throw new ApiError('unauthenticated');
    // Whether there is such a thing comes first, as everywhere; without the proof it is rolled back.
    await remove(tx);
    requireProvedLately(await currentSession(tx, changing), now);
    await tellPerson(tx, deployment, { account, what: 'second_factor_removed', now });
    const isLeft = (await findApp(tx, accountId)) !== null || (await listPasskeys(tx, accountId)).length > 0;
    if (isLeft) return;
    await updateSecondFactorSince(tx, accountId, null);
    await replaceCodes(tx, { accountId, createdAt: now, trustedFrom: now }, []);
    await forgetGuesses(tx, accountId);
    await forgetProofs(tx, accountId);
  });
}

/** Makes ten new recovery codes in place of those there are. Throws second_factor_required. */
export function replaceRecoveryCodes(deployment: Parts, changing: Changing): Promise<string[]> {
  const { accountId, now } = changing;
  return deployment.db.begin(async (tx) => {
    const account = await lockForChange(tx, accountId);
    if (account === null) throw new ApiError('unauthenticated');
    const session = await currentSession(tx, changing);
    requireProvedLately(session, now);
    await tellPerson(tx, deployment, { account, what: 'recovery_codes', now });
    return writeCodes(tx, { accountId, createdAt: now, trustedFrom: trustedFrom(session, now) });
  });
}

async function writeCodes(
  tx: Tx,
  of: { accountId: string; createdAt: number; trustedFrom: number },
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await replaceCodes(tx, of, hashes);
  return codes;
}

async function currentSession(db: Db, { accountId, sessionId }: Changing): Promise<SessionRow> {
  const session = await findSession(db, { accountId, id: sessionId });
  if (session === null) throw new ApiError('unauthenticated');
  return session;
}
