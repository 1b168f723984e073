import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** As long as somebody works on it; then the key is asked for again. */
export const OWNER_SESSION_SECONDS = 3_600;

/** The cookie's name. With `__Host-` browsers take it over https alone, and from no subdomain. */
function nameOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-autopay_owner' : 'autopay_owner';
}

/** Whether `given` is the platform owner's key. Takes the same time whatever is wrong with it. */
export function isOwnerKey(given: string, ownerKey: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', ownerKey, 'buffer'));
}

/** The `Set-Cookie` header that lets a browser in until an hour from now. No table has it: a new owner's key ends all of them. */
export function ownerCookie(ownerKey: string, publicUrl: string, now: number): string {
  const until = now + OWNER_SESSION_SECONDS;
  return cookie(`${until}.${proofOf(ownerKey, publicUrl, until)}`, publicUrl, OWNER_SESSION_SECONDS);
}

/** The header that takes it back. */
export function noOwnerCookie(publicUrl: string): string {
  return cookie('', publicUrl, 0);
}

function cookie(value: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(publicUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Whether a request's `Cookie` header has one that is good at `now`. */
export function isOwnerSession(
  header: string | undefined,
  { ownerKey, publicUrl, now }: { ownerKey: string; publicUrl: string; now: number },
): boolean {
  const name = `${nameOf(publicUrl)}=`;
  const pair = header
    ?.split(';')
    .map((each) => each.replace(/^ +/, ''))
    .find((each) => each.startsWith(name));
  const [, until, proof] = /^(\d{10})\.([0-9a-f]{64})$/.exec(pair?.slice(name.length) ?? '') ?? [];
  if (until === undefined || proof === undefined || Number(until) <= now) return false;
  const right = Buffer.from(proofOf(ownerKey, publicUrl, Number(until)));
  return timingSafeEqual(right, Buffer.from(proof));
}

function proofOf(ownerKey: string, publicUrl: string, until: number): string {
  return createHmac('sha256', ownerKey).update(`autopay/owner-page/v1\n${publicUrl}\n${until}`).digest('hex');
}
