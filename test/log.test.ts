import { expect, it } from 'vitest';
import { createLogger } from '../server/log.ts';

/** The lines that `write` logs. */
function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  write(createLogger('info', { write: (line) => void (lines += line) }));
  return lines;
}

const SECRET = '4Zk9vRt2NqXy7LpHs3Wd8BmCfJgEaUoT5Vb6Mn1Kh';

it.each([
  ['an API key in the message', (log) => log.info(`used sk_live_${SECRET}`)],
  ['a read key in a field', (log) => log.info({ key: `rk_test_${SECRET}` })],
  ['a webhook secret in an error message', (log) => log.error(new Error(`bad whsec_${SECRET} given`))],
  ['a session token in prose', (log) => log.info(`signed in with sess_${SECRET}`)],
  ['the hash of a password by name', (log) => log.info({ passwordHash: SECRET, password_hash: SECRET })],
  [
    'the hash of a password in prose',
    (log) => log.info(`kept $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$${SECRET}`),
  ],
  ['a wallet session in a nested object', (log) => log.info({ a: { b: [{ c: `ws_${SECRET}` }] } })],
  [
    'a credential header',
    (log) => log.info({ req: { headers: { authorization: `Bearer ${SECRET}`, cookie: `s=${SECRET}` } } }),
  ],
  ['a bearer token in prose', (log) => log.info(`sent Authorization: Bearer ${SECRET}`)],
  ['a client secret by either name', (log) => log.info({ client_secret: SECRET, clientSecret: SECRET })],
  [
    'a client secret in JSON inside a string',
    (log) => log.info({ body: JSON.stringify({ client_secret: SECRET }) }),
  ],
  ['a password with quotes in it', (log) => log.info({ password: `a"b\\"${SECRET}` })],
  [
    'a password with quotes in JSON inside a string',
    (log) => log.info({ body: JSON.stringify({ password: `a"b\\"${SECRET}` }) }),
  ],
  ['a cookie among several', (log) => log.info({ headers: { 'set-cookie': [`s=${SECRET}; Path=/`] } })],
  ['the query of a path', (log) => log.info({ url: `/v1/checkout/mandates/man_1?client_secret=${SECRET}` })],
  [
    'the query of a URL in an error',
    (log) => log.warn({ err: new Error(`fetch https://rpc.example/?api-key=${SECRET} failed`) }),
  ],
  [
    'the password of a database URL',
    (log) => log.info(`connecting to postgres://autopay:${SECRET}@db:5432/autopay`),
  ],
] satisfies [string, (log: ReturnType<typeof createLogger>) => void][])('hides %s', (_, write) => {
  const lines = logged(write);
  expect(lines).not.toContain(SECRET);
  expect(lines).toContain('[redacted]');
  expect(() => JSON.parse(lines)).not.toThrow();
});

it('keeps what is needed to find a fault', () => {
  const line = logged((log) =>
    log.info({ path: '/v1/mandates/man_1', key: `sk_test_${SECRET}`, cause: 'why? unknown' }, 'done'),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    path: '/v1/mandates/man_1',
    key: 'sk_test_[redacted]',
    cause: 'why? unknown',
    msg: 'done',
  });
});

it('logs nothing below its level', () => {
  expect(logged((log) => log.debug('noise'))).toBe('');
});

it('a line full of slashes costs no time', () => {
  const before = process.cpuUsage();
  logged((log) => log.info('/'.repeat(100_000)));
  // From each slash on, looking for a query took 14 s.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});
