import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { normalEmail } from '../lib/email.ts';
import { queueMail } from '../mail/outbox.ts';
import { findLanguage } from '../memberships/language.ts';
import { findAccountByEmail } from './account-queries.ts';
import { countResets, insertResetRequest, type ResetRequest, takeResetRequests } from './reset-queries.ts';
import { makeResetLink } from './reset-password.ts';

/** The most links by mail for one account within an hour, so that nobody fills a mailbox. */
const MOST_PER_HOUR = 5;
/** Requests looked up in one transaction. */
const BATCH = 50;

/**
 * Notes that somebody wants a link for this address. Nothing here looks whether there is such an account: the background does, so that neither the
 * answer nor its time tells. Throws parameter_invalid where no e-mail is sent.
 */
export async function askForReset(
  { db, mail, publicUrl }: Pick<Deployment, 'db' | 'mail' | 'publicUrl'>,
  email: string,
  now: number,
): Promise<void> {
  if (mail === null) {
    throw new ApiError('parameter_invalid', {
      param: 'email',
      message: 'This deployment sends no e-mail. Ask its operator for a link that sets a new password.',
    });
  }
  await db.begin(async (tx) => {
    await insertResetRequest(tx, { email: normalEmail(email), publicUrl: publicUrl(), createdAt: now });
    await enqueue(tx, 'resets:send', {});
  });
}

/** Mails a link for each request whose address somebody signs in with. */
export async function sendResets(
  deployment: Pick<Deployment, 'db' | 'mail' | 'clock' | 'secretKeys' | 'log'>,
): Promise<void> {
  for (;;) {
    const taken = await deployment.db.begin(async (tx) => {
      const requests = await takeResetRequests(tx, BATCH);
      for (const request of requests) await sendOne(request);
      return requests.length;

      async function sendOne({ email, publicUrl }: ResetRequest): Promise<void> {
        const now = deployment.clock.seconds();
        const account = await findAccountByEmail(tx, email);
        if (account === null || (await countResets(tx, account.id, now - 3600)) >= MOST_PER_HOUR) return;
        const url = await makeResetLink(tx, { accountId: account.id, publicUrl, now });
        const notice = { kind: 'password_reset' as const, url };
        const language = await findLanguage(tx, account.id);
        await queueMail(tx, { notice, to: email, language, sender: null }, deployment);
      }
    });
    if (taken < BATCH) return;
  }
}
