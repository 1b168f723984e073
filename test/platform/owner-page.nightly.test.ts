import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectChain } from '../../server/chain/rpc.ts';
import { resumeAfterHalt } from '../../server/operator/resume-chain.ts';
import { isOwnerSession, ownerCookie } from '../../server/pages/owner/session.ts';
import { subscribe } from '../crash/books.ts';
import { hangingNode } from '../support/hanging-node.ts';
import { TestService, type TestMerchant } from '../support/service.ts';

const KEY = 'k'.repeat(40);

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_OWNER_KEY: KEY });
  merchant = await service.merchant('Coffee Club');
});
afterAll(() => service.stop());

/** As a browser without scripts. `from`: which page sends a form; null: none that a browser would name. */
async function visit(
  path = '',
  {
    form,
    cookie,
    from = service.url,
  }: { form?: Record<string, string>; cookie?: string; from?: string | null } = {},
) {
  const response = await fetch(`${service.url}/owner${path}`, {
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      ...(from === null ? {} : { origin: from }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  const [set] = response.headers.getSetCookie();
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookie: set?.split(';')[0],
    attributes: set,
    policy: response.headers.get('content-security-policy'),
    text: await response.text(),
  };
}

/** What the audit log has of an action of the owner, oldest first. */
const ownersEntries = (action: string) => service.db`
  select merchant_id, livemode, resource_id, outcome, error_code, changes from audit_log
  where actor_kind = 'owner' and action = ${action} order by id`;

async function signIn(): Promise<string> {
  return (await visit('/sign-in', { form: { key: KEY } })).cookie!;
}

it('shows a stranger nothing but a field for the key', async () => {
  const door = await visit();
  expect(door.status).toBe(200);
  expect(door.text).toContain('name="key"');
  expect(door.text).not.toContain('Coffee Club');
  const wrong = await visit('/sign-in', { form: { key: `${KEY}x` } });
  expect(wrong).toMatchObject({ status: 403, cookie: undefined });
  expect(wrong.text).toContain('not the key of the platform owner');
});

it('opens for an hour with the key, by a cookie that no script and no other site can use', async () => {
  const { status, to, attributes, cookie } = await visit('/sign-in', { form: { key: KEY } });
  expect({ status, to }).toEqual({ status: 303, to: '/owner' });
  expect(attributes).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/);
  const page = await visit('', { cookie: cookie! });
  expect(page.text).toContain('Coffee Club');
  expect(page.text).toContain(merchant.id);
  expect(page.policy).toContain("form-action 'self'");
  expect(page.policy).toContain("default-src 'none'");
  const out = await visit('/sign-out', { form: {}, cookie: cookie! });
  expect(out.attributes).toContain('Max-Age=0');
});

it('a cookie is good for its deployment, its key and its hour alone', () => {
  const publicUrl = 'https://pay.example.com';
  const [cookie] = ownerCookie(KEY, publicUrl, 1_800_000_000).split(';') as [string];
  expect(cookie).toMatch(/^__Host-autopay_owner=/);
  const is = (ownerKey: string, url: string, now: number, header = cookie) =>
    isOwnerSession(header, { ownerKey, publicUrl: url, now });
  expect(is(KEY, publicUrl, 1_800_003_599)).toBe(true);
  expect(is(KEY, publicUrl, 1_800_003_600)).toBe(false);
  expect(is(`${KEY}2`, publicUrl, 1_800_000_001)).toBe(false);
  expect(is(KEY, 'https://pay.example.org', 1_800_000_001)).toBe(false);
  expect(is(KEY, publicUrl, 1_800_000_001, cookie.replace('=18', '=19'))).toBe(false);
});

it('says what runs, and what the chain is', async () => {
  const { text } = await visit('', { cookie: await signIn() });
  const { address } = service.running.deployment.chains.test!.feePayer;
  expect(text).toContain(address);
  expect(text).toMatch(/<td data-head="Role">all<\/td>/);
  expect(text).toContain('Every charge that is due was taken up');
});

it('approves merchants, and nothing that another site or a signed-out browser asks for', async () => {
  await service.db`update merchants set approved_at = null where id = ${merchant.id}`;
  const cookie = await signIn();
  const approve = (options: { cookie?: string; from?: string | null }) =>
    visit('/merchants/approve', { form: { id: merchant.id }, ...options });
  const isApproved = async () => {
    const [row] = await service.db`select approved_at from merchants where id = ${merchant.id}`;
    return row!['approvedAt'] !== null;
  };
  expect((await approve({ cookie, from: 'https://evil.example' })).status).toBe(403);
  expect((await approve({ cookie, from: null })).status).toBe(403);
  expect((await approve({})).status).toBe(403);
  expect(await isApproved()).toBe(false);
  expect((await approve({ cookie })).text).toContain('Coffee Club may sell now.');
  expect(await isApproved()).toBe(true);
  const unknown = await visit('/merchants/approve', { form: { id: 'mer_nobody' }, cookie });
  expect(unknown.text).toContain('Nothing was changed.');
  expect(await ownersEntries('approvePlatformMerchant')).toEqual([
    {
      merchantId: merchant.id,
      livemode: null,
      resourceId: merchant.id,
      outcome: 'succeeded',
      errorCode: null,
      changes: null,
    },
    {
      merchantId: null,
      livemode: null,
      resourceId: 'mer_nobody',
      outcome: 'refused',
      errorCode: 'resource_missing',
      changes: null,
    },
  ]);
});

it('approves and rejects requests for tokens', async () => {
  const { mint } = await merchant.api.test.createToken({ decimals: 6, program: 'token' } as never);
  const ask = () =>
    service.call('POST', '/v1/token_requests', { key: merchant.testKey, body: { mint, note: 'please' } });
  const first = (await ask()).body;
  const cookie = await signIn();
  const page = await visit('', { cookie });
  expect(page.text).toContain(first.id);
  const done = await visit('/token-requests/approve', {
    form: { mode: 'test', id: first.id, symbol: 'NEW' },
    cookie,
  });
  expect(done.text).toContain(`${mint} is in the registry.`);
  const again = await visit('/token-requests/reject', { form: { mode: 'test', id: first.id }, cookie });
  expect(again.text).toContain('Nothing was changed.');
  expect(await ownersEntries('approveTokenRequest')).toMatchObject([
    {
      merchantId: merchant.id,
      livemode: false,
      resourceId: first.id,
      outcome: 'succeeded',
      changes: { symbol: 'NEW' },
    },
  ]);
  expect(await ownersEntries('rejectTokenRequest')).toMatchObject([
    { resourceId: first.id, outcome: 'refused', errorCode: 'parameter_invalid' },
  ]);
});

it('names charges that do not move and webhooks that were given up', async () => {
  const { mandate } = await subscribe(merchant.api);
  const cookie = await signIn();
  await service.db`update chains set halted_reason = 'nothing is taken up' where not livemode`;
  await service.db`update charges set wake_at = wake_at - 100000000 where mandate_id = ${mandate.id} and wake_at is not null`;
  const [charge] =
    await service.db`select id from charges where mandate_id = ${mandate.id} and wake_at is not null`;
  const { text } = await visit('', { cookie });
  expect(text).toContain(charge!['id']);
  expect(text).toContain('It is due, and nobody has taken it up.');
  await service.db`update charges set wake_at = wake_at + 100000000 where mandate_id = ${mandate.id} and wake_at is not null`;
  await service.db`update chains set halted_reason = null`;
});

/** The halt that a second transfer leads to. */
async function halt(signature: string): Promise<string> {
  const reason = `The attempt att_1 (${signature}) landed although its charge or refund was settled before.`;
  await service.db`update chains set halted_reason = ${reason} where not livemode`;
  return reason;
}

async function readHalt(): Promise<string | null> {
  const [row] = await service.db<[{ haltedReason: string | null }]>`
    select halted_reason from chains where not livemode`;
  return row.haltedReason;
}

it('clears a halt once every node knows the second transfer, and the owner has looked', async () => {
  const { mandate } = await subscribe(merchant.api);
  const charge = (await merchant.api.mandates.listCharges(mandate.id)).data.find(
    ({ status }) => status === 'succeeded',
  );
  const cookie = await signIn();
  const resume = (form: Record<string, string>) =>
    visit('/resume', { form: { mode: 'test', ...form }, cookie });
  // A node that denies the transfer.
  const denied = await halt('5'.repeat(88));
  expect((await visit('', { cookie })).text).toContain('this chain is halted');
  expect((await resume({ reason: denied, acknowledged: 'yes' })).text).toContain(
    'does not know the transfer',
  );
  expect(await readHalt()).toBe(denied);
  const reason = await halt(charge!.txSignature!);
  expect((await resume({ reason })).text).toContain('The halt stays.');
  expect((await resume({ reason: denied, acknowledged: 'yes' })).text).toContain('for another reason');
  expect(await readHalt()).toBe(reason);
  expect((await resume({ reason, acknowledged: 'yes' })).text).toContain(
    'Charges of test mode are signed again.',
  );
  expect(await readHalt()).toBeNull();
  expect((await resume({ reason, acknowledged: 'yes' })).text).toContain('is not halted');
  const entries = await ownersEntries('clearHalt');
  expect(entries.map(({ outcome }) => outcome)).toEqual([
    'refused',
    'refused',
    'refused',
    'succeeded',
    'refused',
  ]);
  expect(entries[0]!['changes'].why).toContain('does not know the transfer');
  expect(entries[3]).toMatchObject({ merchantId: null, livemode: false, changes: { acknowledged: 'yes' } });
  expect(reason.startsWith(entries[3]!['changes'].reason.slice(0, -1))).toBe(true);
});

it('a node that does not answer keeps the halt', async () => {
  const { deployment } = service.running;
  const chain = deployment.chains.test!;
  const hanging = await hangingNode();
  try {
    const both = await connectChain({
      ...chain,
      rpcUrls: [service.running.localnetUrl!, hanging.url],
      expectedGenesisHash: chain.genesisHash,
    });
    const reason = await halt('5'.repeat(88));
    const state = await resumeAfterHalt(
      deployment,
      { ...both, nodes: both.nodes.slice(1) },
      { reason, address: '192.0.2.1' },
    );
    expect(state).toMatchObject({ kind: 'refused', why: expect.stringContaining('does not answer') });
    expect(await readHalt()).toBe(reason);
    await service.db`update chains set halted_reason = null`;
  } finally {
    await hanging.stop();
  }
}, 240_000);

it('without an owner key there is no such page', async () => {
  const other = await TestService.start({ AUTOPAY_TEST_RPC_URL: 'none' }, { role: 'api' });
  const response = await fetch(`${other.url}/owner`, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
  await other.stop();
});
