import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import type { Deployment } from '../deployment.ts';
import { newId } from '../lib/ids.ts';
import { queueMail, recipientTag } from '../mail/outbox.ts';
import { countConfirmations } from '../mail/queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { boxOf } from '../payer-contacts/contact.ts';
import { type Chooser, noteChoice } from '../payer-contacts/note-choice.ts';
import { hashOfSecret } from '../payer-contacts/links.ts';
import { deleteContact, findContacts, saveWaiting } from '../payer-contacts/queries.ts';

/** A day: mail is read within it, and a link that lies about for longer is a risk for nothing. */
const CONFIRM_SECONDS = 24 * 3600;
const SECRET_BYTES = 24;

/**
 * Links to confirm an address in a merchant's name within an hour: a merchant's pages must not fill the mailboxes of strangers. In live mode each takes a
 * subscription that somebody paid for or a wallet that signed in, so only many of both come near; test mode costs nothing.
 */
const MOST_PER_HOUR = { live: 300, test: 60 } as const;

/** What became of an address that somebody gave. */
export type Given = 'confirmation_sent' | 'already_confirmed' | 'refused' | 'busy';

/**
 * Stores a payer's address for notices of a mandate's merchant, and sends it a link: nothing else is sent there before somebody opens it.
 * Until then an address in use stays. The same address again changes nothing. `refused` where the deployment sends no mail, or has sent
 * too many such links there; `busy` once as many as may be were asked for at the merchant within an hour.
 */
export async function giveAddress(
  deployment: Deployment,
  mandate: MandateRow,
  {
    address,
    language,
    shared,
    by,
  }: { address: string; language: NoticeLanguage; shared: boolean; by: Chooser },
): Promise<Given> {
  const { db, clock, secretKeys, publicUrl } = deployment;
  const { merchantId, livemode, payer } = mandate;
  const now = clock.seconds();
  const subscriber = { merchantId, livemode, payer };
  const tag = recipientTag(secretKeys, address);
  return db.begin(async (tx) => {
    const { confirmed } = await findContacts(tx, subscriber, now);
    if (confirmed !== null && isSame(confirmed.tag, tag)) return 'already_confirmed';
    const sent = await countConfirmations(tx, mandate, now - 3_600);
    if (sent >= MOST_PER_HOUR[livemode ? 'live' : 'test']) return 'busy';
    const id = newId('payerContact');
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await saveWaiting(tx, {
      ...subscriber,
      id,
      mandateId: mandate.id,
      box: boxOf(secretKeys, id, address),
      tag,
      language,
      shared,
      confirmHash: hashOfSecret(secret),
      confirmUntil: now + CONFIRM_SECONDS,
      confirmedAt: null,
      createdAt: now,
    });
    const isQueued = await queueMail(
      tx,
      {
        notice: { kind: 'payer_confirm', url: `${publicUrl()}/notices/confirm/${id}.${secret}` },
        to: address,
        language,
        sender: { merchantId, livemode },
      },
      deployment,
    );
    if (!isQueued) {
      await deleteContact(tx, id);
      return 'refused';
    }
    const about = { ...subscriber, mandateId: mandate.id };
    await noteChoice(tx, about, { action: 'giveNoticeAddress', shared, by, now });
    return 'confirmation_sent';
  });
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
