import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '1000000',
    AUTOPAY_RATE_GUESSES_PER_MINUTE: '1000000',
    AUTOPAY_TRUSTED_PROXIES: '127.0.0.1/32',
  });
});
afterAll(() => service.stop());

const signIn = (email: string, password: string, address = '192.0.2.1') =>
  service.call('POST', '/v1/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });

test('a hundred who sign in at once are let in or told to come again, and the next one gets in', async () => {
  const { email, password } = await signUp(service);
  const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(email, password)));
  const busy = answers.filter(({ status }) => status === 429);
  for (const each of busy) {
    expect(refusal(each)).toBe('429 rate_limit_exceeded');
    expect(Number(each.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  // Two at work and eighty waiting at any moment.
  const signedIn = answers.filter(({ status }) => status === 201);
  expect(signedIn.length).toBeGreaterThanOrEqual(82);
  expect(signedIn.length + busy.length).toBe(100);
  expect((await signIn(email, password)).status).toBe(201);
});

test('thirty clients that never stop guessing keep nobody else out', async () => {
  const { email, password } = await signUp(service);
  const over = new AbortController();
  const guess = async (client: number) => {
    // Five at once from each, all at one account.
    while (!over.signal.aborted) {
      await Promise.all(
        Array.from({ length: 5 }, () => signIn('owner@coffee.example', 'wrong', `198.51.100.${client}`)),
      );
    }
  };
  const guessing = Array.from({ length: 30 }, (_, client) => guess(client));
  const statuses: number[] = [];
  for (let i = 0; i < 40; i++) statuses.push((await signIn(email, password, `203.0.113.${i}`)).status);
  over.abort();
  await Promise.all(guessing);
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
}, 60_000);

test('the time of an answer does not tell whether an account exists', async () => {
  const { email } = await signUp(service);
  const time = async (address: string) => {
    const from = performance.now();
    expect((await signIn(address, 'a wrong password')).status).toBe(401);
    return performance.now() - from;
  };
  // In pairs, either first in turn: what else the machine does slows both of a pair alike.
  const ratios: number[] = [];
  for (let i = 0; i < 150; i++) {
    const known = () => time(email);
    const unknown = () => time(`nobody-${i}@coffee.example`);
    const [first, second] = i % 2 === 0 ? [known, unknown] : [unknown, known];
    const [a, b] = [await first(), await second()];
    ratios.push(i % 2 === 0 ? a / b : b / a);
  }
  const median = ratios.toSorted((a, b) => a - b)[ratios.length / 2]!;
  expect(median).toBeGreaterThan(0.8);
  expect(median).toBeLessThan(1.25);
}, 120_000);
