import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookieName } from '../lib/session-cookie.ts';

/**
 * The session token in a `Cookie` header, or null. Only the blank that separates pairs (RFC 6265, section
 * 4.2.1) is removed: a subdomain may set a cookie whose name begins with another kind of space, and stripping
 * that would turn it into one with the prefix.
 */
export function readSessionToken(cookie: string | undefined, publicUrl: string): string | null {
  const name = `${sessionCookieName(publicUrl)}=`;
  const pair = cookie
    ?.split(';')
    .map((each) => each.replace(/^ +/, ''))
    .find((each) => each.startsWith(name));
  return pair?.slice(name.length) || null;
}

/**
 * Whether one of our pages sent the request: the browser says so (`Sec-Fetch-Site`, Fetch Metadata), or sends
 * an origin that is the address it called or the public one. Pages cannot set either header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin === publicUrl || origin === `${new URL(publicUrl).protocol}//${host}`;
}
