import { timingSafeEqual } from 'node:crypto';
import type { Deployment } from '../deployment.ts';
import { isId } from '../lib/ids.ts';
import type { ContactRow } from '../payer-contacts/contact.ts';
import { hashOfSecret } from '../payer-contacts/links.ts';
import { type Chooser, noteChoice } from '../payer-contacts/note-choice.ts';
import { findWaiting, lockWaiting, setConfirmed } from '../payer-contacts/queries.ts';
import { queueLastReceipt } from './queue-last-receipt.ts';

/** What a link to confirm carries: the address's row, and the secret that only the mail had. */
function read(token: string): { id: string; hash: Buffer } | null {
  const [, id, secret] = /^(\w{5,40})\.([A-Za-z0-9_-]{32})$/.exec(token) ?? [];
  return id !== undefined && isId('payerContact', id) ? { id, hash: hashOfSecret(secret!) } : null;
}

/** What a link would put in use; null where it can no longer be used. Changes nothing: mail scanners open every link. */
export async function findToConfirm(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  token: string,
): Promise<ContactRow | null> {
  const asked = read(token);
  const row = asked && (await findWaiting(db, asked.id, clock.seconds()));
  return asked !== null && opens(row, asked.hash) ? row : null;
}

/** Puts the address of a link in use. Returns false if the link was used, replaced by another, or a day old. */
export async function confirmAddress(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  token: string,
  by: Chooser,
): Promise<boolean> {
  const asked = read(token);
  if (asked === null) return false;
  return db.begin(async (tx) => {
    const now = clock.seconds();
    const row = await lockWaiting(tx, asked.id, now);
    if (row === null || !opens(row, asked.hash)) return false;
    await setConfirmed(tx, row, now);
    await noteChoice(tx, row, { action: 'confirmNoticeAddress', by, now });
    await queueLastReceipt(tx, row, now);
    return true;
  });
}

function opens(row: ContactRow | null, hash: Buffer): boolean {
  const expected = row?.confirmHash ?? null;
  return expected !== null && timingSafeEqual(expected, hash);
}
