import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SecretKey, SecretKeyRing } from '../lib/secret-box.ts';

/** 128 bits: nobody finds one by trying. */
const TAG_BYTES = 16;

/** Keys of receipts, derived from those that encrypt, so that what is in addresses says nothing about what is stored. */
const derived = new WeakMap<SecretKey, Buffer>();

function receiptKey(secret: SecretKey): Buffer {
  const known = derived.get(secret);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret.key, '', 'autopay/receipts/v1', 32));
  derived.set(secret, key);
  return key;
}

function tagOf(secret: SecretKey, chargeId: string): Buffer {
  return createHmac('sha256', receiptKey(secret)).update(chargeId).digest().subarray(0, TAG_BYTES);
}

/** The path of a charge's receipt, which nobody can make who does not have the deployment's key; null until it has settled. */
export function receiptUrlOf(
  [current]: SecretKeyRing,
  { id, receiptNumber }: { id: string; receiptNumber: number | null },
): string | null {
  return receiptNumber === null ? null : `/receipt/${id}/${tagOf(current, id).toString('base64url')}`;
}

/** Whether `tag` is that of this charge, under any key of the ring: a link outlives a rotation until its key is removed. */
export function isReceiptTag(ring: SecretKeyRing, chargeId: string, tag: string): boolean {
  const given = Buffer.from(tag, 'base64url');
  // Compared as text too, below the limit of what can be timed: base64url has several spellings of the same bytes.
  if (given.length !== TAG_BYTES || given.toString('base64url') !== tag) return false;
  return ring.map((secret) => timingSafeEqual(tagOf(secret, chargeId), given)).includes(true);
}
