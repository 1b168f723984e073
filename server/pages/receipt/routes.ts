import type { Express } from 'express';
import type { Deployment } from '../../deployment.ts';
import { countedAddress } from '../../http/client-address.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { readBody } from '../../http/read-body.ts';
import type { Assets } from '../assets.ts';
import { type Page, renderDocument } from '../document.ts';
import { languageOf, type Spoken } from '../languages.ts';
import { sendPage } from '../send-page.ts';
import { RECEIPT_ROUTE, takeRecipient } from './pages.ts';

/**
 * The form on a receipt, which works without a script. Nothing but the secret in its address lets anyone in, no cookie, so that no other
 * page can send it in somebody's name. `failurePage` shows an error.
 */
export function addReceiptForm(
  app: Express,
  deployment: Deployment,
  {
    assets,
    rateLimiter,
    failurePage,
  }: { assets: Assets; rateLimiter: RateLimiter; failurePage: (error: unknown, spoken: Spoken) => Page },
): void {
  app.post(RECEIPT_ROUTE, async (req, res) => {
    let page: Page;
    try {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      const body = await readBody(req, res);
      const taken = await takeRecipient(deployment, req, new URLSearchParams(body.toString()));
      // 303: the browser reads the receipt again, and a reload does not send the form twice.
      if ('redirect' in taken) return void res.set('cache-control', 'no-store').redirect(303, taken.redirect);
      page = taken;
    } catch (error) {
      page = failurePage(error, languageOf(req));
      if (page.status >= 500) deployment.log.error({ err: error, route: RECEIPT_ROUTE }, 'a page failed');
    }
    sendPage(res, renderDocument(page, assets), page);
  });
}
