import type { Express, Request, Response } from 'express';
import { ApiError } from '../../rules/api-error.ts';
import { decideLiveItems } from '../../rules/live-checklist/decide.ts';
import { signUp } from '../accounts/sign-up.ts';
import { feePayerLamports, LOW_LAMPORTS } from '../chain/fee-payer.ts';
import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Config } from '../config/config.ts';
import type { Deployment } from '../deployment.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { examineNodes } from '../doctor/nodes.ts';
import type { NewLine } from '../audit/queries.ts';
import { Trail } from '../audit/trail.ts';
import { newId } from '../lib/ids.ts';
import { countedAddress } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { ClientGone, readBody } from '../http/read-body.ts';
import { readLiveFacts } from '../live-checklist/read-facts.ts';
import { getMerchant } from '../merchants/queries.ts';
import { loadAssets } from '../pages/assets.ts';
import { type Page, renderDocument } from '../pages/document.ts';
import { sendPage } from '../pages/send-page.ts';
import { registerToken } from '../tokens/register-token.ts';
import { accessCookie, isToken, sentToken } from './access.ts';
import { doctorPage, keysPage, progressPage, type Said, tokenPage } from './pages.ts';
import { findFirstVisit, finishFirstVisit, insertFirstVisit } from './queries.ts';

interface Parts {
  config: Config;
  databaseUrl: string;
  rateLimiter: RateLimiter;
}

/** A form's answer: a page, or where the browser goes on with a GET, with a cookie for it. */
type Answer = Page | { goTo: string; cookie: string | null };

/**
 * The page /setup of a deployment that nobody has set up yet: it makes the owner with the first merchant, asks nodes for the live chain, puts the
 * first token on the registry, and says what is missing. Only who has `AUTOPAY_SETUP_TOKEN` gets further than its first field, and once somebody has
 * finished, or without that setting, there is no such page.
 */
export function addFirstVisit(app: Express, deployment: Deployment, parts: Parts): void {
  const { config, rateLimiter } = parts;
  const { setupToken } = config;
  if (setupToken === null) return;
  const { db, log } = deployment;
  const assets = loadAssets();
  // It never opens again.
  let isOver = false;
  const isOpen = async () => {
    if (!isOver) isOver = ((await findFirstVisit(db))?.finishedAt ?? null) !== null;
    return !isOver;
  };
  const mayGoOn = (req: Request) => isToken(sentToken(req.headers.cookie), setupToken);

  const answer = async (req: Request, res: Response, step: Said['step'], work: () => Promise<Answer>) => {
    let given: Answer;
    try {
      given = await work();
    } catch (error) {
      if (error instanceof ClientGone) return;
      const problem = problemOf(error);
      if (problem === null) throw error;
      given =
        step === 'access' || !mayGoOn(req)
          ? tokenPage({ step: 'access', problem })
          : await show(deployment, { said: { step, problem } });
    }
    res.set('cache-control', 'no-store');
    if ('goTo' in given) {
      if (given.cookie !== null) res.append('set-cookie', given.cookie);
      return void res.redirect(303, given.goTo);
    }
    sendPage(res, renderDocument(given, assets), given);
  };

  app.get('/', async (_req, res, next) => {
    if (!(await isOpen())) return next();
    res.set('cache-control', 'no-store').redirect(303, '/setup');
  });

  app.get('/setup', async (req, res, next) => {
    if (!(await isOpen())) return next();
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    await answer(req, res, 'access', async () =>
      mayGoOn(req) ? show(deployment, { said: null }) : tokenPage(null),
    );
  });

  app.get('/setup/doctor', async (req, res, next) => {
    if (!(await isOpen()) || !mayGoOn(req)) return next();
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    const { clock } = deployment;
    await answer(req, res, 'finish', async () =>
      doctorPage(await examine(config, { clock, databaseUrl: parts.databaseUrl })),
    );
  });

  const forms: Record<Said['step'], (form: URLSearchParams, req: Request, res: Response) => Promise<Answer>> =
    {
      access: async (form) => {
        const token = form.get('token')?.trim() ?? null;
        if (!isToken(token, setupToken))
          return tokenPage({
            step: 'access',
            problem: 'This is not the token. It is in the settings and in the log of the API.',
          });
        return { goTo: '/setup', cookie: accessCookie(setupToken, deployment.publicUrl()) };
      },
      owner: async (form, req, res) => {
        if ((await findFirstVisit(db)) !== null) return { goTo: '/setup', cookie: null };
        const text = (name: string) => form.get(name)?.trim() ?? '';
        const request = {
          name: text('name'),
          email: text('email'),
          password: form.get('password') ?? '',
          acknowledged: form.get('acknowledged') === 'yes',
        };
        const fault = faultOf(request);
        if (fault !== null) return show(deployment, { said: { step: 'owner', problem: fault } });
        const now = deployment.clock.seconds();
        const address = countedAddress(req.ip);
        // Whoever runs the deployment approves of themselves, whoever else may sign up.
        const userAgent = req.headers['user-agent']?.slice(0, 400) ?? null;
        const trail = new Trail(db, lineOf(request, { now, address, userAgent }), { withChange: false });
        await trail.begin();
        const { merchant, keys, cookie } = await signUp({ ...deployment, signUp: 'open' }, request, {
          auth: null,
          now,
          address,
          userAgent,
          audit: trail,
        });
        const made = { outcome: 'succeeded', errorCode: null, resourceId: merchant.id } as const;
        await trail.end({ ...made, merchantId: merchant.id }, (actor) => ({ ...actor, kind: 'person' }));
        await insertFirstVisit(db, { merchantId: merchant.id, madeAt: now });
        log.info({ merchant: merchant.id }, 'the first merchant and its owner were made at /setup');
        res.append('set-cookie', cookie);
        return keysPage(keys!);
      },
      chain: async (form) => {
        const urls = (form.get('urls') ?? '').split(',').map((url) => url.trim());
        if (!urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url)) || urls.length > 5)
          return show(deployment, {
            said: { step: 'chain', problem: 'Write full addresses, with https:// before each.' },
          });
        const { findings } = await examineNodes('live', { rpcUrls: urls, boundTo: null }, deployment.clock);
        return show(deployment, { said: null, nodes: findings });
      },
      token: async (form) => {
        await registerToken(deployment, true, {
          mint: form.get('mint')?.trim() ?? '',
          symbol: form.get('symbol')?.trim() ?? '',
          class: 'stable',
          isDefault: true,
          floor: true,
        });
        return { goTo: '/setup', cookie: null };
      },
      finish: async () => {
        if (!(await finishFirstVisit(db, deployment.clock.seconds())))
          return show(deployment, { said: { step: 'finish', problem: 'First make the owner.' } });
        log.info('the setup is finished: /setup is gone');
        return { goTo: '/dashboard', cookie: null };
      },
    };
  for (const [step, take] of Object.entries(forms) as [Said['step'], (typeof forms)['access']][]) {
    app.post(`/setup/${step}`, async (req, res, next) => {
      if (!(await isOpen())) return next();
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      await answer(req, res, step, async () => {
        // Before the body: a stranger is not read at length.
        if (step !== 'access' && !mayGoOn(req))
          return tokenPage({ step: 'access', problem: 'First enter the token.' });
        return take(new URLSearchParams((await readBody(req, res)).toString()), req, res);
      });
    });
  }
}

/** Says in the log where the page is and what opens it, while it is there. */
export async function announceFirstVisit(
  { db, log, publicUrl }: Deployment,
  setupToken: string | null,
): Promise<void> {
  if (setupToken === null || ((await findFirstVisit(db))?.finishedAt ?? null) !== null) return;
  log.warn(`nobody has set up this deployment: open ${publicUrl()}/setup and enter the token ${setupToken}`);
}

/** The steps as they stand. */
async function show(
  deployment: Deployment,
  { said, nodes = [] }: { said: Said | null; nodes?: readonly Finding[] },
): Promise<Page> {
  const { db, chains } = deployment;
  const visit = await findFirstVisit(db);
  const facts = visit === null ? null : await readLiveFacts(deployment, visit.merchantId);
  const [{ tokens }] = await db<
    [{ tokens: number }]
  >`select count(*)::int as tokens from tokens where livemode`;
  const lamports = chains.live === null ? null : await feePayerLamports(chains.live).catch(() => null);
  return progressPage({
    merchantName: visit === null ? null : (await getMerchant(db, visit.merchantId)).name,
    live:
      chains.live === null
        ? null
        : {
            feePayer: chains.live.feePayer.address,
            sol: lamports === null ? null : inSol(lamports),
            isFunded: lamports !== null && lamports >= LOW_LAMPORTS,
          },
    hasToken: tokens > 0,
    items: facts === null ? [] : decideLiveItems(facts),
    nodes,
    said,
  });
}

/** What the contract says of a sign-up, for a form that does not go through it; null: it holds. */
function faultOf({
  name,
  email,
  password,
}: {
  name: string;
  email: string;
  password: string;
}): string | null {
  if (name === '') return 'Say what your business is called.';
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) return 'This is not an e-mail address.';
  if (password.length < 10) return 'The password wants 10 characters or more.';
  return password.length > 256 ? 'The password is longer than 256 characters.' : null;
}

/** With four decimals, the rest cut off. */
function inSol(lamports: bigint): string {
  const tenThousandths = (lamports / 100_000n).toString().padStart(5, '0');
  return `${tenThousandths.slice(0, -4)}.${tenThousandths.slice(-4)}`;
}

/** What to tell the person; null: it is not theirs to mend. */
function problemOf(error: unknown): string | null {
  if (error instanceof ApiError && error.status < 500) return error.message;
  if (error instanceof ChainUnavailableError) return 'The network did not answer. Try again in a minute.';
  return null;
}

/** The first owner's sign-up in the audit log, as that of any other. */
function lineOf(
  { name, email }: { name: string; email: string },
  { now, address, userAgent }: { now: number; address: string; userAgent: string | null },
): NewLine {
  return {
    id: newId('auditEntry'),
    merchantId: null,
    livemode: null,
    actor: { kind: 'anyone', id: null, name: email, role: null },
    action: 'signUp',
    resourceId: null,
    outcome: 'unknown',
    errorCode: null,
    changes: { name, email },
    address,
    userAgent,
    createdAt: now,
  };
}
