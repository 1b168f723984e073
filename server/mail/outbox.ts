import { createHmac } from 'node:crypto';
import { type Notice, NOTICE_KINDS, type NoticeLanguage } from '../../rules/notices/notice.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { normalEmail } from '../lib/email.ts';
import { newId } from '../lib/ids.ts';
import { encryptSecret, type SecretKeyRing } from '../lib/secret-box.ts';
import { countMailsTo, insertMail } from './queries.ts';

/** A mail to be sent. */
export interface Mail {
  notice: Notice;
  /** One address. */
  to: string;
  language: NoticeLanguage;
  /** In whose name, and whether about no real money; null: the deployment's own. */
  sender: { merchantId: string; livemode: boolean } | null;
  /** Where its recipient ends such mails with one click, from `unsubscribeUrl`. Not for kinds that are about security. */
  unsubscribeUrl?: string;
  /** A second mail with the same key is not queued. Kept as long as the mail's row, 30 days. */
  onceKey?: string;
}

/** What is encrypted of a mail until it is sent. */
export interface MailContent {
  to: string;
  notice: Notice;
  unsubscribeUrl: string | null;
}

/** What queueing needs of a deployment. */
export type MailDeployment = Pick<Deployment, 'mail' | 'clock' | 'secretKeys' | 'log'>;

/**
 * Queues a mail in the caller's transaction; the worker sends it once that commits. Returns false, and queues nothing, where the deployment sends
 * no mail (AUTOPAY_SMTP_URL is unset), where one with its `onceKey` was queued before, and where its recipient has had as many of the kind as they
 * may get in an hour or a day.
 */
export async function queueMail(tx: Db, mail: Mail, deployment: MailDeployment): Promise<boolean> {
  if (deployment.mail === null) return false;
  const { notice, to, language, sender, unsubscribeUrl = null, onceKey = null } = mail;
  const { clock, secretKeys, log } = deployment;
  const rules = NOTICE_KINDS[notice.kind];
  if (rules.isSecurity && unsubscribeUrl !== null)
    throw new Error(`Bug: nobody may unsubscribe from ${notice.kind}.`);
  const now = clock.seconds();
  const recipient = recipientTag(secretKeys, to);
  const sent = await countMailsTo(tx, { recipient, kind: notice.kind, now });
  if (sent.inHour >= rules.perHour || sent.inDay >= rules.perDay) {
    log.warn({ kind: notice.kind }, 'a mail is not sent: its recipient has had too many of its kind');
    return false;
  }
  const id = newId('mail');
  const content: MailContent = { to, notice, unsubscribeUrl };
  const isNew = await insertMail(tx, {
    id,
    kind: notice.kind,
    language,
    merchantId: sender?.merchantId ?? null,
    livemode: sender?.livemode ?? null,
    recipient,
    onceKey,
    box: encryptSecret(secretKeys, JSON.stringify(content), boxContext(id)),
    priority: rules.isSecurity ? 0 : 1,
    nextAttemptAt: now,
    usefulUntil: now + rules.usefulSeconds,
    createdAt: now,
  });
  if (isNew) await enqueue(tx, 'mails:send', {});
  return isNew;
}

/** What the content of a mail is encrypted for. */
export function boxContext(mailId: string): string {
  return `mails/${mailId}`;
}

/**
 * What stands for an address where mails are counted: whoever has only the database cannot tell from it whether they know the address. It changes
 * with the key that encrypts, and the counts begin anew.
 */
export function recipientTag([{ key }]: SecretKeyRing, address: string): Buffer {
  return createHmac('sha256', key)
    .update(`autopay/recipient/v1\n${normalEmail(address)}`)
    .digest();
}
