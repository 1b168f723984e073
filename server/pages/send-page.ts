import type { Response } from 'express';
import { sendBytes } from '../http/respond.ts';
import type { Page } from './document.ts';

/**
 * Everything from this origin, no inline script or style; wallets pass their icons as data: addresses. Pages of links and products may show
 * their seller's pictures too, those addresses alone (decision 0032); pages that cannot know the seller, any (decision 0036).
 */
function contentSecurityPolicy({
  pictures = [],
  hasForm = false,
}: Pick<Page, 'pictures' | 'hasForm'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ['img-src', "'self'", 'data:', ...(pictures === 'any' ? ['https:'] : pictures.map(sourceOf))].join(' '),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** An entry that matches this path only. It has no query: no policy can ask for one. */
function sourceOf(image: string): string {
  const { origin, pathname } = new URL(image);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}

/** On every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy({}),
  // A wallet may open its own window, which must be able to reply to this one.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
};

/** Sends the HTML document of a page, which may show pictures from elsewhere, or send a form here. */
export function sendPage(
  res: Response,
  document: string,
  page: Pick<Page, 'status' | 'pictures' | 'hasForm'>,
): void {
  const policy = { 'content-security-policy': contentSecurityPolicy(page) };
  sendBytes(res, page.status, Buffer.from(document), { ...PAGE_HEADERS, ...policy });
}
