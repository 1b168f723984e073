import type { Express, Request, Response } from 'express';
import { ApiError } from '../../../rules/api-error.ts';
import type { Deployment } from '../../deployment.ts';
import { countedAddress } from '../../http/client-address.ts';
import { userAgentOf } from '../../../rules/audit/request.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { readBody } from '../../http/read-body.ts';
import { getMerchant } from '../../merchants/queries.ts';
import { addressOf } from '../../payer-contacts/contact.ts';
import { confirmAddress, findToConfirm } from '../../payer-notices/confirm-address.ts';
import type { Assets } from '../assets.ts';
import { type Page, renderDocument } from '../document.ts';
import type { Spoken } from '../languages.ts';
import { noticePage } from '../notice.ts';
import { sendPage } from '../send-page.ts';
import { choose, showChoice } from './choice.ts';
import { noticeFoot, withFoot } from '../notice-foot.ts';
import { languageFor } from '../receipt/language.ts';
import { confirmPage, sellerOf } from './pages.ts';

const CHOICE_ROUTE = '/notices/:token';
const CONFIRM_ROUTE = '/notices/confirm/:token';
/** A merchant's links are counted by the hour. */
const MERCHANTS_HOUR_SECONDS = 3_600;

/**
 * Where payers choose whether they are told of their payments by mail, and where the link to confirm an address leads. Forms that work without a
 * script. Nothing but the secret in the address lets anyone in, no cookie, so no other page can send them in somebody's name.
 */
export function addPayerNoticeRoutes(
  app: Express,
  deployment: Deployment,
  {
    assets,
    rateLimiter,
    failurePage,
  }: { assets: Assets; rateLimiter: RateLimiter; failurePage: (error: unknown, spoken: Spoken) => Page },
): void {
  const serve =
    (
      route: string,
      work: (req: Request, form: URLSearchParams | null, spoken: Spoken, res: Response) => Promise<Page>,
    ) =>
    async (req: Request, res: Response): Promise<void> => {
      const spoken = languageFor(req);
      let page: Page;
      try {
        await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
        const form =
          req.method === 'POST' ? new URLSearchParams((await readBody(req, res)).toString()) : null;
        page = await work(req, form, spoken, res);
      } catch (error) {
        page = failurePage(error, spoken);
        if (page.status >= 500) deployment.log.error({ err: error, route }, 'a page failed');
      }
      sendPage(res, renderDocument(page, assets), page);
    };
  const tokenOf = ({ params }: Request) => String(params['token']);
  const fromOf = ({ ip, headers }: Request) => ({
    address: countedAddress(ip),
    userAgent: userAgentOf(headers['user-agent']),
  });
  const confirm = serve(CONFIRM_ROUTE, async (req, form, spoken) => {
    // Opening a link confirms nothing, since mail scanners open every one: its button does.
    if (form === null) {
      const row = await findToConfirm(deployment, tokenOf(req));
      if (row === null) throw new ApiError('resource_missing');
      const seller = sellerOf(await getMerchant(deployment.db, row.merchantId));
      const of = { seller, livemode: row.livemode, address: addressOf(deployment.secretKeys, row) };
      return confirmPage(of, spoken, noticeFoot(deployment, spoken, req.path));
    }
    if (!(await confirmAddress(deployment, tokenOf(req), { isPayer: false, ...fromOf(req) })))
      throw new ApiError('resource_missing');
    const words = spoken.catalogue.served;
    const page = noticePage(200, words.addressConfirmed, [words.addressConfirmedAbout], spoken, [
      { href: '/wallet', label: words.portalHeading },
    ]);
    return withFoot(page, noticeFoot(deployment, spoken, req.path));
  });
  const choice = serve(CHOICE_ROUTE, async (req, form, spoken, res) => {
    if (form === null) return showChoice(deployment, tokenOf(req), spoken);
    const from = fromOf(req);
    const countLink = () => rateLimiter.takeFrom('notices', from.address, res);
    const page = await choose(deployment, tokenOf(req), form, { from, spoken, countLink });
    if (page.status === 429) res.setHeader('retry-after', MERCHANTS_HOUR_SECONDS);
    return page;
  });
  app.get(CONFIRM_ROUTE, confirm);
  app.post(CONFIRM_ROUTE, confirm);
  app.get(CHOICE_ROUTE, choice);
  app.post(CHOICE_ROUTE, choice);
}
