import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_TRUSTED_PROXIES: '127.0.0.1/32' });
});
afterAll(() => service.stop());

const signIn = (address: string, email: string, password = 'a wrong password') =>
  service.call('POST', '/v1/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });

test('many addresses together may try ten passwords of one account a minute, right or wrong', async () => {
  const { email, password } = await signUp(service);
  // Signing up was the first.
  for (let i = 0; i < 9; i++) {
    expect(refusal(await signIn(`192.0.2.${i}`, i % 2 ? email : email.toUpperCase()))).toBe(
      '401 invalid_credentials',
    );
  }
  const refused = await signIn('192.0.2.100', email, password);
  expect(refusal(refused)).toBe('429 rate_limit_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit-limit')).toBe('10');
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
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
