import { parseOptions } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAs, cookieOf, signUp, signUpBody } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
});
afterAll(() => service.stop());

const post = (body: object, key?: string) => service.call('POST', '/v1/signup', { body, key });
const countOf = async (table: 'merchants' | 'sessions' | 'api_keys') =>
  Number((await service.db`select count(*) as n from ${service.db(table)}`)[0]!['n']);

describe('signing up', () => {
  test('makes a merchant with its keys and signs the person in', async () => {
    const body = signUpBody({ email: 'Owner@Coffee.Example' });
    const answer = await post(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: 'merchant',
      livemode: false,
      name: 'Coffee Club',
      email: 'owner@coffee.example',
      payoutWallet: null,
      keys: { test: expect.stringMatching(/^sk_test_/), live: expect.stringMatching(/^sk_live_/) },
    });
    for (const key of Object.values<string>(answer.body.keys)) {
      const { body: merchant } = await service.call('GET', '/v1/merchant', { key });
      expect([merchant.id, merchant.livemode]).toEqual([answer.body.id, key.includes('live')]);
    }
    const current = await callAs(service, cookieOf(answer), 'GET', '/v1/sessions/current');
    expect(current.body).toMatchObject({ object: 'session', merchant: { id: answer.body.id } });
  });

  test('hands the session over in a cookie that scripts and other sites do not get', async () => {
    const { headers } = await post(signUpBody());
    expect(headers.get('set-cookie')).toMatch(
      /^autopay_session=sess_[1-9A-HJ-NP-Za-km-z]{40,44}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
  });

  test('keeps neither the password nor the session token', async () => {
    const { merchantId, password, cookie } = await signUp(service);
    const [account] = await service.db`
      select a.password_hash from accounts a join memberships p on p.account_id = a.id where p.merchant_id = ${merchantId}`;
    expect(parseOptions(account!['passwordHash'])).toMatchObject({
      algorithm: 2,
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    const [kept] = await service.db`
      select (select string_agg(to_jsonb(a)::text, '') from accounts a) || (select string_agg(to_jsonb(s)::text, '') from sessions s) as text`;
    expect(kept!['text']).not.toContain(password);
    expect(kept!['text']).not.toContain(cookie.split('_').at(-1));
  });

  test('needs the acknowledgement, and asks for it before anything else', async () => {
    const taken = await signUp(service);
    const before = await countOf('merchants');
    for (const acknowledged of [false, undefined]) {
      const refused = await post(signUpBody({ acknowledged, email: taken.email }), taken.keys.test);
      expect(refusal(refused)).toBe('400 acknowledgement_required acknowledged');
      expect(refused.headers.get('set-cookie')).toBeNull();
    }
    expect(refusal(await post(signUpBody({ acknowledged: 'yes' })))).toBe(
      '400 parameter_invalid acknowledged',
    );
    expect(await countOf('merchants')).toBe(before);
  });

  test.each([
    ['an e-mail address without a domain', { email: 'owner' }, '400 parameter_invalid email'],
    ['an e-mail address with a space', { email: 'ow ner@coffee.example' }, '400 parameter_invalid email'],
    ['an e-mail address of 255 characters', { email: `${'a'.repeat(253)}@b` }, '400 parameter_invalid email'],
    ['a password of 9 characters', { password: '123456789' }, '400 parameter_invalid password'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, '400 parameter_invalid password'],
    ['a blank name', { name: '  ' }, '400 parameter_invalid name'],
    ['a name that is a web address', { name: 'Books.com' }, '400 parameter_invalid name'],
    ['no password', { password: undefined }, '400 parameter_missing password'],
    ['an unknown field', { role: 'owner' }, '400 parameter_invalid role'],
  ])('refuses %s', async (_, more, code) => {
    const before = await countOf('merchants');
    expect(refusal(await post(signUpBody(more)))).toBe(code);
    expect(await countOf('merchants')).toBe(before);
  });

  test('takes an e-mail address once, in whatever case', async () => {
    const { email } = await signUp(service);
    const before = [await countOf('merchants'), await countOf('sessions'), await countOf('api_keys')];
    expect(refusal(await post(signUpBody({ email: email.toUpperCase() })))).toBe('409 email_taken email');
    expect([await countOf('merchants'), await countOf('sessions'), await countOf('api_keys')]).toEqual(
      before,
    );
  });

  test('gives an e-mail address to exactly one of those who ask for it at once', async () => {
    const body = signUpBody();
    const before = await countOf('merchants');
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(body)));
    expect(answers.map(refusal).filter((each) => each === '409 email_taken email')).toHaveLength(11);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countOf('merchants')).toBe(before + 1);
  });

  test('takes a password of any characters', async () => {
    const password = 'пароль 密码 \u{1F511} "\\\'';
    const { email } = await signUp(service, { password });
    const signedIn = await service.call('POST', '/v1/sessions', {
      body: { email, password: password.normalize('NFD') },
    });
    expect(signedIn.status).toBe(201);
  });
});

describe('signing up with a live key', () => {
  test('gives the merchant of the key its sign-in and name, and no new keys', async () => {
    const merchant = await service.merchant('Keys only');
    const body = signUpBody({ name: 'Coffee & Co.' });
    const answer = await post(body, merchant.liveKey);
    expect(answer).toMatchObject({
      status: 201,
      body: { id: merchant.id, livemode: false, name: 'Coffee & Co.', email: body.email },
    });
    expect(answer.body).not.toHaveProperty('keys');
    const current = await callAs(service, cookieOf(answer), 'GET', '/v1/sessions/current');
    expect(current.body.merchant.id).toBe(merchant.id);
    expect((await service.call('GET', '/v1/merchant', { key: merchant.testKey })).body.name).toBe(
      'Coffee & Co.',
    );
    const { body: keys } = await callAs(service, cookieOf(answer), 'GET', '/v1/api_keys');
    expect(keys.data).toHaveLength(2);
  });

  test('is refused where the merchant has a sign-in already', async () => {
    const { keys, email, merchantId } = await signUp(service);
    expect(refusal(await post(signUpBody({ name: 'Thief' }), keys.live))).toBe(
      '409 email_taken Authorization',
    );
    expect((await service.call('GET', '/v1/merchant', { key: keys.test })).body).toMatchObject({
      id: merchantId,
      email,
      name: 'Coffee Club',
    });
  });

  test("is refused with another merchant's e-mail address, which leaves the merchant unclaimed", async () => {
    const { email } = await signUp(service);
    const merchant = await service.merchant();
    expect(refusal(await post(signUpBody({ email }), merchant.liveKey))).toBe('409 email_taken email');
    expect((await post(signUpBody(), merchant.liveKey)).status).toBe(201);
  });

  test('claims a merchant for exactly one of those who try at once', async () => {
    const merchant = await service.merchant();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(signUpBody(), merchant.liveKey)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.map(refusal).filter((each) => each === '409 email_taken Authorization')).toHaveLength(7);
  });

  test('takes no lesser key', async () => {
    const { call, keys } = await signUp(service);
    const { body: reading } = await call('POST', '/v1/api_keys', {
      body: { name: 'Reads', mode: 'live', scope: 'read' },
    });
    const merchant = await service.merchant();
    const before = await countOf('merchants');
    expect(refusal(await post(signUpBody(), merchant.testKey))).toBe('400 parameter_invalid Authorization');
    expect(refusal(await post(signUpBody(), reading.key))).toBe('403 insufficient_scope');
    expect(refusal(await post(signUpBody(), `${keys.live}x`))).toBe('401 unauthenticated');
    expect(await countOf('merchants')).toBe(before);
  });
});
