import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

const OWNER = 'the-key-of-the-platform-s-owner-0123456789';
const PERSON = { name: 'Bread Club', password: 'long enough', acknowledged: true };

describe('where the owner approves merchants', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ AUTOPAY_SIGN_UP: 'approval', AUTOPAY_OWNER_KEY: OWNER });
  });
  afterAll(() => service.stop());

  const endpoint = { url: 'https://example.com/hook' };

  it('a new merchant reads, and writes once the owner has approved it', async () => {
    const { id, testKey: key, liveKey } = await service.merchant();
    const write = (with_: string) =>
      service.call('POST', '/v1/webhook_endpoints', { key: with_, body: endpoint });
    expect((await service.call('GET', '/v1/tokens', { key })).status).toBe(200);
    expect([refusal(await write(key)), refusal(await write(liveKey))]).toEqual([
      '403 insufficient_scope',
      '403 insufficient_scope',
    ]);
    const pending = await service.call('GET', '/v1/platform/merchants?status=pending', { key: OWNER });
    expect(pending.body.data).toMatchObject([{ object: 'merchant', id, status: 'pending' }]);
    const approve = (approving: string) =>
      service.call('POST', `/v1/platform/merchants/${id}/approve`, { key: approving });
    expect(refusal(await approve(key))).toBe('403 owner_required');
    expect((await approve(OWNER)).body).toMatchObject({ id, status: 'approved' });
    expect((await approve(OWNER)).status).toBe(200);
    expect([(await write(key)).status, (await write(liveKey)).status]).toEqual([201, 201]);
    const left = await service.call('GET', '/v1/platform/merchants?status=pending', { key: OWNER });
    expect(left.body.data).toEqual([]);
  });

  it('people sign up and out meanwhile, and write nothing', async () => {
    const origin = { origin: service.url };
    const body = { ...PERSON, email: 'bread@example.com' };
    const signedUp = await service.call('POST', '/v1/signup', { body });
    expect(signedUp.status).toBe(201);
    const cookie = signedUp.headers.get('set-cookie')!.split(';', 1)[0]!;
    const headers = { ...origin, cookie };
    const key = { name: 'Second', mode: 'test' };
    expect(refusal(await service.call('POST', '/v1/api_keys', { headers, body: key }))).toBe(
      '403 insufficient_scope',
    );
    expect((await service.call('GET', '/v1/api_keys', { headers })).status).toBe(200);
    await service.call('POST', `/v1/platform/merchants/${signedUp.body.id}/approve`, { key: OWNER });
    expect((await service.call('POST', '/v1/api_keys', { headers, body: key })).status).toBe(201);
    // Who made a merchant with keys alone gives it a sign-in while it waits.
    const { liveKey } = await service.merchant();
    const claim = { ...PERSON, email: 'rolls@example.com' };
    expect((await service.call('POST', '/v1/signup', { key: liveKey, body: claim })).status).toBe(201);
    const out = await service.call('DELETE', '/v1/sessions/current', { headers });
    expect(out.status).toBe(200);
  });

  it('what the owner makes is approved', async () => {
    const made = await service.call('POST', '/v1/platform/merchants', {
      key: OWNER,
      body: { name: 'Rolls' },
    });
    expect(made.status).toBe(201);
    const key = made.body.keys.test;
    expect((await service.call('POST', '/v1/webhook_endpoints', { key, body: endpoint })).status).toBe(201);
  });
});

describe('where the owner alone makes merchants', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ AUTOPAY_SIGN_UP: 'closed', AUTOPAY_OWNER_KEY: OWNER });
  });
  afterAll(() => service.stop());

  it('nobody else does, and what the owner made is claimed by whoever got its keys', async () => {
    const { call } = { call: service.call.bind(service) };
    const body = { ...PERSON, email: 'bread@example.com' };
    expect(refusal(await call('POST', '/v1/merchants', { body: { name: 'Rolls' } }))).toBe(
      '403 owner_required',
    );
    expect(refusal(await call('POST', '/v1/signup', { body }))).toBe('403 owner_required');
    const made = await call('POST', '/v1/platform/merchants', { key: OWNER, body: { name: 'Rolls' } });
    expect((await call('POST', '/v1/signup', { key: made.body.keys.live, body })).status).toBe(201);
  });
});
