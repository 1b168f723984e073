import postgres from 'postgres';
import { EMAIL_CHANGE_SECONDS } from '../../rules/lifetimes.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import { normalEmail } from '../lib/email.ts';
import { newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { queueMail } from '../mail/outbox.ts';
import { findLanguage } from '../memberships/language.ts';
import type { Changing } from './change-factors.ts';
import { requirePassword } from './change-password.ts';
import {
  confirmEither,
  deleteEmailChange,
  type EmailChangeRow,
  findChanging,
  upsertEmailChange,
} from './email-change-queries.ts';
import { findSession } from './queries.ts';
import { voidResets } from './reset-queries.ts';
import { requireProvedLately } from './second-factor.ts';
import { lockForChange, updateEmail } from './sign-in-queries.ts';
import { tellPerson, type TellingParts } from './tell-person.ts';

type Parts = Pick<Deployment, 'db' | 'publicUrl' | 'mail' | 'clock' | 'secretKeys' | 'log'>;

/**
 * Sends a link to the new address and one to the old: the change counts once both were opened. Whether somebody else signs in with the new
 * address shows to its mailbox alone. Throws parameter_invalid where no e-mail is sent, invalid_credentials, second_factor_required.
 */
export async function changeEmail(
  deployment: Parts,
  { email, password }: { email: string; password: string },
  changing: Changing,
): Promise<void> {
  const { db } = deployment;
  const { accountId, sessionId, now } = changing;
  if (deployment.mail === null) {
    throw new ApiError('parameter_invalid', {
      param: 'email',
      message:
        'This deployment sends no e-mail, so nobody could confirm it. Its operator can change your address.',
    });
  }
  const { secondFactorSince } = await requirePassword(deployment, changing, password);
  if (secondFactorSince !== null) {
    const session = await findSession(db, { accountId, id: sessionId });
    if (session === null) throw new ApiError('unauthenticated');
    requireProvedLately(session, now);
  }
  const [oldToken, newToken] = [newSecret('emc_'), newSecret('emc_')];
  const fresh = normalEmail(email);
  await db.begin(async (tx) => {
    const account = await lockForChange(tx, accountId);
    if (account === null) throw new ApiError('unauthenticated');
    if (account.email === fresh) {
      throw new ApiError('parameter_invalid', { param: 'email', message: 'This is your address already.' });
    }
    await upsertEmailChange(tx, {
      accountId,
      email: fresh,
      oldTokenHash: hashSecret(oldToken),
      newTokenHash: hashSecret(newToken),
      createdAt: now,
      expiresAt: now + EMAIL_CHANGE_SECONDS,
    });
    const linkOf = (token: string) => `${deployment.publicUrl()}/dashboard/confirm-email#${token}`;
    const mails = [
      { to: account.email, url: linkOf(oldToken) },
      { to: fresh, url: linkOf(newToken) },
    ];
    const language = await findLanguage(tx, accountId);
    for (const { to, url } of mails) {
      const notice = { kind: 'email_change' as const, email: fresh, url };
      await queueMail(tx, { notice, to, language, sender: null }, deployment);
    }
  });
}

/**
 * Takes the token of either link. With both, the person signs in with the new address, and links for a new password that went to the old one are
 * void. Throws invalid_credentials, email_taken.
 */
export async function confirmEmail(
  deployment: Pick<Deployment, 'db'> & TellingParts,
  token: string,
  now: number,
): Promise<EmailChangeRow> {
  try {
    return await deployment.db.begin(async (tx) => {
      const tokenHash = hashSecret(token);
      const accountId = await findChanging(tx, tokenHash);
      // The account first, as all who change it do.
      const account = accountId === null ? null : await lockForChange(tx, accountId);
      const change = account === null ? null : await confirmEither(tx, tokenHash, now);
      if (account === null || change === null) {
        throw new ApiError('invalid_credentials', {
          message: 'This link was used already, or has expired. Change your address again.',
        });
      }
      if (change.oldConfirmedAt !== null && change.newConfirmedAt !== null) {
        await updateEmail(tx, change.accountId, change.email);
        await voidResets(tx, change.accountId);
        await deleteEmailChange(tx, change.accountId);
        await tellPerson(tx, deployment, { account, what: 'email', now });
      }
      return change;
    });
  } catch (error) {
    if (isEmailTaken(error)) throw new ApiError('email_taken', { param: 'email' });
    throw error;
  }
}

/** 23505 is Postgres' unique_violation. */
function isEmailTaken(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === '23505' &&
    error.constraint_name === 'accounts_email_key'
  );
}
