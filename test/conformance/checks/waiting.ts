import assert from 'node:assert/strict';
import { type Exchange, refused } from '../client.ts';
import type { Clockwork } from '../deployments.ts';
import type { World } from '../world.ts';
import type { Wallet } from '../wallet.ts';

/** How long before the end of a wait the request is made that must still be refused, or still be accepted: a loaded machine takes seconds. */
const MARGIN_SECONDS = 20;

/** The same request shortly before a moment that matters, and after it. */
interface Waited {
  inTime: Exchange;
  late: Exchange;
}

/**
 * What only time changes, on a deployment whose clock nothing else moves: challenges and a link expire, and a rate limit that was
 * reached passes. One after the other, since each moves the clock.
 */
export const waited = (world: World) =>
  world.once('waited', async () => {
    const at = await world.deployments.startClockwork('waiting');
    const wallet = await world.wallet(await world.openShop(at));
    const person = await world.signUp(at);
    const { headers } = person;
    const payer = await expiry(at, wallet, '/v1/wallet/challenge', '/v1/wallet/sessions', {});
    const payout = await expiry(at, wallet, '/v1/payout_wallet/challenge', '/v1/payout_wallet', headers);
    const link = await expiredLink(at, wallet, headers);
    const signIn = () =>
      at.call('POST', '/v1/sessions', { body: { email: person.email, password: person.password } });
    return { payer, payout, link, ...(await waitOut(at, signIn)) };
  });

/** Two challenges are signed: one is used shortly before both expire, the other one after. */
async function expiry(
  at: Clockwork,
  wallet: Wallet,
  issue: string,
  use: string,
  headers: Record<string, string>,
): Promise<Waited> {
  const challenge = () => at.ok('GET', `${issue}?address=${wallet.address}`, { headers });
  const [first, second] = [(await challenge()).body, (await challenge()).body];
  const prove = async (message: string) => {
    const body = { address: wallet.address, message, signature: await wallet.signMessage(message) };
    return at.call('POST', use, { headers, body });
  };
  assert.ok(second.expiresAt - second.createdAt > MARGIN_SECONDS, 'It expires too soon to be signed.');
  at.advance(first.expiresAt - first.createdAt - MARGIN_SECONDS);
  const inTime = await prove(first.message);
  at.advance(MARGIN_SECONDS + 1);
  return { inTime, late: await prove(second.message) };
}

/** A signed link that is sent after it has expired. */
async function expiredLink(
  at: Clockwork,
  { address, signTransaction }: Wallet,
  headers: Record<string, string>,
): Promise<Exchange> {
  const issued = await at.ok('GET', `/v1/payout_wallet/link_tx?address=${address}`, { headers });
  const { memo, transaction, createdAt, expiresAt } = issued.body;
  at.advance(expiresAt - createdAt + 1);
  const body = { address, memo, signedTransaction: await signTransaction(transaction) };
  return at.call('POST', '/v1/payout_wallet/link', { headers, body });
}

/** The first refusal of `ask` by a rate limit; and the same request before and after the time that the refusal asks for. */
async function waitOut(at: Clockwork, ask: () => Promise<Exchange>) {
  const limited = await untilLimited(ask);
  const seconds = Number(limited.headers.get('retry-after'));
  assert.ok(seconds > MARGIN_SECONDS && seconds <= 60, `retry-after is ${seconds}.`);
  at.advance(seconds - MARGIN_SECONDS);
  const early = refused(await ask(), 429, 'rate_limit_exceeded');
  const left = Number(early.headers.get('retry-after'));
  assert.ok(
    left > 0 && left <= MARGIN_SECONDS,
    `retry-after is ${left} after ${seconds} s but ${MARGIN_SECONDS}.`,
  );
  at.advance(left);
  return { limited, passed: await ask() };
}

async function untilLimited(ask: () => Promise<Exchange>): Promise<Exchange> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await ask();
    if (answer.status === 429) return answer;
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  }
  throw new Error('50 requests in a minute passed.');
}
