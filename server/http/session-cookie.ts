import type { IncomingHttpHeaders } from 'node:http';

/**
 * The cookie's name. `__Host-` makes a browser refuse it without `Secure`, or from a subdomain; it also refuses such a cookie over plain
 * http, which is for development alone.
 */
function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-autopay_session' : 'autopay_session';
}

/** The session token in a `Cookie` header, or null. */
export function readSessionToken(cookie: string | undefined, publicUrl: string): string | null {
  const name = cookieName(publicUrl);
  for (const pair of (cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** The `Set-Cookie` header that hands a session token to the browser for `maxAgeSeconds`; 0 takes it away. */
export function sessionCookie(token: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
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
