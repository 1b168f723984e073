/**
 * The cookie's name. `__Host-` makes a browser refuse it without `Secure`, or from a subdomain; it also refuses such a cookie over plain
 * http, which is for development alone.
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-autopay_session' : 'autopay_session';
}

/** The `Set-Cookie` header that hands a session token to the browser for `maxAgeSeconds`; 0 takes it away. */
export function sessionCookie(token: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(publicUrl)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
