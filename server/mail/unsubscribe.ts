import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deployment } from '../deployment.ts';
import type { SecretKey } from '../lib/secret-box.ts';

/** Whose mails a link ends: the kind of list, and which subscription to it. */
export interface Unsubscription {
  list: 'merchant' | 'payer';
  /** Says to that list's room what ends: ids and words, with `~` between them. */
  subject: string;
}

const TOKEN = /^(merchant|payer)\.([A-Za-z0-9_~-]{1,200})\.([A-Za-z0-9_-]{22})$/;
/** 128 bits: nobody ends another's mails by guessing. */
const TAG_BYTES = 16;

/** The address that ends these mails for whoever opens it, without signing in. */
export function unsubscribeUrl(
  { publicUrl, secretKeys }: Pick<Deployment, 'publicUrl' | 'secretKeys'>,
  what: Unsubscription,
): string {
  const token = `${what.list}.${what.subject}.${tagOf(secretKeys[0], what).toString('base64url')}`;
  if (!TOKEN.test(token)) throw new Error('Bug: this cannot stand in a link.');
  return `${publicUrl()}/unsubscribe/${token}`;
}

/** What a link's token ends; null unless we made it, with a key that is still on the ring. */
export function readUnsubscription(
  { secretKeys }: Pick<Deployment, 'secretKeys'>,
  token: string,
): Unsubscription | null {
  const [, list, subject, tag] = TOKEN.exec(token) ?? [];
  if (list === undefined) return null;
  const what = { list, subject } as Unsubscription;
  const given = Buffer.from(tag!, 'base64url');
  const isOurs = secretKeys.some((key) => timingSafeEqual(given, tagOf(key, what)));
  return isOurs ? what : null;
}

function tagOf({ key }: SecretKey, { list, subject }: Unsubscription): Buffer {
  return createHmac('sha256', key)
    .update(`autopay/unsubscribe/v1\n${list}\n${subject}`)
    .digest()
    .subarray(0, TAG_BYTES);
}
