import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookieName } from '../lib/session-cookie.ts';

/** The session token in a `Cookie` header, or null. */
export function readSessionToken(cookie: string | undefined, publicUrl: string): string | null {
  const name = sessionCookieName(publicUrl);
  for (const pair of (cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/**
 * Whether a page of ours sent the request: the browser says so itself (`Sec-Fetch-Site`, Fetch Metadata), or names an origin that is the
 * address it called or the public one. Pages cannot set either header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin === publicUrl || origin === `${new URL(publicUrl).protocol}//${host}`;
}
