import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SecretKey, SecretKeyRing } from '../lib/secret-box.ts';

/**
 * What a link to the notices of a subscription may do. `give`: say whether there are any, and give a first address; it comes from the checkout,
 * whose client_secret the merchant knows too. `manage`: see, change and remove; it comes from the portal, to which the payer's wallet signed in.
 */
export type LinkScope = 'give' | 'manage';

/** 2 hours: whoever reads the page's address later can do nothing with it, and the page that had it makes another. */
const LASTS_SECONDS = 2 * 3600;
const TAG_BYTES = 16;
const TOKEN = /^(give|manage)\.(man_[1-9A-HJ-NP-Za-km-z]{20,22})\.(\d{10,12})\.([A-Za-z0-9_-]{22})$/;

/** The path of the page on which a payer chooses about notices of a mandate's merchant. */
export function noticesPath(
  [current]: SecretKeyRing,
  { scope, mandateId, now }: { scope: LinkScope; mandateId: string; now: number },
): string {
  // By the hour, so that the address does not change each time that it is shown.
  const until = (Math.floor(now / 3600) + LASTS_SECONDS / 3600) * 3600;
  return `/notices/${scope}.${mandateId}.${until}.${tagOf(current, scope, mandateId, until).toString('base64url')}`;
}

/** What a link's token allows; null unless we made it and it is still valid. */
export function readNoticesToken(
  ring: SecretKeyRing,
  token: string,
  now: number,
): { scope: LinkScope; mandateId: string } | null {
  const [, scope, mandateId, until, tag] = TOKEN.exec(token) ?? [];
  if (scope === undefined || Number(until) <= now) return null;
  const given = Buffer.from(tag!, 'base64url');
  if (given.length !== TAG_BYTES) return null;
  const isOurs = ring
    .map((key) => timingSafeEqual(given, tagOf(key, scope as LinkScope, mandateId!, Number(until))))
    .includes(true);
  return isOurs ? { scope: scope as LinkScope, mandateId: mandateId! } : null;
}

/** What is kept of a secret that a mail carries: a copy of the database confirms nothing. */
export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Keys of these links, derived from those that encrypt, so that what is in addresses says nothing about what is stored. */
const derived = new WeakMap<SecretKey, Buffer>();

function keyOf(secret: SecretKey): Buffer {
  const known = derived.get(secret);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret.key, '', 'autopay/payer-notices/v1', 32));
  derived.set(secret, key);
  return key;
}

function tagOf(secret: SecretKey, scope: LinkScope, mandateId: string, until: number): Buffer {
  return createHmac('sha256', keyOf(secret))
    .update(`${scope}\n${mandateId}\n${until}`)
    .digest()
    .subarray(0, TAG_BYTES);
}
