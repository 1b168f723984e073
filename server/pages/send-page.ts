import type { Response } from 'express';
import { sendBytes } from '../http/respond.ts';

/** Everything from this origin, no inline script or style; wallets pass their icons as data: addresses. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // A wallet may open its own window, which must be able to reply to this one.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
};

/** Sends an HTML document. */
export function sendPage(res: Response, status: number, document: string): void {
  sendBytes(res, status, Buffer.from(document), PAGE_HEADERS);
}
