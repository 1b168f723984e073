import type { Express, Request, Response } from 'express';
import { changesIn } from '../../../rules/audit/changes.ts';
import { userAgentOf } from '../../../rules/audit/request.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { isSameOrigin } from '../../../rules/session-cookie.ts';
import type { AuditTrail } from '../../audit/trail.ts';
import { withEntry } from '../../audit/with-entry.ts';
import { chainOf, type Deployment } from '../../deployment.ts';
import { countedAddress } from '../../http/client-address.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { readBody } from '../../http/read-body.ts';
import type { Readiness } from '../../http/service-routes.ts';
import { approveMerchant } from '../../merchants/queries.ts';
import { resumeAfterHalt } from '../../operator/resume-chain.ts';
import { approveTokenRequest } from '../../token-requests/approve-token-request.ts';
import { rejectTokenRequest } from '../../token-requests/reject-token-request.ts';
import type { Assets } from '../assets.ts';
import { type Page, renderDocument } from '../document.ts';
import { sendPage } from '../send-page.ts';
import { doorPage, OWNER_PATH, ownerPage, type Told } from './page.ts';
import { readOwnerView } from './read.ts';
import { isOwnerKey, isOwnerSession, noOwnerCookie, ownerCookie } from './session.ts';

interface Parts {
  assets: Assets;
  rateLimiter: RateLimiter;
  ready: () => Promise<Readiness>;
  /** Null: there is no owner, and no page. */
  ownerKey: string | null;
}

/** Longer than any of ours. */
const LONGEST_ID = 64;

/** What a form asks for. */
interface Action {
  /** As the audit log calls it: an operation of the contract, where it is the same. */
  name: string;
  /** Does it, and returns what to tell the owner. `bad`: nothing was changed. */
  act: (form: URLSearchParams, noting: { address: string; trail: AuditTrail }) => Promise<NonNullable<Told>>;
}

/**
 * The platform owner's page: documents and forms of their own, which work without a script. Whoever has the owner's key opens it for an hour;
 * only its own forms change something.
 */
export function addOwnerRoutes(app: Express, deployment: Deployment, parts: Parts): void {
  const { ownerKey, rateLimiter, assets } = parts;
  if (ownerKey === null) return;
  const { clock, log, publicUrl } = deployment;
  const isIn = (req: Request) =>
    isOwnerSession(req.headers.cookie, { ownerKey, publicUrl: publicUrl(), now: clock.seconds() });
  const show = (res: Response, page: Page) => sendPage(res, renderDocument(page, assets), page);
  const guarded =
    (serve: (req: Request, res: Response, address: string) => Promise<unknown>) =>
    async (req: Request, res: Response) => {
      const address = countedAddress(req.ip);
      try {
        await rateLimiter.take({ address, keyHash: null }, res);
        await serve(req, res, address);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'internal_error')
          log.error({ err: error, route: OWNER_PATH }, 'the page of the owner failed');
        show(res, doorPage({ tone: 'bad', text: textOf(error) }));
      }
    };
  const whole = async (told: Told) => ownerPage(await readOwnerView(deployment, parts.ready), told);

  app.get(
    OWNER_PATH,
    guarded(async (req, res) => show(res, isIn(req) ? await whole(null) : doorPage(null))),
  );
  app.post(
    `${OWNER_PATH}/sign-in`,
    guarded(async (req, res, address) => {
      await rateLimiter.takeFrom('signIn', address, res);
      const form = await formOf(req, res);
      if (!isFromHere(req, publicUrl()) || !isOwnerKey(form.get('key') ?? '', ownerKey))
        return show(res, doorPage({ tone: 'bad', text: 'This is not the key of the platform owner.' }));
      log.info({ address }, "the platform owner's page was opened");
      res.set('set-cookie', ownerCookie(ownerKey, publicUrl(), clock.seconds()));
      return res.set('cache-control', 'no-store').redirect(303, OWNER_PATH);
    }),
  );
  app.post(
    `${OWNER_PATH}/sign-out`,
    guarded(async (req, res) => {
      await readBody(req, res);
      res.set('set-cookie', noOwnerCookie(publicUrl()));
      res.set('cache-control', 'no-store').redirect(303, OWNER_PATH);
    }),
  );
  for (const [path, { name, act }] of Object.entries(actionsOf(deployment))) {
    app.post(
      `${OWNER_PATH}/${path}`,
      guarded(async (req, res, address) => {
        const form = await formOf(req, res);
        if (!isIn(req) || !isFromHere(req, publicUrl()))
          return show(
            res,
            doorPage({
              tone: 'bad',
              text: 'Your hour is over, or this was not asked from this page. Nothing was changed.',
            }),
          );
        const { id = null, mode, ...fields } = Object.fromEntries(form);
        const deed = {
          merchantId: null,
          livemode: mode === undefined ? null : isLive(form),
          actor: { kind: 'owner', id: null, name: null, role: null },
          action: name,
          resourceId: id?.slice(0, LONGEST_ID) ?? null,
          changes: changesIn(fields),
          address,
          userAgent: userAgentOf(req.headers['user-agent']),
        } as const;
        const told = await withEntry(deployment, deed, async (trail) => {
          const result = await act(form, { address, trail });
          return { isDone: result.tone === 'good', result };
        }).catch((error: unknown): Told => {
          if (!(error instanceof ApiError)) throw error;
          return { tone: 'bad', text: `${error.message} Nothing was changed.` };
        });
        return show(res, await whole(told));
      }),
    );
  }
}

function actionsOf(deployment: Deployment): Record<string, Action> {
  const { db, clock } = deployment;
  return {
    'merchants/approve': {
      name: 'approvePlatformMerchant',
      act: async (form, { trail }) => {
        const { id, name } = await approveMerchant(db, form.get('id') ?? '', clock.seconds());
        trail.concerns(id);
        return { tone: 'good', text: `${name} may sell now.` };
      },
    },
    'token-requests/approve': {
      name: 'approveTokenRequest',
      act: async (form, { trail }) => {
        const terms = { symbol: (form.get('symbol') ?? '').trim() };
        const request = await approveTokenRequest(deployment, isLive(form), form.get('id') ?? '', terms);
        trail.concerns(request.merchantId);
        return { tone: 'good', text: `${request.mint} is in the registry.` };
      },
    },
    'token-requests/reject': {
      name: 'rejectTokenRequest',
      act: async (form, { trail }) => {
        const request = await rejectTokenRequest(deployment, isLive(form), form.get('id') ?? '');
        trail.concerns(request.merchantId);
        return { tone: 'good', text: `The request for ${request.mint} is rejected.` };
      },
    },
    resume: {
      name: 'clearHalt',
      act: async (form, { address, trail }) => {
        const chain = chainOf(deployment, isLive(form));
        if (chain === null || form.get('acknowledged') !== 'yes')
          return { tone: 'bad', text: 'Say that you have looked both transfers up. The halt stays.' };
        const reason = form.get('reason') ?? '';
        const resumption = await resumeAfterHalt(deployment, chain, { reason, address });
        if (resumption.kind === 'refused') {
          trail.note({ why: resumption.why });
          return { tone: 'bad', text: `The halt stays. ${resumption.why}` };
        }
        return { tone: 'good', text: `Charges of ${chain.mode} mode are signed again.` };
      },
    },
  };
}

function isLive(form: URLSearchParams): boolean {
  return form.get('mode') === 'live';
}

async function formOf(req: Request, res: Response): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, res)).toString());
}

function isFromHere({ headers }: Request, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);
  return isSameOrigin({ site: one(site), origin: one(origin), host: one(host) }, publicUrl);
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'rate_limit_exceeded')
    return 'Too many requests came from your address. Wait a minute.';
  return 'That did not work, and is our fault. The log says why.';
}
