import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import type { Deployment } from '../deployment.ts';
import { enqueueOnce } from '../jobs/enqueue.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { decryptSecret } from '../lib/secret-box.ts';
import { getMerchant } from '../merchants/queries.ts';
import { composeMail } from './compose.ts';
import { boxContext, type MailContent } from './outbox.ts';
import {
  claimMails,
  findNextMail,
  markMailFailed,
  markMailSent,
  retryMail,
  type WaitingMail,
} from './queries.ts';
import { createMailer, HANDOVER_MS, type Mailer } from './transport.ts';

/** Connections at a time: most providers allow ten. */
const LANES = 4;
/** A mail whose sender has died is taken up again after so long. */
const LEASE_SECONDS = (2 * HANDOVER_MS) / 1000;
/** After the first, second ... failure; then as after the last, for as long as the mail is of use. */
const RETRY_SECONDS = [30, 60, 120, 300, 600, 1_800, 3_600, 7_200] as const;

type Sending = Pick<Deployment, 'db' | 'clock' | 'log' | 'mail' | 'secretKeys' | 'name' | 'publicUrl'>;

/**
 * Sends what is due, until nothing is or `signal` aborts. A mail is claimed first, then handed over with no transaction open, then ended: if this process
 * dies in between, or the connection is lost before the server has answered, it is sent again with the same Message-ID. SMTP has nothing better.
 */
export async function sendMails(deployment: Sending, signal?: AbortSignal): Promise<number> {
  if (deployment.mail === null) return 0;
  const sent = await sendDue(deployment, createMailer(deployment.mail), signal);
  await wakeForNext(deployment);
  return sent;
}

/** A few at a time, so that what is claimed is sent before its lease ends. */
async function sendDue(deployment: Sending, mailer: Mailer, signal?: AbortSignal): Promise<number> {
  const { db, clock } = deployment;
  let sent = 0;
  for (;;) {
    if (signal?.aborted === true) return sent;
    const now = clock.seconds();
    const claimed = await claimMails(db, { now, until: now + LEASE_SECONDS, take: LANES });
    if (claimed.length === 0) return sent;
    await mapInLanes(claimed, LANES, (mail) =>
      sendOne(deployment, mailer, mail).catch((error: unknown) => {
        // The others are sent all the same. This one is due again once its lease ends, and given up once it is of no use.
        deployment.log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be sent');
      }),
    );
    sent += claimed.length;
  }
}

/** Wakes this task when the next retry is due. */
export async function wakeForNext({ db }: Pick<Deployment, 'db'>): Promise<void> {
  const next = await findNextMail(db);
  if (next !== null) await enqueueOnce(db, 'mails:send', {}, { runAt: next, jobKey: `mails/${next}` });
}

async function sendOne(deployment: Sending, mailer: Mailer, mail: WaitingMail): Promise<void> {
  const { db, clock, log, secretKeys } = deployment;
  const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (mail.usefulUntil <= clock.seconds()) {
    await markMailFailed(db, mail, { reason: 'expired', answer: null, now: clock.seconds() });
    log.warn(about, 'a mail could not be delivered while it was of use');
    return;
  }
  const { to, notice, unsubscribeUrl } = JSON.parse(
    decryptSecret(secretKeys, mail.box, boxContext(mail.id)).toString(),
  ) as MailContent;
  const composed = composeMail({
    notice,
    language: mail.language as NoticeLanguage,
    deployment: deploymentName(deployment),
    merchant: await senderOf(deployment, mail),
    unsubscribeUrl,
  });
  const handover = await mailer.send({
    ...composed,
    id: mail.id,
    to,
    unsubscribeUrl,
    createdAt: mail.createdAt,
  });
  const { answer } = handover;
  const now = clock.seconds();
  if (handover.kind === 'accepted') {
    await markMailSent(db, { id: mail.id, answer, now });
    log.info(about, 'a mail was sent');
    return;
  }
  const nextAttemptAt = now + RETRY_SECONDS[Math.min(mail.attempts, RETRY_SECONDS.length) - 1]!;
  if (handover.kind === 'refused' || nextAttemptAt >= mail.usefulUntil) {
    const reason = handover.kind === 'refused' ? 'refused' : 'expired';
    await markMailFailed(db, mail, { reason, answer, now });
    log.warn({ ...about, answer }, 'a mail is given up');
    return;
  }
  await retryMail(db, mail, { answer, nextAttemptAt });
  log.warn({ ...about, answer, nextAttemptAt }, 'a mail could not be handed over and is tried again');
}

async function senderOf({ db }: Sending, { merchantId, livemode }: WaitingMail) {
  if (merchantId === null) return null;
  const merchant = await getMerchant(db, merchantId);
  return { name: merchant.name, livemode: livemode!, brand: merchant };
}

/** The deployment as people call it: its name, the name that its mails are from, or the host of its address. */
function deploymentName({ name, mail, publicUrl }: Pick<Deployment, 'name' | 'mail' | 'publicUrl'>): string {
  return name ?? mail?.from.name ?? new URL(publicUrl()).host;
}
