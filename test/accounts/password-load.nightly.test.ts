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
  const took: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const time = async (kind: 'known' | 'unknown', address: string) => {
    const from = performance.now();
    expect((await signIn(address, 'a wrong password')).status).toBe(401);
    took[kind].push(performance.now() - from);
  };
  // Interleaved, so that whatever else the machine does slows both alike.
  for (let i = 0; i < 100; i++) {
    await time('known', email);
    await time('unknown', `nobody-${i}@coffee.example`);
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length / 2]!;
  const ratio = median(took.known) / median(took.unknown);
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
}, 120_000);
