import { deviceOf } from '../../rules/accounts/device.ts';
import type { ShownFactor } from '../../rules/merchants/present-session.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import type { SessionAuth } from '../http/context.ts';
import { findPendingEmail } from './email-change-queries.ts';
import { countCodes, findApp, listPasskeys } from './factor-queries.ts';
import { listSessions, type SessionRow } from './queries.ts';
import { findAccount, requiresSecondFactor } from './sign-in-queries.ts';

type Schemas = components['schemas'];

/** A person's account as the API shows it to one of their sessions. `recoveryCodes` are new ones, shown this once. */
export async function presentAccount(
  { db }: Pick<Deployment, 'db'>,
  { accountId, sessionId, merchantId, livemode }: SessionAuth,
  { now, recoveryCodes = null }: { now: number; recoveryCodes?: string[] | null },
): Promise<Schemas['Account']> {
  const account = await findAccount(db, accountId);
  if (account === null) throw new ApiError('unauthenticated');
  const [passkeys, app, codesLeft, sessions, pendingEmail, required] = await Promise.all([
    listPasskeys(db, accountId),
    findApp(db, accountId),
    countCodes(db, accountId),
    listSessions(db, accountId, now),
    findPendingEmail(db, accountId, now),
    requiresSecondFactor(db, merchantId),
  ]);
  return {
    object: 'account',
    id: account.id,
    livemode,
    createdAt: account.createdAt,
    email: account.email,
    pendingEmail,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    appSince: app?.createdAt ?? null,
    recoveryCodesLeft: codesLeft,
    recoveryCodes,
    secondFactorRequired: required,
    sessions: sessions.map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      device: deviceOf(row.userAgent),
      address: row.address,
      current: row.id === sessionId,
    })),
  };
}

/** What a session shows of its second factor. `mustAdd`: the merchant requires one, and its person has none. */
export function presentSecondFactor(
  { secondFactorDue, secondFactorAt }: SessionRow,
  mustAdd: boolean,
): ShownFactor {
  const proven = secondFactorAt === null ? ('none' as const) : ('proven' as const);
  return { secondFactor: secondFactorDue ? 'due' : mustAdd ? 'to_add' : proven, secondFactorAt };
}
