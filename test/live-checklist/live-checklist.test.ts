import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideLiveItems, isReady, type LiveFacts } from '../../rules/live-checklist/decide.ts';
import { type LiveService, startLiveService } from '../support/live-service.ts';
import { type Person, signUp } from '../support/person.ts';

const READY: LiveFacts = {
  publicUrl: 'https://pay.example.com',
  isApproved: true,
  chain: 'reachable',
  tokens: 'accepted',
  hasPayoutWallet: true,
  hasKey: true,
  hasEndpoint: true,
  wasDelivered: true,
};

const missingOf = (facts: Partial<LiveFacts>) =>
  decideLiveItems({ ...READY, ...facts })
    .filter(({ state }) => state === 'missing')
    .map(({ key, who, required }) => `${key} ${who}${required ? '' : ' optional'}`);

describe('what live money still needs', () => {
  test.each<[Partial<LiveFacts>, string[]]>([
    [{}, []],
    [{ publicUrl: 'http://pay.example.com' }, ['public_url operator']],
    [{ publicUrl: 'https://localhost:3000' }, ['public_url operator']],
    [{ publicUrl: 'https://127.0.0.1' }, ['public_url operator']],
    [{ publicUrl: 'https://[::1]:3000' }, ['public_url operator']],
    [{ isApproved: false }, ['merchant_approved operator']],
    [{ chain: 'none' }, ['live_chain operator']],
    [{ chain: 'silent' }, ['live_chain operator']],
    [{ chain: 'halted' }, ['live_chain operator']],
    [{ tokens: 'none' }, ['live_token operator']],
    [{ tokens: 'declined' }, ['live_token merchant']],
    [{ hasPayoutWallet: false }, ['payout_wallet merchant']],
    [{ hasKey: false }, ['live_key merchant optional']],
    [{ wasDelivered: false }, ['webhook_delivery merchant optional']],
    [
      { hasEndpoint: false, wasDelivered: false },
      ['webhook_endpoint merchant optional', 'webhook_delivery merchant optional'],
    ],
  ])('%j: %j', (facts, missing) => {
    expect(missingOf(facts)).toEqual(missing);
    const isShort = missing.some((each) => !each.endsWith('optional'));
    expect(isReady(decideLiveItems({ ...READY, ...facts }))).toBe(!isShort);
  });
});

describe('the live checklist of a service with a live chain', () => {
  let live: LiveService;
  let person: Person;
  beforeAll(async () => {
    live = await startLiveService();
    person = await signUp(live.service);
  });
  afterAll(() => live.stop());

  const read = async () => {
    const { status, body } = await person.call('GET', '/v1/live_checklist');
    expect(status).toBe(200);
    return body as { ready: boolean; items: { key: string; state: string; message: string }[] };
  };
  const missing = async () =>
    (await read()).items.filter(({ state }) => state === 'missing').map(({ key }) => key);

  test('says what is missing, and what somebody did is done', async () => {
    const { db } = live.service;
    // This machine has no public address.
    expect(await missing()).toEqual(['public_url', 'payout_wallet', 'webhook_endpoint', 'webhook_delivery']);

    const headers = { 'svc-mode': 'live' };
    const body = { url: 'https://shop.example.com/hook' };
    expect((await person.call('POST', '/v1/webhook_endpoints', { body, headers })).status).toBe(201);
    await db`update merchants set payout_wallet = 'somebody', payout_wallet_verified_at = 1 where id = ${person.merchantId}`;
    expect(await missing()).toEqual(['public_url', 'webhook_delivery']);

    const decline = { mint: live.mint, enabled: false };
    await db`update tokens set floor = false where livemode`;
    expect((await person.call('POST', '/v1/tokens', { body: decline, headers })).status).toBe(200);
    await db`update api_keys set revoked_at = 1 where merchant_id = ${person.merchantId} and livemode`;
    await db`update merchants set approved_at = null where id = ${person.merchantId}`;
    expect(await missing()).toEqual([
      'public_url',
      'merchant_approved',
      'live_token',
      'live_key',
      'webhook_delivery',
    ]);
    await db`update tokens set removed_at = 1, is_default = false where livemode`;
    const item = (await read()).items.find(({ key }) => key === 'live_token');
    expect(item).toMatchObject({ who: 'operator', state: 'missing' });
    await db`update merchants set approved_at = 1 where id = ${person.merchantId}`;
    expect(await missing()).not.toContain('merchant_approved');
  });

  test('counts what belongs to live mode alone, and to this merchant', async () => {
    const [other, newcomer] = [await signUp(live.service), await signUp(live.service)];
    const body = { url: 'https://shop.example.com/hook' };
    await other.call('POST', '/v1/webhook_endpoints', { body, headers: { 'svc-mode': 'live' } });
    await newcomer.call('POST', '/v1/webhook_endpoints', { body, headers: { 'svc-mode': 'test' } });
    const { items } = (await newcomer.call('GET', '/v1/live_checklist')).body as Awaited<
      ReturnType<typeof read>
    >;
    expect(items.find(({ key }) => key === 'webhook_endpoint')).toMatchObject({ state: 'missing' });
  });

  test('tells merchants no address of a node', async () => {
    const text = JSON.stringify(await read());
    expect(text).not.toContain(new URL(live.settings.rpcUrl).host);
    expect(text).not.toContain('AUTOPAY_');
  });
});

test('a halted chain is said in words, without the reason that the operator reads', async () => {
  const halted = decideLiveItems({ ...READY, chain: 'halted' }).find(({ key }) => key === 'live_chain');
  expect(halted?.message).toMatch(/^Payments are stopped until the operator/);
});
