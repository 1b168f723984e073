import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';
import { unsubscribeUrl } from '../mail/unsubscribe.ts';
import { addressOf } from '../payer-contacts/contact.ts';
import { noticeOf } from './notice-of.ts';
import { type DueNotice, takeDueNotices } from './notify-queries.ts';

/** A transaction's worth of mails. */
const BATCH = 50;

/**
 * Queues the mails that payers are to get of what happened. What was to be told is deleted in the transaction that queues its mail, so a process
 * that dies in between tells nothing twice and forgets nothing.
 */
export async function notifyPayers(deployment: Deployment, livemode: boolean): Promise<void> {
  for (;;) {
    const taken = await deployment.db.begin(async (tx) => {
      const due = await takeDueNotices(tx, livemode, BATCH);
      for (const each of due) await queue(deployment, tx, each);
      return due.length;
    });
    if (taken < BATCH) return;
  }
}

async function queue(deployment: Deployment, tx: Tx, due: DueNotice): Promise<void> {
  const notice = noticeOf(deployment, due);
  if (notice === null) return;
  const { contactId, merchantId, livemode, language, eventId } = due;
  await queueMail(
    tx,
    {
      notice,
      to: addressOf(deployment.secretKeys, { id: contactId, box: due.box }),
      language,
      sender: { merchantId, livemode },
      unsubscribeUrl: unsubscribeUrl(deployment, { list: 'payer', subject: contactId }),
      onceKey: `payer/${contactId}/${eventId}`,
    },
    deployment,
  );
}
