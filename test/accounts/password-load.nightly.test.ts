import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '../mail/smtp-server.ts';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  const { host, port } = smtp.settings.smtp;
  service = await TestService.start({
    AUTOPAY_SMTP_URL: `smtp://${host}:${port}?tls=none`,
    AUTOPAY_MAIL_FROM: 'Autopay <pay@example.com>',
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '1000000',
    AUTOPAY_RATE_GUESSES_PER_MINUTE: '1000000',
    AUTOPAY_TRUSTED_PROXIES: '127.0.0.1/32',
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

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
}, 240_000);

/**
 * 1.0 on a quiet machine, up to 1.1 on a busy one. Without a hash an answer takes a tenth; what a request for a link asks of the database is
 * counted in authorization/timing.
 */
const MOST_APART = 1.6;

/**
 * The median of how many times longer the first of two takes. In pairs, either first in turn: what else the machine does slows both of a pair
 * alike.
 */
async function medianRatio(
  pairs: number,
  a: (pair: number) => Promise<void>,
  b: (pair: number) => Promise<void>,
) {
  const time = async (ask: () => Promise<void>) => {
    const from = performance.now();
    await ask();
    return performance.now() - from;
  };
  const ratios: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const first = await time(() => (i % 2 === 0 ? a : b)(i));
    const second = await time(() => (i % 2 === 0 ? b : a)(i));
    ratios.push(i % 2 === 0 ? first / second : second / first);
  }
  return ratios.toSorted((x, y) => x - y)[Math.floor(pairs / 2)]!;
}

test('the time of an answer does not tell whether an account exists', async () => {
  const { email } = await signUp(service);
  const guess = async (address: string) =>
    void expect((await signIn(address, 'a wrong password')).status).toBe(401);
  const median = await medianRatio(
    150,
    () => guess(email),
    (i) => guess(`nobody-${i}@coffee.example`),
  );
  expect(median).toBeGreaterThan(1 / MOST_APART);
  expect(median).toBeLessThan(MOST_APART);
}, 240_000);

test('nor does the time in which a link for a new password is asked for', async () => {
  // As many accounts as make each request for a known address one that a link is made and sent for: at most five an hour of each.
  const people = await Promise.all(Array.from({ length: 40 }, () => signUp(service)));
  const ask = async (email: string) =>
    void expect((await service.call('POST', '/v1/password_resets', { body: { email } })).status).toBe(200);
  const median = await medianRatio(
    200,
    (i) => ask(people[i % people.length]!.email),
    (i) => ask(`nobody-${i}@coffee.example`),
  );
  expect(median).toBeGreaterThan(1 / MOST_APART);
  expect(median).toBeLessThan(MOST_APART);
  const [row] = await service.db`select count(*)::int as count from password_resets`;
  expect(row!['count']).toBeGreaterThan(150);
}, 240_000);
