/**
 * The cookie's name. With `__Host-` browsers reject it without `Secure`, or from a subdomain. They also
 * reject such a cookie over plain http, which is for development only.
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-autopay_session' : 'autopay_session';
}

/** The `Set-Cookie` header that gives a session token to the browser for `maxAgeSeconds`; 0 removes it. */
export function sessionCookie(token: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(publicUrl)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * The session token in a `Cookie` header, or null. Only the blank that separates pairs (RFC 6265, section
 * 4.2.1) is removed: a subdomain may set a cookie whose name begins with another kind of space, and stripping
 * that would turn it into one with the prefix.
 */
export function readSessionToken(cookie: string | null | undefined, publicUrl: string): string | null {
  const name = `${sessionCookieName(publicUrl)}=`;
  const pair = cookie
    ?.split(';')
    .map((each) => each.replace(/^ +/, ''))
    .find((each) => each.startsWith(name));
  return pair?.slice(name.length) || null;
}

/** The headers of a request that tell which page sent it; null if absent. Pages cannot set any of them. */
export interface SendersHeaders {
  /** `Sec-Fetch-Site` (Fetch Metadata). */
  site: string | null;
  origin: string | null;
  host: string | null;
}

/**
 * Whether one of our pages sent the request: the browser says so, or sends an origin that is the address it
 * called or the public one. Browsers add cookies to requests of other sites too.
 */
export function isSameOrigin({ site, origin, host }: SendersHeaders, publicUrl: string): boolean {
  if (site !== null) return site === 'same-origin';
  if (origin === null) return false;
  return origin === publicUrl || origin === `${new URL(publicUrl).protocol}//${host}`;
}
