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
