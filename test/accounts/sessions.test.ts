import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { callAs, cookieOf, type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let person: Person;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
  person = await signUp(service);
});
afterAll(() => service.stop());

const signIn = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/sessions', { body, headers });
const credentials = () => ({ email: person.email, password: person.password });
const current = (cookie: string, headers?: Record<string, string>) =>
  callAs(service, cookie, 'GET', '/v1/sessions/current', headers ? { headers } : {});
const hashOf = (cookie: string) => createHash('sha256').update(cookie.split('=')[1]!).digest();

describe('signing in', () => {
  test('answers a session for 7 days, whose token is in the cookie alone', async () => {
    const answer = await signIn(credentials());
    expect(answer).toMatchObject({
      status: 201,
      body: {
        object: 'session',
        id: expect.stringMatching(/^ses_/),
        livemode: false,
        merchant: { id: person.merchantId, email: person.email },
      },
    });
    expect(answer.body.expiresAt - answer.body.createdAt).toBe(7 * 86_400);
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).split('=')[1]);
    expect((await current(cookieOf(answer))).body).toEqual(answer.body);
  });

  test('takes the e-mail address in any case', async () => {
    expect((await signIn({ ...credentials(), email: person.email.toUpperCase() })).status).toBe(201);
  });

  test('answers a wrong password, an unknown e-mail address and a merchant without sign-in alike', async () => {
    await service.merchant();
    const answers = [
      await signIn({ ...credentials(), password: `${person.password} ` }),
      await signIn({ ...credentials(), password: person.password.toUpperCase() }),
      await signIn({ ...credentials(), email: 'nobody@coffee.example' }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual(answers[0]!.body);
      expect(body.error).toMatchObject({ type: 'authentication_error', code: 'invalid_credentials' });
      expect(body.error).not.toHaveProperty('param');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('is refused without an e-mail address or password', async () => {
    expect(refusal(await signIn({ email: person.email }))).toBe('400 parameter_missing password');
    expect(refusal(await signIn({ password: 'x' }))).toBe('400 parameter_missing email');
    expect(refusal(await signIn({ ...credentials(), password: '' }))).toBe('400 parameter_invalid password');
  });

  test('ends the session that it came with, and no other', async () => {
    const [first, second] = [await signIn(credentials()), await signIn(credentials())];
    const third = await callAs(service, cookieOf(first), 'POST', '/v1/sessions', { body: credentials() });
    expect(third.status).toBe(201);
    expect(refusal(await current(cookieOf(first)))).toBe('401 unauthenticated');
    expect((await current(cookieOf(second))).status).toBe(200);
    expect((await current(cookieOf(third))).status).toBe(200);
  });

  test('with a wrong password leaves the session as it was', async () => {
    const { cookie } = await signUp(service);
    const refused = await callAs(service, cookie, 'POST', '/v1/sessions', {
      body: { ...credentials(), password: 'wrong password' },
    });
    expect(refusal(refused)).toBe('401 invalid_credentials');
    expect((await current(cookie)).status).toBe(200);
  });
});

describe('a session', () => {
  test('does what a full key does, in the mode that svc-mode names', async () => {
    const inLive = await current(person.cookie, { 'svc-mode': 'live' });
    expect([inLive.body.livemode, inLive.body.merchant.livemode]).toEqual([true, true]);
    expect((await current(person.cookie)).body.livemode).toBe(false);
    expect((await person.call('GET', '/v1/merchant')).body.id).toBe(person.merchantId);
    const made = await person.call('POST', '/v1/webhook_endpoints', {
      body: { url: 'https://hooks.coffee.com/x' },
    });
    expect(made.status).toBe(201);
    const seen = (key: string) => service.call('GET', '/v1/webhook_endpoints', { key });
    expect((await seen(person.keys.test)).body.data).toHaveLength(1);
    expect((await seen(person.keys.live)).body.data).toHaveLength(0);
  });

  test('ends with its time, and is forgotten', async () => {
    const { cookie } = await signUp(service);
    await service.db`
      update sessions set expires_at = extract(epoch from now())::bigint - 1 where token_hash = ${hashOf(cookie)}`;
    expect(refusal(await current(cookie))).toBe('401 unauthenticated');
    expect(refusal(await callAs(service, cookie, 'DELETE', '/v1/sessions/current'))).toBe(
      '401 unauthenticated',
    );
    await service.db`select graphile_worker.add_job('sweep', '{}'::json)`;
    await eventually(
      async () =>
        (await service.db`select 1 from sessions where token_hash = ${hashOf(cookie)}`).length === 0,
    );
    expect((await current(person.cookie)).status).toBe(200);
  });

  test('is ended by signing out, which takes the cookie away', async () => {
    const { cookie } = await signUp(service);
    const { body: before } = await current(cookie);
    const out = await callAs(service, cookie, 'DELETE', '/v1/sessions/current');
    expect(out).toMatchObject({ status: 200, body: { id: before.id, merchant: before.merchant } });
    expect(out.body.expiresAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(out.headers.get('set-cookie')).toBe(
      'autopay_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    );
    expect(refusal(await current(cookie))).toBe('401 unauthenticated');
    expect(refusal(await callAs(service, cookie, 'DELETE', '/v1/sessions/current'))).toBe(
      '401 unauthenticated',
    );
  });

  test('is not looked at beside an Authorization header', async () => {
    const other = await service.merchant();
    const both = await person.call('GET', '/v1/merchant', { key: other.testKey });
    expect(both.body.id).toBe(other.id);
    expect(refusal(await person.call('GET', '/v1/merchant', { key: 'garbage' }))).toBe('401 unauthenticated');
  });

  test('of a forged or foreign token is none', async () => {
    for (const cookie of [
      'autopay_session=',
      'autopay_session=sess_11111111111111111111',
      'other=x',
      `x${person.cookie}`,
    ]) {
      expect(refusal(await current(cookie))).toBe('401 unauthenticated');
    }
    expect((await current(`theme=dark; ${person.cookie}; a=b`)).status).toBe(200);
  });

  test('is what routes for people take, and no key is', async () => {
    for (const key of [person.keys.test, person.keys.live]) {
      expect(refusal(await service.call('GET', '/v1/sessions/current', { key }))).toBe(
        '403 session_required',
      );
    }
    expect(refusal(await service.call('GET', '/v1/sessions/current'))).toBe('401 unauthenticated');
  });
});

describe('a page of another site', () => {
  const write = (headers: Record<string, string>) =>
    service.call('POST', '/v1/api_keys', {
      body: { name: 'Stolen', mode: 'live' },
      headers: { cookie: person.cookie, ...headers },
    });

  test.each([
    ['names no origin', {}],
    ['names another origin', { origin: 'https://evil.example' }],
    ['names an origin that begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['has no origin of its own', { origin: 'null' }],
    ['is said by the browser to be of another site', { 'sec-fetch-site': 'cross-site' }],
    ['is said by the browser to be of a sibling', { 'sec-fetch-site': 'same-site' }],
    ['is no page but a typed address', { 'sec-fetch-site': 'none' }],
  ])('changes nothing when it %s', async (_, headers) => {
    expect(refusal(await write(headers as Record<string, string>))).toBe('401 unauthenticated');
    const [stolen] = await service.db`select 1 from api_keys where name = 'Stolen'`;
    expect(stolen).toBeUndefined();
  });

  test('is told apart from ours by the browser even where it names our origin', async () => {
    expect(refusal(await write({ origin: service.url, 'sec-fetch-site': 'cross-site' }))).toBe(
      '401 unauthenticated',
    );
  });

  test('signs nobody out', async () => {
    const out = await service.call('DELETE', '/v1/sessions/current', {
      headers: { cookie: person.cookie, origin: 'https://evil.example' },
    });
    expect(refusal(out)).toBe('401 unauthenticated');
    expect((await current(person.cookie)).status).toBe(200);
  });

  test('may read nothing that CORS does not open, while reading itself needs no origin', async () => {
    const read = await service.call('GET', '/v1/merchant', {
      headers: { cookie: person.cookie, origin: 'https://evil.example' },
    });
    expect(read.status).toBe(200);
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is not ours, which either header tells', async () => {
    const own = (headers: Record<string, string>) =>
      service.call('POST', '/v1/api_keys', {
        body: { name: 'Own', mode: 'test' },
        headers: { cookie: person.cookie, ...headers },
      });
    expect((await own({ origin: service.url })).status).toBe(201);
    expect((await own({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });
});
