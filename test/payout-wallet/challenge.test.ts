import { getBase58Decoder } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueChallenge } from '../../server/wallet-proof/challenge.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, TestService, type TestWallet } from '../support/service.ts';
import { signText } from '../support/sign-text.ts';

let service: TestService;
let person: Person;
let wallet: TestWallet;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
  wallet = await service.ownWallet(await service.merchant());
});
afterAll(() => service.stop());
beforeEach(async () => {
  person = await signUp(service);
});

const challenge = (by: Person, address = wallet.address, headers: Record<string, string> = {}) =>
  by.call('GET', `/v1/payout_wallet/challenge?address=${address}`, { headers });
const prove = (by: Person, body: object) => by.call('POST', '/v1/payout_wallet', { body });
/** A proof that is right. */
async function proof(by: Person, of = wallet) {
  const { message } = (await challenge(by, of.address)).body;
  return { address: of.address, message: message as string, signature: await signText(of, message) };
}
const payoutWallet = async (by: Person) => (await by.call('GET', '/v1/merchant')).body.payoutWallet;

/** The proof is refused, and the merchant's wallet stays unset. */
async function expectRefused(answer: Answer) {
  expect(refusal(answer)).toBe('400 wallet_verification_failed');
  expect(await payoutWallet(person)).toBeNull();
}

describe('a challenge', () => {
  test('says in words that wallets know who asks for what, until when', async () => {
    const { status, body } = await challenge(person, wallet.address, { 'svc-mode': 'live' });
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'payout_wallet_challenge',
      livemode: true,
      createdAt: expect.any(Number),
      address: wallet.address,
      message: expect.any(String),
      expiresAt: body.createdAt + 600,
    });
    const time = (seconds: number) => new Date(seconds * 1000).toISOString();
    const [domain, address, , statement, , uri, version, nonce, issued, expires, ...rest] =
      body.message.split('\n');
    expect(domain).toBe(`${new URL(service.url).host} wants you to sign in with your Solana account:`);
    expect(address).toBe(wallet.address);
    expect(statement).toBe(
      `Make this wallet the payout wallet of merchant ${person.merchantId}. This moves no money.`,
    );
    expect([uri, version]).toEqual([`URI: ${service.url}`, 'Version: 1']);
    expect(nonce).toMatch(/^Nonce: [1-9A-HJ-NP-Za-km-z]{40,44}$/);
    expect(issued).toBe(`Issued At: ${time(body.createdAt)}`);
    expect(expires).toBe(`Expiration Time: ${time(body.expiresAt)}`);
    expect(rest).toEqual([]);
  });

  test('is another one each time', async () => {
    const [one, other] = [await challenge(person), await challenge(person)];
    expect(one.body.message).not.toBe(other.body.message);
  });

  test('needs the address of a wallet', async () => {
    const ask = (address: string) => challenge(person, address);
    expect(refusal(await person.call('GET', '/v1/payout_wallet/challenge'))).toBe(
      '400 parameter_missing address',
    );
    expect(refusal(await ask('nonsense'))).toBe('400 parameter_invalid address');
    // A program's own address, for which no key exists; then the system program's, for which anyone can forge.
    const derived = getBase58Decoder().decode(new Uint8Array(32).fill(2));
    expect(refusal(await ask(derived))).toBe('400 parameter_invalid address');
    expect(refusal(await ask('11111111111111111111111111111111'))).toBe('400 parameter_invalid address');
  });

  test('is for people alone', async () => {
    const { message, ...rest } = await proof(person);
    for (const key of [person.keys.test, person.keys.live]) {
      const path = `/v1/payout_wallet/challenge?address=${wallet.address}`;
      expect(refusal(await service.call('GET', path, { key }))).toBe('403 session_required');
      const set = await service.call('POST', '/v1/payout_wallet', { key, body: { message, ...rest } });
      expect(refusal(set)).toBe('403 session_required');
    }
    const anyone = await service.call('POST', '/v1/payout_wallet', { body: { message, ...rest } });
    expect(refusal(anyone)).toBe('401 unauthenticated');
    expect(await payoutWallet(person)).toBeNull();
  });
});

describe('setting the payout wallet by a signed challenge', () => {
  test('makes it the wallet of both modes', async () => {
    const answer = await prove(person, await proof(person));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: person.merchantId,
        payoutWallet: wallet.address,
        payoutWalletVerifiedAt: expect.any(Number),
      },
    });
    for (const key of [person.keys.test, person.keys.live]) {
      const { body } = await service.call('GET', '/v1/merchant', { key });
      expect(body.payoutWallet).toBe(wallet.address);
    }
  });

  test('changes it, and leaves mandates that exist with their payee', async () => {
    const merchant = await service.merchant();
    const [payer, second] = [await service.wallet(merchant), await service.wallet(merchant)];
    await prove(person, await proof(person));
    const made = await createMandate(
      service,
      { ...merchant, api: merchant.api, testKey: person.keys.test },
      payer,
      wallet,
    );
    const { message } = (
      await person.call(
        'GET',
        `/v1/payout_wallet/challenge?address=${wallet.address}&newAddress=${second.address}`,
      )
    ).body;
    expect(message).toContain(`to ${second.address} instead of this wallet`);
    const oldWallet = { message, signature: await signText(wallet, message) };
    const changed = await prove(person, { ...(await proof(person, second)), oldWallet });
    expect(changed.body.payoutWallet).toBe(second.address);
    const { body } = await service.call('GET', `/v1/mandates/${made.id}`, { key: merchant.testKey });
    expect(body.payee).toBe(wallet.address);
  });

  test.each([
    ['another text', (message: string) => message.replace('payout wallet', 'pay-out wallet')],
    ['one letter more', (message: string) => `${message} `],
    ['other line ends', (message: string) => message.replaceAll('\n', '\r\n')],
    ['a later end', (message: string) => message.replace(/Expiration Time: 2/, 'Expiration Time: 3')],
    ['a nonce of nobody', (message: string) => message.replace(/Nonce: ./, 'Nonce: x')],
    ['no nonce', () => 'I own this wallet.'],
  ])('refuses %s, however well it is signed', async (_, tamper) => {
    const { message } = await proof(person);
    const tampered = tamper(message);
    expect(tampered).not.toBe(message);
    const signature = await signText(wallet, tampered);
    await expectRefused(await prove(person, { address: wallet.address, message: tampered, signature }));
  });

  test("refuses another wallet's signature, and then still takes the right one", async () => {
    const right = await proof(person);
    const thief = await service.ownWallet(await service.merchant());
    await expectRefused(await prove(person, { ...right, signature: await signText(thief, right.message) }));
    await expectRefused(await prove(person, { ...right, address: thief.address }));
    const flipped = Buffer.from(right.signature, 'base64');
    flipped[7]! ^= 1;
    await expectRefused(await prove(person, { ...right, signature: flipped.toString('base64') }));
    await expectRefused(await prove(person, { ...right, signature: Buffer.alloc(64).toString('base64') }));
    expect((await prove(person, right)).body.payoutWallet).toBe(wallet.address);
  });

  test("refuses another merchant's challenge, which stays that merchant's", async () => {
    const other = await signUp(service);
    const theirs = await proof(other);
    await expectRefused(await prove(person, theirs));
    expect((await prove(other, theirs)).status).toBe(200);
  });

  test('refuses what a payer signed to sign in', async () => {
    const { message } = await issueChallenge(
      { db: service.db, publicUrl: () => service.url },
      { purpose: 'payer', address: wallet.address, merchantId: null, now: Math.floor(Date.now() / 1000) },
    );
    const signature = await signText(wallet, message);
    await expectRefused(await prove(person, { address: wallet.address, message, signature }));
  });

  test('refuses a challenge whose time is over', async () => {
    const late = await proof(person);
    await service.db`
      update wallet_challenges set expires_at = extract(epoch from now())::bigint - 1 where message = ${late.message}`;
    await expectRefused(await prove(person, late));
    await service.db`select graphile_worker.add_job('sweep', '{}'::json)`;
    await eventually(
      async () =>
        (await service.db`select 1 from wallet_challenges where message = ${late.message}`).length === 0,
    );
    await expectRefused(await prove(person, late));
  });

  test('takes a challenge once', async () => {
    const first = await proof(person);
    expect((await prove(person, first)).status).toBe(200);
    const second = await service.ownWallet(await service.merchant());
    const waiting = await prove(person, await proof(person, second));
    expect(waiting.body.pendingPayoutWallet.address).toBe(second.address);
    expect(refusal(await prove(person, first))).toBe('400 wallet_verification_failed');
    expect(await payoutWallet(person)).toBe(wallet.address);
    // The old proof has not ended the change that waits either.
    const { body } = await person.call('GET', '/v1/merchant');
    expect(body.pendingPayoutWallet).toEqual(waiting.body.pendingPayoutWallet);
  });

  test('takes a challenge once of many who send it at the same time', async () => {
    const body = await proof(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => prove(person, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.map(refusal).filter((each) => each === '400 wallet_verification_failed')).toHaveLength(9);
  });

  test.each([
    [{ address: undefined }, '400 parameter_missing address'],
    [{ address: 'x' }, '400 parameter_invalid address'],
    [{ message: undefined }, '400 parameter_missing message'],
    [{ message: '' }, '400 parameter_invalid message'],
    [{ message: 'x'.repeat(2001) }, '400 parameter_invalid message'],
    [{ signature: undefined }, '400 parameter_missing signature'],
    [{ signature: 'AAAA' }, '400 parameter_invalid signature'],
    [{ signature: `${'A'.repeat(86)}--` }, '400 parameter_invalid signature'],
    [{ wallet: 'x' }, '400 parameter_invalid wallet'],
  ])('refuses a body with %j', async (change, code) => {
    expect(refusal(await prove(person, { ...(await proof(person)), ...change }))).toBe(code);
    expect(await payoutWallet(person)).toBeNull();
  });
});

test('a wallet proven for test mode alone is never where live money goes, and takes nothing from the live one', async () => {
  const walletIn = async (mode: 'test' | 'live') =>
    (await person.call('GET', '/v1/merchant', { headers: { 'svc-mode': mode } })).body.payoutWallet;
  expect((await prove(person, { ...(await proof(person)), testOnly: true })).status).toBe(200);
  expect([await walletIn('test'), await walletIn('live')]).toEqual([wallet.address, null]);
  const real = await service.ownWallet(await service.merchant());
  await prove(person, await proof(person, real));
  expect([await walletIn('test'), await walletIn('live')]).toEqual([real.address, real.address]);
  await prove(person, { ...(await proof(person)), testOnly: true });
  expect([await walletIn('test'), await walletIn('live')]).toEqual([wallet.address, real.address]);
});

test('a wallet that the service made for testing, and whose key it showed, is never paid real money', async () => {
  const made = await service.wallet(await service.merchant());
  const seller = await signUp(service);
  const body = await proof(seller, made);
  const live = { headers: { 'svc-mode': 'live' } };
  const refused = await seller.call('POST', '/v1/payout_wallet', { body, ...live });
  expect(refusal(refused)).toBe('400 wallet_verification_failed address');
  expect(refused.body.error.message).toContain('Prove a wallet of your own');
  // In test mode it counts, and for that mode alone.
  const set = await prove(seller, await proof(seller, made));
  expect(set).toMatchObject({ status: 200, body: { payoutWallet: made.address } });
  expect((await seller.call('GET', '/v1/merchant', live)).body.payoutWallet).toBeNull();
});
