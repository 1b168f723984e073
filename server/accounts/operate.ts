import type { Changes } from '../../rules/audit/changes.ts';
import { noteOperatorCommand } from '../audit/operator.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { normalEmail } from '../lib/email.ts';
import { findAccountByEmail } from './account-queries.ts';
import { deleteFactors } from './factor-queries.ts';
import { deleteSessions } from './queries.ts';
import { makeResetLink } from './reset-password.ts';
import { voidResets } from './reset-queries.ts';
import { lockForChange, updateEmail, updateSecondFactorSince } from './sign-in-queries.ts';

/** A command of the operator that cannot be done; `message` says why. */
export class AccountCommandError extends Error {
  override name = 'AccountCommandError';
}

/** A person as the operator sees them. Times are real time. */
export interface ListedAccount {
  email: string;
  createdAt: number;
  secondFactorSince: number | null;
  sessions: number;
  merchants: string[];
}

/** Everybody who can sign in, by e-mail address. */
export function listAccounts(sql: Sql, now: number): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select a.email, a.created_at, a.second_factor_since,
      (select count(*)::int from sessions s where s.account_id = a.id and s.expires_at > ${now}) as sessions,
      array(
        select m.name || ' (' || p.role || ')' from memberships p join merchants m on m.id = p.merchant_id
        where p.account_id = a.id order by m.name
      ) as merchants
    from accounts a order by a.email`;
}

/** A link that sets a new password for whoever signs in with `email`, once and for 30 minutes. Throws AccountCommandError. */
export function resetFor(
  sql: Sql,
  email: string,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<string> {
  return sql.begin(async (tx) => {
    const { id: accountId } = await getByEmail(tx, email);
    await noted(tx, 'reset', accountId, now);
    return makeResetLink(tx, { accountId, publicUrl, now });
  });
}

/**
 * Takes away everything that a person could prove as a second factor, for one who has lost it all, and ends their sessions. The password stays.
 * Throws AccountCommandError.
 */
export function unlockFor(sql: Sql, email: string, now: number): Promise<void> {
  return sql.begin(async (tx) => {
    const { id } = await getByEmail(tx, email);
    await lockForChange(tx, id);
    await noted(tx, 'unlock', id, now);
    await deleteFactors(tx, id);
    await updateSecondFactorSince(tx, id, null);
    await deleteSessions(tx, id, null);
  });
}

/** Changes the address that a person signs in with. Links that went to the old one are void. Throws AccountCommandError. */
export function changeEmailFor(sql: Sql, email: string, to: string, now: number): Promise<void> {
  return sql.begin(async (tx) => {
    const { id } = await getByEmail(tx, email);
    const fresh = normalEmail(to);
    if (!/^[^\s@]+@[^\s@]+$/.test(fresh)) throw new AccountCommandError(`${to} is no e-mail address.`);
    if ((await findAccountByEmail(tx, fresh)) !== null) {
      throw new AccountCommandError(`Somebody signs in with ${fresh} already.`);
    }
    await lockForChange(tx, id);
    await noted(tx, 'email', id, now, { email: fresh, previous: normalEmail(email) });
    await updateEmail(tx, id, fresh);
    await voidResets(tx, id);
  });
}

/** The merchants of the person see in their audit logs what the operator did. */
async function noted(
  tx: Tx,
  command: string,
  accountId: string,
  now: number,
  changes: Changes | null = null,
): Promise<void> {
  const action = `operator.account.${command}`;
  await noteOperatorCommand(tx, { command: `account -- ${command}`, action, accountId, changes, now });
}

async function getByEmail(sql: Parameters<typeof findAccountByEmail>[0], email: string) {
  const account = await findAccountByEmail(sql, normalEmail(email));
  if (account !== null) return account;
  throw new AccountCommandError(`Nobody signs in with ${email}. "npm run account -- list" shows who does.`);
}
