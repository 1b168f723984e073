import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalnet } from '../../server/localnet/server.ts';
import { startLiveService } from '../support/live-service.ts';
import { callAs } from '../support/person.ts';
import { TestService } from '../support/service.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

let service: TestService;
let node: Awaited<ReturnType<typeof startLocalnet>>;
beforeAll(async () => {
  [service, node] = await Promise.all([
    TestService.start(
      { AUTOPAY_SETUP_TOKEN: TOKEN, AUTOPAY_SIGN_UP: 'closed', AUTOPAY_OWNER_KEY: 'o'.repeat(40) },
      { role: 'api' },
    ),
    startLocalnet({ dataDir: null, slotMs: 100 }),
  ]);
}, 90_000);
afterAll(async () => {
  await service?.stop();
  await node?.stop();
});

/** As a browser without scripts: a GET, or a form, without following where it leads. */
async function visit(
  path: string,
  { form, cookie }: { form?: Record<string, string>; cookie?: string } = {},
) {
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]!);
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookies,
    text: await response.text(),
  };
}

const OWNER = {
  name: 'Coffee Club',
  email: 'owner@coffee.example',
  password: 'correct horse battery',
  acknowledged: 'yes',
};

test('a stranger gets no further than the token, and a wrong one opens nothing', async () => {
  expect(await visit('/')).toMatchObject({ status: 303, to: '/setup' });
  const first = await visit('/setup');
  expect(first.status).toBe(200);
  expect(first.text).toContain('name="token"');
  expect(first.text).not.toContain('name="email"');
  const wrong = await visit('/setup/access', { form: { token: TOKEN.replace('0', '1') } });
  expect(wrong).toMatchObject({ status: 403, cookies: [] });
  for (const cookie of [undefined, 'autopay_setup=', `autopay_setup=${TOKEN.slice(1)}`]) {
    const tried = await visit('/setup/owner', { form: OWNER, ...(cookie === undefined ? {} : { cookie }) });
    expect(tried).toMatchObject({ status: 403, cookies: [] });
    expect(
      (await visit('/setup/finish', { form: {}, ...(cookie === undefined ? {} : { cookie }) })).status,
    ).toBe(403);
  }
  expect((await visit('/setup/doctor')).status).toBe(404);
  expect(await service.db`select 1 from merchants`).toHaveLength(0);
});

test('the token leads through owner, nodes and doctor to the dashboard, and then the page is gone', async () => {
  const access = await visit('/setup/access', { form: { token: ` ${TOKEN} ` } });
  expect(access).toMatchObject({ status: 303, to: '/setup' });
  const [cookie] = access.cookies as [string];
  expect((await visit('/setup', { cookie })).text).toContain('name="email"');
  expect(await visit('/setup/finish', { form: {}, cookie })).toMatchObject({ status: 400 });
  const weak = await visit('/setup/owner', { form: { ...OWNER, password: 'short' }, cookie });
  expect(weak.status).toBe(400);
  expect(weak.text).toContain('role="alert"');
  const made = await visit('/setup/owner', { form: OWNER, cookie });
  expect(made.status).toBe(200);
  expect(made.text).toMatch(/sk_test_\w+.*sk_live_\w+/s);
  const session = made.cookies.find((each) => each.includes('session'))!;
  // Signed in, and allowed to write, although strangers cannot sign up.
  const signedIn = await callAs(service, session, 'GET', '/v1/sessions/current');
  expect(signedIn.status).toBe(200);
  const [merchant] = await service.db`select name, approved_at from merchants`;
  expect(merchant).toMatchObject({ name: 'Coffee Club', approvedAt: expect.any(Number) });
  // Sent twice, there is one owner.
  expect(
    await visit('/setup/owner', { form: { ...OWNER, email: 'b@coffee.example' }, cookie }),
  ).toMatchObject({ status: 303 });
  expect(await service.db`select 1 from merchants`).toHaveLength(1);
  const steps = await visit('/setup', { cookie });
  expect(steps.text).toContain('Coffee Club is ready');
  expect(steps.text).toContain('Missing for real money');
  const asked = await visit('/setup/chain', { form: { urls: `${node.rpcUrl}/hunter2` }, cookie });
  expect(asked.text).toContain('answers in');
  expect(asked.text).not.toContain('hunter2');
  expect((await visit('/setup/chain', { form: { urls: 'provider.example' }, cookie })).status).toBe(400);
  // No live chain: a token has nowhere to be.
  const token = await visit('/setup/token', {
    form: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC' },
    cookie,
  });
  expect(token.status).toBeGreaterThanOrEqual(400);
  expect((await visit('/setup/doctor', { cookie })).text).toContain('What this deployment stands on');
  expect(await visit('/setup/finish', { form: {}, cookie })).toMatchObject({ status: 303, to: '/dashboard' });
  expect((await visit('/setup', { cookie })).status).toBe(404);
  expect((await visit('/setup/access', { form: { token: TOKEN } })).status).toBe(404);
  expect((await visit('/')).status).toBe(200);
});

test('without its setting there is no such page', async () => {
  const other = await TestService.start({}, { role: 'api' });
  try {
    expect((await fetch(`${other.url}/setup`, { headers: { accept: 'text/html' } })).status).toBe(404);
    expect(
      (await fetch(`${other.url}/`, { headers: { accept: 'text/html' }, redirect: 'manual' })).status,
    ).toBe(200);
  } finally {
    await other.stop();
  }
});

test('with a live chain the page shows who pays its fees, and puts the first token on its registry', async () => {
  const live = await startLiveService({ env: { AUTOPAY_SETUP_TOKEN: TOKEN } });
  try {
    await live.service.db`delete from tokens where livemode`;
    const cookie = `autopay_setup=${TOKEN}`;
    const look = async () => (await fetch(`${live.service.url}/setup`, { headers: { cookie } })).text();
    const before = await look();
    expect(before).toContain('It holds 1000.0000 SOL');
    expect(before).toContain('name="mint"');
    const send = (mint: string) =>
      fetch(`${live.service.url}/setup/token`, {
        method: 'POST',
        headers: { cookie },
        redirect: 'manual',
        body: new URLSearchParams({ mint, symbol: 'USDX' }),
      });
    expect((await send('nonsense')).status).toBe(400);
    expect((await send(live.mint)).status).toBe(303);
    expect(await look()).toContain('Real money can be paid in at least one token');
    const [token] = await live.service
      .db`select symbol, decimals, floor, is_default from tokens where livemode`;
    expect(token).toEqual({ symbol: 'USDX', decimals: 6, floor: true, isDefault: true });
  } finally {
    await live.stop();
  }
});
