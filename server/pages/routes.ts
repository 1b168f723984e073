import type { Express } from 'express';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { countedAddress } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Readiness } from '../http/service-routes.ts';
import { sendStatic } from '../http/static-file.ts';
import { addAccentRoute } from './accent.ts';
import { loadAssets } from './assets.ts';
import { checkoutPages } from './checkout/pages.ts';
import { addDocsRoutes } from './docs/routes.ts';
import { dashboardPages } from './dashboard/pages.ts';
import { type Page, type Pages, renderDocument } from './document.ts';
import { languageOf, type Spoken } from './languages.ts';
import { noticePage } from './notice.ts';
import { addOwnerRoutes } from './owner/routes.ts';
import { addPayerNoticeRoutes } from './payer-notices/routes.ts';
import { portalPages } from './portal/pages.ts';
import { proofPages } from './proof.ts';
import { receiptPages } from './receipt/pages.ts';
import { addReceiptForm } from './receipt/routes.ts';
import { sendPage } from './send-page.ts';
import { isForPerson, properPath, strayPage } from './strays.ts';
import { addUnsubscribeRoutes } from './unsubscribe.ts';

/**
 * The pages for people: hosted checkout, payer portal, merchant dashboard, documentation, and the files they load. They
 * share the rate limit of requests without a key. Throws if the files are not built.
 */
export function addPageRoutes(
  app: Express,
  deployment: Deployment,
  rateLimiter: RateLimiter,
  { ownerKey, ready }: { ownerKey: string | null; ready: () => Promise<Readiness> },
): void {
  const assets = loadAssets();
  for (const asset of assets.files) {
    app.get(asset.path, async (req, res) => {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      sendStatic(req, res, asset);
    });
  }
  addAccentRoute(app, rateLimiter);
  addDocsRoutes(app, deployment, assets, rateLimiter);
  const pages: Pages = {
    ...checkoutPages(deployment),
    ...portalPages(deployment),
    ...dashboardPages(deployment),
    ...proofPages(),
    ...receiptPages(deployment),
  };
  addOwnerRoutes(app, deployment, { assets, rateLimiter, ready, ownerKey });
  addReceiptForm(app, deployment, { assets, rateLimiter, failurePage });
  addPayerNoticeRoutes(app, deployment, { assets, rateLimiter, failurePage });
  addUnsubscribeRoutes(app, deployment, { assets, rateLimiter, failurePage });
  for (const [route, show] of Object.entries(pages)) {
    app.get(route, async (req, res) => {
      let page: Page;
      try {
        await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
        page = await show(req);
      } catch (error) {
        page = failurePage(error, languageOf(req));
        if (page.status >= 500) deployment.log.error({ err: error, route }, 'a page failed');
      }
      sendPage(res, renderDocument(page, assets), page);
    });
  }
  // Last: addresses without a page. Whoever opens one in a browser is a person, and gets words instead of JSON.
  app.use(async (req, res, next) => {
    if (!isForPerson(req)) return next();
    const spoken = languageOf(req);
    let page = strayPage(req.path, spoken);
    try {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    } catch (error) {
      page = failurePage(error, spoken);
    }
    // The same address for a person and for a program: what is stored of one must not answer the other.
    res.vary('accept');
    const path = properPath(req.path);
    if (path !== null && page.status === 404) return res.set('cache-control', 'no-store').redirect(308, path);
    sendPage(res, renderDocument(page, assets), page);
  });
}

/** The page a person sees instead of the API's error. */
function failurePage(error: unknown, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  const code = error instanceof ApiError ? error.code : 'internal_error';
  if (code === 'resource_missing') return noticePage(404, words.nothingHere, words.nothingHereAbout, spoken);
  if (code === 'rate_limit_exceeded') return noticePage(429, words.tooMany, words.tooManyAbout, spoken);
  return noticePage(500, words.ourFault, words.ourFaultAbout, spoken);
}
