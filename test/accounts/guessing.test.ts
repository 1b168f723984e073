import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_TRUSTED_PROXIES: '127.0.0.1/32',
    AUTOPAY_RATE_GUESSES_PER_MINUTE: '20',
  });
});
afterAll(() => service.stop());

const signIn = (address: string, email: string, password = 'a wrong password') =>
  service.call('POST', '/v1/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });

test('wrong passwords from many addresses do not lock the owner out, until there are very many of them', async () => {
  const { email, password } = await signUp(service);
  for (let i = 0; i < 20; i++) {
    // Those that are right do not count.
    if (i % 5 === 0) expect((await signIn('203.0.113.1', email, password)).status).toBe(201);
    expect(refusal(await signIn(`192.0.2.${i}`, i % 2 ? email : email.toUpperCase()))).toBe(
      '401 invalid_credentials',
    );
  }
  const refused = await signIn('192.0.2.100', email, password);
  expect(refusal(refused)).toBe('429 rate_limit_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit-limit')).toBe('20');
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
});

test('an address is one account and one count, however its letters are written', async () => {
  // Lower case is one letter to Postgres and two to JavaScript.
  const name = `\u0130stanbul-${Math.random().toString(36).slice(2)}`;
  const { email, password, merchantId } = await signUp(service, { email: `${name}@coffee.example` });
  const spellings = [email, email.toLowerCase(), email.toUpperCase()];
  for (const spelling of spellings) {
    const { status, body } = await signIn('203.0.113.2', spelling, password);
    expect([spelling, status, body.merchant?.id]).toEqual([spelling, 201, merchantId]);
    expect(body.merchant.email).toBe(email.toLowerCase());
  }
  for (let i = 0; i < 20; i++) await signIn(`192.0.2.${100 + i}`, spellings[i % 3]!);
  for (const spelling of spellings) {
    expect(refusal(await signIn('203.0.113.3', spelling, password))).toBe('429 rate_limit_exceeded');
  }
});

test('one address may try ten accounts a minute', async () => {
  for (let i = 0; i < 10; i++) {
    expect(refusal(await signIn('198.51.100.1', `nobody-${i}@coffee.example`))).toBe(
      '401 invalid_credentials',
    );
  }
  const refused = await signIn('198.51.100.1', 'nobody-10@coffee.example');
  expect(refusal(refused)).toBe('429 rate_limit_exceeded');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refusal(await signIn('198.51.100.2', 'nobody-10@coffee.example'))).toBe('401 invalid_credentials');
});
