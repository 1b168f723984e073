import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../lib/secrets.ts';

const NAME = 'autopay_setup';
/** As long as somebody may need to find a provider of Solana RPC. */
const SECONDS = 8 * 3_600;

/** Whether what was sent is the token of the page; compared in the same time whatever was sent. */
export function isToken(sent: string | null, token: string): boolean {
  return sent !== null && timingSafeEqual(hashSecret(sent), hashSecret(token));
}

/** The `Set-Cookie` value that lets this browser go on, on this page alone. */
export function accessCookie(token: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${token}; Path=/setup; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

/** The token in a `Cookie` header, or null. */
export function sentToken(cookie: string | undefined): string | null {
  const pair = cookie?.split('; ').find((each) => each.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1) || null;
}
