import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
  [person, stranger] = [await signUp(service), await signUp(service)];
});
afterAll(() => service.stop());

const make = (body: object, headers: Record<string, string> = {}) =>
  person.call('POST', '/v1/api_keys', { body, headers });
const list = async (query = '') => (await person.call('GET', `/v1/api_keys${query}`)).body;
const merchantBy = (key: string) => service.call('GET', '/v1/merchant', { key });

describe('making an API key', () => {
  test.each([
    ['test', 'full', 'sk_test_'],
    ['live', 'full', 'sk_live_'],
    ['test', 'read', 'rk_test_'],
    ['live', 'read', 'rk_live_'],
  ])('for %s mode with scope %s answers %s, once, and it works', async (mode, scope, prefix) => {
    const answer = await make({ name: 'Reporting', mode, scope });
    expect(answer).toMatchObject({
      status: 201,
      body: { object: 'api_key', livemode: mode === 'live', name: 'Reporting', scope, revokedAt: null },
    });
    const { id, key } = answer.body;
    expect(key).toMatch(new RegExp(`^${prefix}[1-9A-HJ-NP-Za-km-z]{40,44}$`));
    expect((await merchantBy(key)).body).toMatchObject({ id: person.merchantId, livemode: mode === 'live' });
    const write = await service.call('POST', '/v1/mandates', { key, body: {} });
    expect(refusal(write)).toMatch(scope === 'full' ? /^400 parameter_missing/ : /^403 insufficient_scope$/);
    const { data } = await list();
    expect(data.find((each: { id: string }) => each.id === id)).toEqual({
      ...answer.body,
      key: prefix + key.slice(-4),
    });
  });

  test('makes a full one unless asked otherwise, whatever the mode of the request', async () => {
    const answer = await make({ name: 'Plain', mode: 'test' }, { 'svc-mode': 'live' });
    expect(answer.body).toMatchObject({
      livemode: false,
      scope: 'full',
      key: expect.stringMatching(/^sk_test_/),
    });
  });

  test.each([
    [{ mode: 'test' }, '400 parameter_missing name'],
    [{ name: ' ', mode: 'test' }, '400 parameter_invalid name'],
    [{ name: 'x'.repeat(201), mode: 'test' }, '400 parameter_invalid name'],
    [{ name: 'x' }, '400 parameter_missing mode'],
    [{ name: 'x', mode: 'production' }, '400 parameter_invalid mode'],
    [{ name: 'x', mode: 'test', scope: 'write' }, '400 parameter_invalid scope'],
    [{ name: 'x', mode: 'test', livemode: true }, '400 parameter_invalid livemode'],
  ])('refuses %j', async (body, code) => {
    const before = (await list()).data.length;
    expect(refusal(await make(body))).toBe(code);
    expect((await list()).data).toHaveLength(before);
  });

  test('with an Idempotency-Key makes one, and shows it again to who repeats the request', async () => {
    const before = (await list()).data.length;
    const headers = { 'idempotency-key': randomUUID() };
    const first = await make({ name: 'Once', mode: 'test' }, headers);
    const again = await make({ name: 'Once', mode: 'test' }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await list()).data).toHaveLength(before + 1);
  });
});

describe('API keys', () => {
  test('are listed newest first in pages, of both modes, without any secret', async () => {
    const all = await list();
    const ids = all.data.map(({ id }: { id: string }) => id);
    expect([...ids].sort().toReversed()).toEqual(ids);
    expect(new Set(all.data.map(({ livemode }: { livemode: boolean }) => livemode))).toEqual(
      new Set([true, false]),
    );
    for (const { key } of all.data) expect(key).toMatch(/^[rs]k_(test|live)_.{4}$/);
    const paged: string[] = [];
    for (let query: string | null = '?limit=2'; query !== null;) {
      const { data, nextCursor } = await list(query);
      paged.push(...data.map(({ id }: { id: string }) => id));
      query = nextCursor === null ? null : `?limit=2&startingAfter=${nextCursor}`;
    }
    expect(paged).toEqual(ids);
    const newer = await list(`?endingBefore=${ids[2]}`);
    expect(newer.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  });

  test("of another merchant's are no cursor", async () => {
    const { body } = await stranger.call('GET', '/v1/api_keys');
    for (const cursor of [body.data[0].id, newId('apiKey'), 'key_x']) {
      const answer = await person.call('GET', `/v1/api_keys?startingAfter=${cursor}`);
      expect(refusal(answer)).toBe('400 parameter_invalid startingAfter');
    }
  });

  test('are for people alone', async () => {
    const calls: [string, string, object?][] = [
      ['GET', '/v1/api_keys'],
      ['POST', '/v1/api_keys', { name: 'x', mode: 'test' }],
      ['DELETE', `/v1/api_keys/${newId('apiKey')}`],
    ];
    for (const [method, path, body] of calls) {
      const by = (key?: string) => service.call(method, path, { key, body });
      expect(refusal(await by(person.keys.test))).toBe('403 session_required');
      expect(refusal(await by(person.keys.live))).toBe('403 session_required');
      expect(refusal(await by())).toBe('401 unauthenticated');
    }
  });
});

describe('revoking an API key', () => {
  test('ends it from the next request on, and answers the same again', async () => {
    const { body: made } = await make({ name: 'Leaked', mode: 'live' });
    expect((await merchantBy(made.key)).status).toBe(200);
    const revoked = await person.call('DELETE', `/v1/api_keys/${made.id}`);
    expect(revoked).toMatchObject({
      status: 200,
      body: { id: made.id, key: `sk_live_${made.key.slice(-4)}`, revokedAt: expect.any(Number) },
    });
    expect(refusal(await merchantBy(made.key))).toBe('401 unauthenticated');
    await service.db`update api_keys set revoked_at = 1 where id = ${made.id}`;
    const again = await person.call('DELETE', `/v1/api_keys/${made.id}`);
    expect(again.body).toEqual({ ...revoked.body, revokedAt: 1 });
    const { data } = await list();
    expect(data.find(({ id }: { id: string }) => id === made.id)).toEqual(again.body);
  });

  test("of another merchant's is as of one that is not there", async () => {
    const { body } = await stranger.call('GET', '/v1/api_keys');
    for (const id of [body.data[0].id, newId('apiKey'), 'key_1', 'nonsense']) {
      expect(refusal(await person.call('DELETE', `/v1/api_keys/${id}`))).toBe('404 resource_missing');
    }
    expect((await merchantBy(stranger.keys.test)).status).toBe(200);
    expect((await merchantBy(stranger.keys.live)).status).toBe(200);
  });
});
