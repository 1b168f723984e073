import type { Request } from 'express';
import type { Page } from './document.ts';
import type { Spoken } from './languages.ts';
import { noticePage } from './notice.ts';

/** Whether a request is a person's, who opened an address in a browser: scripts that take anything, or ask for JSON, are not. */
export function isForPerson(req: Request): boolean {
  return req.method === 'GET' && !/^\/v1(?:\/|$)/.test(req.path) && req.accepts(['json', 'html']) === 'html';
}

/** Where an address means a page but is not quite its own, such as `/docs/`; null elsewhere. */
export function properPath(path: string): string | null {
  return ['/docs/', '/wallet/', '/proof/'].includes(path) ? path.slice(0, -1) : null;
}

/** The page for an address that has none of its own: what to do instead, for whoever may have come there. */
export function strayPage(path: string, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  const wallet = { href: '/wallet', label: words.seeOrStop };
  const dashboard = { href: '/dashboard', label: words.signInToSell };
  const docs = { href: '/docs', label: words.readTheReference };
  if (path === '/') return noticePage(200, 'Autopay', words.rootAbout, spoken, [wallet, dashboard, docs]);
  if (/^\/(?:pay|p|checkout)\/?$/.test(path))
    return noticePage(404, words.linkIncomplete, words.linkIncompleteAbout, spoken, [wallet]);
  if (path.startsWith('/wallet/'))
    return noticePage(404, words.nothingHere, words.inOneList, spoken, [
      { ...wallet, label: words.listOfPayments },
    ]);
  return noticePage(404, words.nothingHere, words.noSuchAddress, spoken, [wallet, dashboard, docs]);
}
