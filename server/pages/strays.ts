import type { Request } from 'express';
import type { Page } from './document.ts';
import { noticePage } from './notice.ts';

/** Whether a request is a person's, who opened an address in a browser: scripts that take anything, or ask for JSON, are not. */
export function isForPerson(req: Request): boolean {
  return req.method === 'GET' && !/^\/v1(?:\/|$)/.test(req.path) && req.accepts(['json', 'html']) === 'html';
}

/** Where an address means a page but is not quite its own, such as `/docs/`; null elsewhere. */
export function properPath(path: string): string | null {
  return path === '/docs/' || path === '/wallet/' ? path.slice(0, -1) : null;
}

const WALLET = { href: '/wallet', label: 'See or stop the payments from your wallet' };
const DASHBOARD = { href: '/dashboard', label: 'Sign in to sell' };
const DOCS = { href: '/docs', label: 'Read the API reference' };

/** The page for an address that has none of its own: what to do instead, for whoever may have come there. */
export function strayPage(path: string): Page {
  if (path === '/')
    return noticePage(
      200,
      'Autopay',
      [
        'Payments and subscriptions in stablecoins on Solana, straight from wallet to wallet.',
        'Do you pay for something here? See it, or stop it, with your wallet. Do you sell? Sign in to your dashboard.',
      ],
      [WALLET, DASHBOARD, DOCS],
    );
  if (/^\/(?:pay|p|checkout)\/?$/.test(path))
    return noticePage(
      404,
      'This link is not complete',
      [
        'The part that says what is paid is missing. Nothing was paid.',
        'Open the link exactly as you received it, or ask whoever sent it to you for it again.',
      ],
      [WALLET],
    );
  if (path.startsWith('/wallet/'))
    return noticePage(
      404,
      'There is nothing here',
      ['Your payments are one level up: sign in there with the wallet that pays.'],
      [WALLET],
    );
  return noticePage(
    404,
    'There is nothing here',
    ['This address does not exist. Check it for a letter too many or too few. Nothing was paid.'],
    [WALLET, DASHBOARD, DOCS],
  );
}
