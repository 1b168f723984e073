import type { Findings } from '../../chaos/findings.ts';
import type { Ask } from '../attackers/requests.ts';
import { attackOn, percentile } from '../part.ts';
import { attackersAddress } from '../raw-http.ts';
import { flood } from './flood.ts';

/** Fewer a minute than each address may try. */
const ADDRESSES = 60;
const EACH = 9;
/** As many as an address may sign in within a minute, sign-up included. */
const SIGN_INS = 8;
const PAUSE_MS = 1_000;
/** A person waits that long for a page. */
const SIGN_IN_MS = 3_000;

/** Many addresses try passwords of many accounts, while somebody signs in with the right one. */
export const passwords = attackOn('floods: passwords', {}, async ({ url }, findings) => {
  const account = { email: 'owner@coffee.example', password: 'correct horse battery' };
  await post(url, '/v1/signup', { ...account, name: 'Coffee Club', acknowledged: true });
  const asks: Ask[] = Array.from({ length: ADDRESSES * EACH }, (_, n) => ({
    from: attackersAddress(n % ADDRESSES),
    method: 'POST',
    path: '/v1/sessions',
    // One in ten guesses is at the account of the one who signs in meanwhile.
    body: {
      email: n % 10 === 0 ? account.email : `nobody-${n}@coffee.example`,
      password: `guess ${n} ${'x'.repeat(200)}`,
    },
  }));
  const [statuses] = await Promise.all([flood(url, asks, findings), signIn(url, account, findings)]);
  findings.expect(statuses['201'] === undefined, 'a wrong password was taken');
  return asks.length;
});

async function signIn(url: string, account: object, findings: Findings): Promise<void> {
  const took: number[] = [];
  for (let n = 0; n < SIGN_INS; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const startedMs = performance.now();
    const response = await post(url, '/v1/sessions', account);
    took.push(performance.now() - startedMs);
    findings.expect(
      response.ok,
      `whoever knows the password got ${response.status} ${await response.text()}`,
    );
  }
  const slowest = Math.max(...took);
  findings.expect(slowest < SIGN_IN_MS, `a sign-in took ${slowest.toFixed(0)} ms`);
  console.log(
    `  sign-ins meanwhile: median ${percentile(took, 0.5).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  );
}

function post(url: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}
