import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import type { ErrorCode } from '../../rules/error-codes.ts';
import type { Auth, RequestContext } from '../../server/http/context.ts';
import { newSecret } from '../../server/lib/ids.ts';
import { randomAddress } from '../support/deployment.ts';
import { type Answer, type Ask, type Http, startHttp } from './http-under-test.ts';
import { emptyPage, mandateRequest } from './samples.ts';

const OWNER_KEY = 'the-key-of-the-platform-s-owner-0123456789';
const PUBLIC_URL = 'https://pay.example.com';

let http: Http;
let session: string;
let wallet: string;
const payer = randomAddress();
/** Who the last handler that was reached was told of. */
let seen: Auth | null | 'nobody was asked' = null;

const page = async ({ auth }: RequestContext) => {
  seen = auth;
  return { status: 200 as const, body: emptyPage };
};
const refuse =
  (code: ErrorCode) =>
  async ({ auth }: RequestContext): Promise<never> => {
    seen = auth;
    throw new ApiError(code);
  };

beforeAll(async () => {
  http = await startHttp({
    ownerKey: OWNER_KEY,
    publicUrl: PUBLIC_URL,
    limits: { address: 100_000, signIn: 100_000 },
    handlers: {
      listTokens: page,
      listApiKeys: page,
      listPlatformTokens: page,
      listTokenRequests: page,
      listWalletMandates: page,
      createMandate: refuse('mint_not_allowed'),
      revokeApiKey: refuse('resource_missing'),
      rejectTokenRequest: refuse('resource_missing'),
      cancelWalletMandate: refuse('resource_missing'),
      getEntitlement: refuse('invalid_client_secret'),
      getCheckoutMandate: refuse('invalid_client_secret'),
      createSession: refuse('invalid_credentials'),
      signUp: refuse('email_taken'),
    },
  });
  session = await http.addSession();
  wallet = await http.addWalletSession(payer);
});
afterAll(() => http.close());
beforeEach(() => {
  seen = 'nobody was asked';
});

const codeOf = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const cookieOf = (token: string, name = '__Host-autopay_session') => `${name}=${token}`;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** A GET with this cookie header and nothing else. */
const withCookie = async (cookie: string, more: Record<string, string> = {}, path = '/v1/tokens') =>
  codeOf(await http.ask({ path, headers: { cookie, ...more } }));
/** A write that only a session may do, unless `more` says who asks. */
const write = async (headers: Record<string, string>) => {
  const body = mandateRequest;
  return codeOf(await http.ask({ method: 'POST', path: '/v1/mandates', body, headers }));
};

describe('a session', () => {
  it('names its merchant, and the mode is that of svc-mode', async () => {
    for (const [mode, livemode] of [
      [{}, false],
      [{ 'svc-mode': 'test' }, false],
      [{ 'svc-mode': 'live' }, true],
    ] as const) {
      expect(await withCookie(cookieOf(session), mode)).toBe('200');
      expect(seen).toEqual({
        kind: 'session',
        waitsFor: null,
        onlyReads: null,
        sessionId: expect.stringMatching(/^ses_/),
        accountId: expect.stringMatching(/^acc_/),
        role: 'owner',
        merchantId: http.merchantId,
        livemode,
      });
    }
    for (const mode of ['LIVE', 'production', '', 'test, live']) {
      expect(await withCookie(cookieOf(session), { 'svc-mode': mode })).toBe('400 parameter_invalid');
    }
  });

  it('is found among other cookies, and the first of two counts', async () => {
    const other = await http.addSession();
    expect(await withCookie(`theme=dark; ${cookieOf(session)}; a=b=c`)).toBe('200');
    expect(await withCookie(`${cookieOf('ss_wrong')}; ${cookieOf(other)}`)).toBe('401 unauthenticated');
    expect(await withCookie(`${cookieOf(other)}; ${cookieOf('ss_wrong')}`)).toBe('200');
  });

  it('is not a cookie of nearly the same name', async () => {
    const names = [
      'autopay_session',
      '__host-autopay_session',
      'x__Host-autopay_session',
      '__Host-autopay_session2',
      '\u00a0__Host-autopay_session',
      '\u0085__Host-autopay_session',
      '__Host-autopay_session ',
    ];
    for (const name of names) {
      expect([name, await withCookie(cookieOf(session, name))]).toEqual([name, '401 unauthenticated']);
      expect(await withCookie(`a=b; ${cookieOf(session, name)}`)).toBe('401 unauthenticated');
    }
    for (const cookie of [
      '',
      ';',
      '=',
      '__Host-autopay_session',
      cookieOf(''),
      cookieOf('ss_x'.repeat(500)),
    ]) {
      expect(await withCookie(cookie)).toBe('401 unauthenticated');
    }
  });

  it('ends', async () => {
    const short = await http.addSession(http.merchantId, 5);
    expect(await withCookie(cookieOf(short))).toBe('200');
    http.clock.advance(5);
    expect(await withCookie(cookieOf(short))).toBe('401 unauthenticated');
  });

  it('is not looked at beside an Authorization header, whatever that is', async () => {
    const key = await http.addKey('sk_test_', await http.addMerchant());
    const authorized = (authorization: string, path?: string) =>
      withCookie(cookieOf(session), { authorization }, path);
    expect(await authorized(`Bearer ${key}`)).toBe('200');
    expect(seen).toMatchObject({ kind: 'key' });
    expect(seen).not.toMatchObject({ merchantId: http.merchantId });
    for (const garbage of ['Bearer garbage', 'Basic YTpi', '', `Bearer ${newSecret('sk_test_')}`]) {
      expect(await authorized(garbage)).toBe('401 unauthenticated');
    }
    expect(await authorized(`Bearer ${key}`, '/v1/api_keys')).toBe('403 session_required');
    expect(await authorized('Bearer garbage', '/v1/api_keys')).toBe('401 unauthenticated');
    expect(await withCookie(cookieOf(session), {}, '/v1/api_keys')).toBe('200');
  });

  it('has a cookie without the prefix where the service is reached over http', async () => {
    const plain = await startHttp({ handlers: { listTokens: page } });
    const token = await plain.addSession();
    const ask = async (name: string) =>
      codeOf(await plain.ask({ path: '/v1/tokens', headers: { cookie: cookieOf(token, name) } }));
    expect(await ask('autopay_session')).toBe('200');
    expect(await ask('__Host-autopay_session')).toBe('401 unauthenticated');
    await plain.close();
  });
});

describe('a write with a session', () => {
  const cookie = () => ({ cookie: cookieOf(session) });

  it('needs a page of ours to have sent it', async () => {
    const ours: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { origin: PUBLIC_URL },
      { origin: 'https://127.0.0.1:9', host: '127.0.0.1:9' },
      // The browser's own word goes before what the address looks like.
      { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
    ];
    for (const headers of ours) {
      expect([headers, await write({ ...cookie(), ...headers })]).toEqual([headers, '400 mint_not_allowed']);
    }
    const theirs: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://pay.example.com' },
      { origin: 'https://pay.example.com:8443' },
      { origin: 'https://pay.example.com.evil.example' },
      { origin: `${PUBLIC_URL}/` },
      { origin: `${PUBLIC_URL}, ${PUBLIC_URL}` },
      { origin: 'https://evil.example', host: 'pay.example.com' },
      { referer: `${PUBLIC_URL}/` },
      { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL },
      { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
      { 'sec-fetch-site': 'none', origin: PUBLIC_URL },
      { 'sec-fetch-site': 'Same-Origin' },
      { 'sec-fetch-site': 'same-origin, same-origin' },
      { 'sec-fetch-site': '' },
    ];
    for (const headers of theirs) {
      expect([headers, await write({ ...cookie(), ...headers })]).toEqual([headers, '401 unauthenticated']);
    }
    expect(seen).toMatchObject({ kind: 'session' });
  });

  it('gets an error that names the missing Origin, and nobody else does', async () => {
    const messageOf = async (headers: Record<string, string>) =>
      (await http.ask({ method: 'POST', path: '/v1/tokens', headers, body: { mint: randomAddress() } })).body
        .error.message;
    expect(await messageOf(cookie())).toContain(`"Origin: ${PUBLIC_URL}"`);
    expect(await messageOf({ ...cookie(), origin: 'https://evil.example' })).toContain('Origin');
    for (const headers of [{}, { authorization: 'Bearer sk_test_wrong', ...cookie() }]) {
      expect(await messageOf(headers)).not.toContain('Origin');
    }
  });

  it('is held to that whatever its method, and a read is not', async () => {
    const ask = async (method: string, path: string, headers: Record<string, string> = {}) =>
      (await http.ask({ method, path, headers: { ...cookie(), ...headers } })).status;
    expect(await ask('DELETE', '/v1/api_keys/key_1')).toBe(401);
    expect(await ask('DELETE', '/v1/api_keys/key_1', SAME_ORIGIN)).toBe(404);
    for (const method of ['GET', 'HEAD']) {
      expect(await ask(method, '/v1/tokens')).toBe(200);
      expect(await ask(method, '/v1/tokens', { 'sec-fetch-site': 'cross-site' })).toBe(200);
    }
  });

  it('needs no Origin with a key', async () => {
    const authorization = `Bearer ${await http.addKey('sk_test_')}`;
    expect(await write({ authorization, origin: 'https://evil.example' })).toBe('400 mint_not_allowed');
  });

  it('is remembered under its Idempotency-Key, per merchant and mode, and shared with the keys', async () => {
    const stranger = await http.addSession(await http.addMerchant());
    const ask = (token: string, more: Record<string, string> = {}, body: object = mandateRequest) =>
      http.ask({
        method: 'POST',
        path: '/v1/mandates',
        body,
        headers: { cookie: cookieOf(token), ...SAME_ORIGIN, 'idempotency-key': 'one', ...more },
      });
    const replayed = async (answer: Promise<Answer>) => (await answer).headers['idempotent-replayed'] ?? null;
    expect(await replayed(ask(session))).toBeNull();
    expect(await replayed(ask(session))).toBe('true');
    expect(await replayed(ask(await http.addSession()))).toBe('true');
    expect(await replayed(ask(session, { 'svc-mode': 'live' }))).toBeNull();
    expect(await replayed(ask(session, { 'svc-mode': 'live' }))).toBe('true');
    expect(await replayed(ask(stranger))).toBeNull();
    expect((await ask(session, {}, { ...mandateRequest, trialSeconds: 5 })).body.error.param).toBe(
      'Idempotency-Key',
    );
    const authorization = `Bearer ${await http.addKey('sk_test_')}`;
    expect(await replayed(ask('', { authorization }))).toBe('true');
  });
});

describe("a key's mode", () => {
  it('is its own, whatever svc-mode says', async () => {
    for (const kind of ['sk_test_', 'sk_live_'] as const) {
      const key = await http.addKey(kind);
      for (const mode of ['test', 'live']) {
        await http.ask({ path: '/v1/tokens', key, headers: { 'svc-mode': mode } });
        expect(seen).toMatchObject({ kind: 'key', livemode: kind === 'sk_live_' });
      }
    }
  });
});

describe("a payer's session", () => {
  const ask = (path: string, token: string, more: Partial<Ask> = {}) =>
    http.ask({ path, key: token, ...more });

  it('names the wallet, with the mode of svc-mode, on the routes of payers', async () => {
    expect((await ask('/v1/wallet/mandates', wallet)).status).toBe(200);
    expect(seen).toEqual({
      kind: 'wallet',
      sessionId: expect.stringMatching(/^wse_/),
      payer,
      livemode: false,
    });
    await ask('/v1/wallet/mandates', wallet, { headers: { 'svc-mode': 'live' } });
    expect(seen).toMatchObject({ payer, livemode: true });
    const cancel = { method: 'POST', headers: { origin: 'https://shop.example' } };
    expect(codeOf(await ask('/v1/wallet/mandates/man_1/cancel', wallet, cancel))).toBe(
      '404 resource_missing',
    );
  });

  it('is the only thing that they take', async () => {
    const [full, read] = [await http.addKey('sk_test_'), await http.addKey('rk_test_')];
    const short = await http.addWalletSession(payer, 1);
    http.clock.advance(1);
    for (const token of [full, read, OWNER_KEY, short, newSecret('ws_'), 'ws_', 'garbage']) {
      expect(codeOf(await ask('/v1/wallet/mandates', token))).toBe('401 wallet_not_signed_in');
    }
    expect(await withCookie(cookieOf(session), {}, '/v1/wallet/mandates')).toBe('401 wallet_not_signed_in');
    expect(codeOf(await http.ask({ path: '/v1/wallet/mandates' }))).toBe('401 wallet_not_signed_in');
    expect(seen).toBe('nobody was asked');
  });

  it('gives access to nothing of the merchant or the owner', async () => {
    expect(codeOf(await ask('/v1/tokens', wallet))).toBe('401 unauthenticated');
    expect(codeOf(await ask('/v1/api_keys', wallet))).toBe('403 session_required');
    expect(codeOf(await ask('/v1/platform/token_requests', wallet))).toBe('403 owner_required');
    // In a cookie it is nothing at all.
    expect(await withCookie(cookieOf(wallet), {}, '/v1/wallet/mandates')).toBe('401 wallet_not_signed_in');
    expect(await withCookie(cookieOf(wallet))).toBe('401 unauthenticated');
  });
});

describe("the owner's key", () => {
  it('opens the routes of the platform, with the mode of svc-mode', async () => {
    for (const path of ['/v1/platform/token_requests', '/v1/platform/tokens']) {
      expect((await http.ask({ path, key: OWNER_KEY })).status).toBe(200);
      expect(seen).toEqual({ kind: 'owner', livemode: false });
      await http.ask({ path, key: OWNER_KEY, headers: { 'svc-mode': 'live' } });
      expect(seen).toEqual({ kind: 'owner', livemode: true });
    }
    const reject = { method: 'POST', path: '/v1/platform/token_requests/tkr_1/reject', key: OWNER_KEY };
    expect(codeOf(await http.ask(reject))).toBe('404 resource_missing');
  });

  it('of another deployment, or nearly this one, is nothing', async () => {
    const wrong = [
      OWNER_KEY.slice(1),
      `${OWNER_KEY}0`,
      OWNER_KEY.toUpperCase(),
      'k'.repeat(OWNER_KEY.length),
    ];
    for (const key of wrong) {
      const answer = await http.ask({ path: '/v1/platform/token_requests', key });
      expect(codeOf(answer)).toBe('401 unauthenticated');
    }
  });

  it('gives access to nothing of a merchant', async () => {
    expect(codeOf(await http.ask({ path: '/v1/tokens', key: OWNER_KEY }))).toBe('401 unauthenticated');
    expect(codeOf(await http.ask({ path: '/v1/api_keys', key: OWNER_KEY }))).toBe('403 session_required');
  });

  it('cannot be guessed where there is none', async () => {
    const without = await startHttp();
    for (const key of ['', 'null', 'undefined', OWNER_KEY]) {
      const headers = { authorization: `Bearer ${key}` };
      expect(codeOf(await without.ask({ path: '/v1/platform/token_requests', headers }))).toBe(
        '401 unauthenticated',
      );
    }
    await without.close();
  });

  it('is asked of merchants, who are told so', async () => {
    for (const kind of ['sk_test_', 'rk_live_'] as const) {
      const answer = await http.ask({ path: '/v1/platform/token_requests', key: await http.addKey(kind) });
      expect(codeOf(answer)).toBe('403 owner_required');
    }
    expect(await withCookie(cookieOf(session), {}, '/v1/platform/token_requests')).toBe('403 owner_required');
    // Its class is looked at before what it may do.
    const write: Ask = { method: 'POST', path: '/v1/platform/token_requests/tkr_1/reject' };
    expect(codeOf(await http.ask({ ...write, key: await http.addKey('rk_test_') }))).toBe(
      '403 owner_required',
    );
  });
});

describe('an operation that can do without a credential', () => {
  const address = randomAddress();
  const entitlement = (more = '') => `/v1/entitlements?product=prd_1&payer=${address}${more}`;

  it('asks for a proof of the right to ask, whichever credential failed', async () => {
    const ask = async (path: string, key?: string) =>
      codeOf(await http.ask({ path, ...(key ? { key } : {}) }));
    for (const key of [undefined, 'garbage', newSecret('sk_test_'), newSecret('ws_'), OWNER_KEY]) {
      expect(await ask(entitlement(), key)).toBe('401 wallet_proof_required');
      expect(await ask(entitlement('&client_secret='), key)).toBe('401 wallet_proof_required');
      expect(seen).toBe('nobody was asked');
      expect(await ask(entitlement('&client_secret=cs_1'), key)).toBe('401 invalid_client_secret');
      expect(seen).toBeNull();
      seen = 'nobody was asked';
    }
    for (const key of [await http.addKey('rk_test_'), wallet]) {
      expect(await ask(entitlement(), key)).toBe('401 invalid_client_secret');
      expect(seen).not.toBeNull();
      seen = 'nobody was asked';
    }
  });

  it('asks at the checkout for nothing but the client_secret', async () => {
    const ask = async (query: string, key?: string) =>
      codeOf(await http.ask({ path: `/v1/checkout/mandates/man_1${query}`, ...(key ? { key } : {}) }));
    for (const key of [undefined, 'garbage', await http.addKey('sk_test_'), wallet]) {
      expect(await ask('', key)).toBe('400 parameter_missing');
      expect(await ask('?client_secret=cs_1', key)).toBe('401 invalid_client_secret');
      expect(seen).toBeNull();
    }
  });

  it('signs in whatever else is sent, and knows the session it came with', async () => {
    const body = { email: 'owner@coffee.example', password: 'correct horse battery' };
    const signIn = async (headers: Record<string, string>) =>
      codeOf(await http.ask({ method: 'POST', path: '/v1/sessions', body, headers }));
    const key = await http.addKey('sk_test_');
    const unknown: Record<string, string>[] = [
      {},
      { authorization: 'Bearer garbage' },
      { authorization: `Bearer ${key}` },
      { cookie: cookieOf('ss_ended'), ...SAME_ORIGIN },
      { cookie: cookieOf(session), origin: 'https://evil.example' },
    ];
    for (const headers of unknown) {
      expect(await signIn(headers)).toBe('401 invalid_credentials');
      expect(seen).toBeNull();
    }
    expect(await signIn({ cookie: cookieOf(session), ...SAME_ORIGIN })).toBe('401 invalid_credentials');
    expect(seen).toMatchObject({ kind: 'session', merchantId: http.merchantId });
  });

  it('signs up without a key or with one that works: another was sent for a purpose', async () => {
    const body = {
      name: 'Coffee Club',
      email: 'owner@coffee.example',
      password: 'correct horse battery',
      acknowledged: true,
    };
    const signUp = async (headers: Record<string, string>) =>
      codeOf(await http.ask({ method: 'POST', path: '/v1/signup', body, headers }));
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    for (const headers of [{}, { cookie: cookieOf(session), ...SAME_ORIGIN }]) {
      expect(await signUp(headers)).toBe('409 email_taken');
      expect(seen).toBeNull();
    }
    expect(await signUp(bearer(await http.addKey('sk_live_')))).toBe('409 email_taken');
    expect(seen).toMatchObject({ kind: 'key', livemode: true });
    for (const token of ['garbage', newSecret('sk_live_'), wallet, OWNER_KEY]) {
      expect(await signUp(bearer(token))).toBe('401 unauthenticated');
    }
    expect(await signUp(bearer(await http.addKey('rk_live_')))).toBe('403 insufficient_scope');
  });
});
