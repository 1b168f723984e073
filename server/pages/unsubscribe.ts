import type { Express, Request, Response } from 'express';
import type { ComponentChild } from 'preact';
import { userAgentOf } from '../../rules/audit/request.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { countedAddress } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readUnsubscription, type Unsubscription } from '../mail/unsubscribe.ts';
import { leaveMerchantNotices } from '../notices/leave.ts';
import type { Chooser } from '../payer-contacts/note-choice.ts';
import { leavePayerNotices } from '../payer-notices/change-choice.ts';
import type { Assets } from './assets.ts';
import { type Page, renderDocument } from './document.ts';
import { html } from './html.ts';
import type { Spoken } from './languages.ts';
import { noticePage } from './notice.ts';
import { noticeFoot, withFoot } from './notice-foot.ts';
import { languageFor } from './receipt/language.ts';
import { sendPage } from './send-page.ts';

/** Ends what a link says, as often as it is asked to. */
export type Leave = (deployment: Deployment, subject: string, by: Chooser) => Promise<void>;

/** Who ends the mails of each list. */
export const LEAVE: Partial<Record<Unsubscription['list'], Leave>> = {
  merchant: leaveMerchantNotices,
  payer: leavePayerNotices,
};

const ROUTE = '/unsubscribe/:token';

/**
 * Where the links of mails lead. Opening one ends nothing, since mail scanners open every link: its button does, and so does a mail program's own
 * (RFC 8058), which sends the same without a cookie. Whoever has the link is whoever got the mail.
 */
export function addUnsubscribeRoutes(
  app: Express,
  deployment: Deployment,
  {
    assets,
    rateLimiter,
    failurePage,
  }: { assets: Assets; rateLimiter: RateLimiter; failurePage: (error: unknown, spoken: Spoken) => Page },
): void {
  const answer = async (req: Request, res: Response, end: boolean): Promise<void> => {
    const spoken = languageFor(req);
    let page: Page;
    try {
      const address = countedAddress(req.ip);
      await rateLimiter.take({ address, keyHash: null }, res);
      if (end) await readBody(req, res);
      const what = readUnsubscription(deployment, String(req.params['token']));
      const leave = what === null ? undefined : LEAVE[what.list];
      if (what === null || leave === undefined) throw new ApiError('resource_missing');
      if (end) {
        const userAgent = userAgentOf(req.headers['user-agent']);
        await leave(deployment, what.subject, { isPayer: false, address, userAgent });
      }
      const foot = noticeFoot(deployment, spoken, req.path);
      page = end ? endedPage(spoken, foot) : askingPage(spoken, foot);
    } catch (error) {
      page = failurePage(error, spoken);
      if (page.status >= 500) deployment.log.error({ err: error, route: ROUTE }, 'a page failed');
    }
    sendPage(res, renderDocument(page, assets), page);
  };
  app.get(ROUTE, (req, res) => answer(req, res, false));
  app.post(ROUTE, (req, res) => answer(req, res, true));
}

function askingPage(spoken: Spoken, foot: ComponentChild): Page {
  const words = spoken.catalogue.served;
  return {
    ...noticePage(200, words.unsubscribe, [], spoken),
    hasForm: true,
    body: html`<main class="card">
        <h1>${words.unsubscribe}</h1>
        <p>${words.unsubscribeAbout}</p>
        <form method="post">
          <button class="button button--wide" type="submit">${words.unsubscribeNow}</button>
        </form>
      </main>
      ${foot}`,
  };
}

function endedPage(spoken: Spoken, foot: ComponentChild): Page {
  const words = spoken.catalogue.served;
  return withFoot(noticePage(200, words.unsubscribed, [words.unsubscribedAbout], spoken), foot);
}
