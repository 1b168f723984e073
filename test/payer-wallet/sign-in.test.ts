import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../server/lib/secrets.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { challenge, newPayer, openSession, signIn, signText } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
let wallet: TestWallet;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  wallet = await service.wallet(merchant);
});
afterAll(() => service.stop());

async function signed(by: TestWallet = wallet) {
  const message = await challenge(service, by.address);
  return { address: by.address, message, signature: signText(by, message) };
}

const sessions = async () =>
  (await service.db<{ count: number }[]>`select count(*) as count from wallet_sessions`)[0]!.count;

describe('a challenge', () => {
  test('names the service and the address, and lasts ten minutes', async () => {
    const answer = await service.call('GET', `/v1/wallet/challenge?address=${wallet.address}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { object: 'wallet_challenge', livemode: false, address: wallet.address },
    });
    const { message, createdAt, expiresAt } = answer.body;
    expect(message).toContain(new URL(service.url).host);
    expect(message).toContain(wallet.address);
    expect(expiresAt - createdAt).toBe(600);
    const live = await service.call('GET', `/v1/wallet/challenge?address=${wallet.address}`, {
      headers: { 'svc-mode': 'live' },
    });
    expect(live.body.livemode).toBe(true);
  });

  test.each([
    ['', '400 parameter_missing address'],
    ['?address=', '400 parameter_invalid address'],
    ['?address=nonsense', '400 parameter_invalid address'],
    // Anyone could make a signature for the system program's address.
    ['?address=11111111111111111111111111111111', '400 parameter_invalid address'],
  ])('for %s is refused', async (query, expected) => {
    expect(refusal(await service.call('GET', `/v1/wallet/challenge${query}`))).toBe(expected);
  });
});

describe('signing in', () => {
  test('answers a token that works for a day, and of which only the hash is kept', async () => {
    const { status, body } = await openSession(service, await signed());
    expect([status, body.object, body.address]).toEqual([201, 'wallet_session', wallet.address]);
    expect(body.token).toMatch(/^ws_/);
    expect(body.expiresAt - body.createdAt).toBe(86_400);
    const rows = await service.db`select * from wallet_sessions where id = ${body.id}`;
    expect(rows[0]!['tokenHash']).toEqual(hashSecret(body.token));
    expect(JSON.stringify(rows)).not.toContain(body.token);
    const list = await service.call('GET', '/v1/wallet/mandates', { key: body.token });
    expect(list).toMatchObject({ status: 200, body: { object: 'list', data: [] } });
  });

  test("is refused for a signature that is another's, altered, or over another text; the challenge stays good", async () => {
    const stranger = await service.wallet(merchant);
    const good = await signed();
    const flipped = Buffer.from(good.signature, 'base64');
    flipped[3]! ^= 1;
    const before = await sessions();
    const refused = {
      'of another wallet': { ...good, signature: signText(stranger, good.message) },
      'with a bit changed': { ...good, signature: flipped.toString('base64') },
      'over a changed text': { ...good, message: `${good.message} ` },
      'over a text of its own': { ...good, message: 'hello', signature: signText(wallet, 'hello') },
      'for another address': {
        ...good,
        address: stranger.address,
        signature: signText(stranger, good.message),
      },
      'all zeros': { ...good, signature: Buffer.alloc(64).toString('base64') },
    };
    for (const [how, body] of Object.entries(refused)) {
      expect([how, refusal(await openSession(service, body))]).toEqual([how, '401 invalid_wallet_signature']);
    }
    expect(await sessions()).toBe(before);
    expect((await openSession(service, good)).status).toBe(201);
  });

  test('works once with a challenge, however many ask at once', async () => {
    const body = await signed();
    const before = await sessions();
    const answers = await Promise.all(Array.from({ length: 8 }, () => openSession(service, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(401)]);
    expect(refusal(await openSession(service, body))).toBe('401 invalid_wallet_signature');
    expect(await sessions()).toBe(before + 1);
  });

  test('is refused with an expired challenge', async () => {
    const body = await signed();
    await service.db`update wallet_challenges set expires_at = 1 where message = ${body.message}`;
    expect(refusal(await openSession(service, body))).toBe('401 invalid_wallet_signature');
  });

  test('is refused with a challenge that was issued for a payout wallet', async () => {
    const body = await signed();
    await service.db`
      update wallet_challenges set purpose = 'payout', merchant_id = ${merchant.id} where message = ${body.message}`;
    expect(refusal(await openSession(service, body))).toBe('401 invalid_wallet_signature');
  });

  test('wants all three fields, in their form', async () => {
    const good = await signed();
    for (const field of ['address', 'message', 'signature'] as const) {
      const { [field]: _, ...rest } = good;
      expect(refusal(await openSession(service, rest))).toBe(`400 parameter_missing ${field}`);
      for (const value of ['', null, 5]) {
        const answer = await openSession(service, { ...good, [field]: value });
        expect(refusal(answer)).toBe(`400 parameter_invalid ${field}`);
      }
    }
    const short = Buffer.alloc(63).toString('base64');
    expect(refusal(await openSession(service, { ...good, signature: short }))).toBe(
      '400 parameter_invalid signature',
    );
  });
});

describe('without a session', () => {
  test('a payer route is wallet_not_signed_in: with nothing, with a key, with a token that is none or has run out', async () => {
    const payer = await newPayer(service, merchant);
    await service.db`update wallet_sessions set expires_at = 1 where payer = ${payer.wallet.address}`;
    for (const key of [undefined, merchant.testKey, 'ws_1111111111111111111111111111', payer.token]) {
      const answer = await service.call('GET', '/v1/wallet/mandates', { key });
      expect(refusal(answer)).toBe('401 wallet_not_signed_in');
    }
    // The next one to sign in sweeps it away.
    await signIn(service, wallet);
    expect(await service.db`select 1 from wallet_sessions where expires_at = 1`).toHaveLength(0);
  });

  test('browsers of other sites may call, and send no cookie for it', async () => {
    const answer = await service.call('GET', `/v1/wallet/challenge?address=${wallet.address}`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
