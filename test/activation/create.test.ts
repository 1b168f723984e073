import { generateKeyPairSigner, getProgramDerivedAddress } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPL_TOKEN } from '../../server/chain/token-program.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { balanceOnChain, MONTHLY } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let good: Record<string, unknown>;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
  const mint = await service.mint(merchant);
  good = { payer: payer.address, payee: payee.address, mint, ...MONTHLY };
});
afterAll(() => service.stop());

const create = (patch: Record<string, unknown>, headers: Record<string, string> = {}, of = merchant) =>
  service.call('POST', '/v1/mandates', { key: of.testKey, body: { ...good, ...patch }, headers });

/** How a request with each of `values` in `field` is refused, without repetition. */
async function refusals(field: string, values: unknown[]): Promise<string[]> {
  const answers = await Promise.all(values.map((value) => create({ [field]: value })));
  return [...new Set(answers.map(refusal))];
}

describe('the fields of a new mandate', () => {
  test('a required field that is absent is parameter_missing, and the first of several is named', async () => {
    for (const field of ['payer', 'payee', 'mint', 'amountPerPeriod', 'periodSeconds']) {
      expect(await refusals(field, [undefined])).toEqual([`400 parameter_missing ${field}`]);
    }
    const nothing = await service.call('POST', '/v1/mandates', { key: merchant.testKey, body: {} });
    expect(refusal(nothing)).toBe('400 parameter_missing payer');
  });

  test('null, empty and wrongly typed values are parameter_invalid and name their field', async () => {
    const address = [
      null,
      '',
      7,
      {},
      '0OIl',
      'a',
      // Too long, whether the address has 43 or 44 characters.
      `${good['payer'] as string}11`,
      ` ${good['payer'] as string}`,
    ];
    const wrong: Record<string, unknown[]> = {
      payer: address,
      payee: address,
      mint: address,
      amountPerPeriod: [
        null,
        '',
        5,
        1.5,
        '0',
        '-1',
        '+1',
        '01',
        '1.5',
        '1e3',
        ' 1',
        '1 ',
        '0x10',
        '１',
        '18446744073709551616',
        '9'.repeat(400),
      ],
      periodSeconds: [null, '', '60', 0, -1, 1.5, 31_536_001, 1e21],
      maxPeriods: ['', '3', 0, -1, 1.5, 10_001],
      trialSeconds: [null, '', '60', -1, 1.5, 63_072_001],
      sellMode: [null, '', 'both', 'ONCE', 1],
      autoAuthorize: [null, '', 'true', 1],
      webhookUrl: ['https://shop.example.org'],
      __proto: [1],
    };
    for (const [field, values] of Object.entries(wrong)) {
      expect(await refusals(field, values)).toEqual([`400 parameter_invalid ${field}`]);
    }
  });

  test('the largest and the smallest of everything is accepted', async () => {
    const largest = await create({
      amountPerPeriod: '18446744073709551615',
      periodSeconds: 31_536_000,
      maxPeriods: 10_000,
      trialSeconds: 63_072_000,
    });
    expect(largest).toMatchObject({ status: 201, body: { amountPerPeriod: '18446744073709551615' } });
    const smallest = await create({
      amountPerPeriod: '1',
      periodSeconds: 1,
      maxPeriods: 1,
      trialSeconds: 0,
      autoAuthorize: false,
      sellMode: 'subscription',
    });
    expect(smallest).toMatchObject({ status: 201, body: { status: 'pending', maxPeriods: 1 } });
    for (const maxPeriods of [null, undefined]) {
      const unlimited = await create({ maxPeriods });
      expect(unlimited).toMatchObject({ status: 201, body: { maxPeriods: null, expiresAt: null } });
    }
  });

  test('the response shows the terms, a reference, a delegate and the client_secret, which reading does not', async () => {
    const { status, body } = await create({ trialSeconds: 86_400 });
    expect(status).toBe(201);
    const { client_secret: secret, ...shown } = body;
    expect(secret).toMatch(/^cs_.{40,}$/);
    expect(shown).toMatchObject({
      ...good,
      object: 'mandate',
      livemode: false,
      merchantId: merchant.id,
      status: 'pending',
      sellMode: 'subscription',
      trialSeconds: 86_400,
      trialEndsAt: body.startAt + 86_400,
      expiresAt: body.startAt + 86_400 + 12 * MONTHLY.periodSeconds,
      startAt: body.createdAt,
      periodsCharged: 0,
      fundsSufficientAtSignup: false,
      authorizedUntil: null,
      planSignature: null,
      version: 1,
    });
    const read = await service.call('GET', `/v1/mandates/${body.id}`, { key: merchant.testKey });
    const { version: _, planSignature: __, ...same } = read.body;
    expect(shown).toMatchObject(same);
    expect(read.body).not.toHaveProperty('client_secret');
    const { data } = await merchant.api.events.list({ mandate: body.id });
    expect(data.map(({ type }) => type)).toEqual(['mandate.created']);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  test('a one-time purchase takes one period and no trial', async () => {
    expect(refusal(await create({ sellMode: 'once', maxPeriods: 2 }))).toBe(
      '400 parameter_invalid maxPeriods',
    );
    const trial = await create({ sellMode: 'once', maxPeriods: null, trialSeconds: 1 });
    expect(refusal(trial)).toBe('400 parameter_invalid trialSeconds');
    const order = await create({ sellMode: 'once', maxPeriods: 1, trialSeconds: 0 });
    expect(order).toMatchObject({
      status: 201,
      body: { sellMode: 'once', periodSeconds: 0, maxPeriods: 1, expiresAt: null, trialEndsAt: null },
    });
  });
});

describe('the parties of a new mandate', () => {
  test('payer and payee are two wallets: no mint, token account or program, and the payer can sign', async () => {
    const { payer, payee, mint } = good as Record<
      'payer' | 'payee' | 'mint',
      ReturnType<typeof randomAddress>
    >;
    const [payerTokens, payeeTokens] = [
      await tokenAccountOf(payer, mint, 'token'),
      await tokenAccountOf(payee, mint, 'token'),
    ];
    expect(await refusals('payee', [payer, mint, payerTokens, SPL_TOKEN])).toEqual([
      '400 parameter_invalid payee',
    ]);
    expect(await refusals('payer', [mint, payeeTokens, SPL_TOKEN])).toEqual(['400 parameter_invalid payer']);
    expect(refusal(await create({ payer: payee }))).toBe('400 parameter_invalid payee');
  });

  test('a program-derived address can be paid, as the vault of a multisig, and cannot pay', async () => {
    const [vault] = await getProgramDerivedAddress({ programAddress: SPL_TOKEN, seeds: ['vault'] });
    expect(refusal(await create({ payer: vault }))).toBe('400 parameter_invalid payer');
    expect(await create({ payee: vault })).toMatchObject({ status: 201, body: { payee: vault } });
  });

  test('a mint that is unknown, or accepted by another merchant alone, is mint_not_allowed', async () => {
    const other = await service.merchant('Tea Club');
    const { mint } = await other.api.test.createToken({});
    expect(await refusals('mint', [randomAddress(), mint])).toEqual(['400 mint_not_allowed mint']);
    expect((await create({ mint }, {}, other)).status).toBe(201);
  });

  test('a rejected request leaves nothing behind', async () => {
    const fresh = await service.merchant();
    const refused = await create({ payee: good['payer'] }, {}, fresh);
    expect(refused.status).toBe(400);
    expect((await fresh.api.mandates.list()).data).toEqual([]);
    expect((await fresh.api.events.list()).data).toEqual([]);
  });
});

describe('creating with autoAuthorize', () => {
  test('a gift of more tokens than can exist is verification_failed, and creates nothing', async () => {
    const { mint } = await merchant.api.test.createToken({});
    const payers = [await generateKeyPairSigner(), await generateKeyPairSigner()].map(
      ({ address }) => address,
    );
    const terms = { mint, autoAuthorize: true, amountPerPeriod: '18446744073709551615', maxPeriods: 1 };
    const [first, second] = [
      await create({ ...terms, payer: payers[0] }),
      await create({ ...terms, payer: payers[1] }),
    ];
    expect(first.status).toBe(201);
    expect([second.status, second.body.error.code]).toEqual([402, 'verification_failed']);
    expect((await merchant.api.mandates.list({ payer: payers[1]! })).data).toEqual([]);
  });

  test('the mandate is active at once, its client_secret is there, and the first charge lands', async () => {
    const { address: payer } = await generateKeyPairSigner();
    const { status, body } = await create({ payer, autoAuthorize: true, amountPerPeriod: '250' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'active', fundsSufficientAtSignup: true });
    expect(body.client_secret).toMatch(/^cs_/);
    await expect.poll(async () => (await merchant.api.mandates.get(body.id)).periodsCharged).toBe(1);
    const [charge] = (await merchant.api.mandates.listCharges(body.id)).data.slice(-1);
    expect(charge).toMatchObject({ status: 'succeeded', amount: '250', periodIndex: 0 });
  });

  test('a balance that is short is 402 verification_failed, and neither mandate nor approval is made', async () => {
    const poor = await service.merchant();
    const payer = await service.wallet(poor, { amount: '99' });
    const terms = { payer: payer.address, amountPerPeriod: '100', autoAuthorize: true };
    expect(refusal(await create(terms, {}, poor))).toBe('402 verification_failed');
    expect((await poor.api.mandates.list()).data).toEqual([]);
    expect((await poor.api.events.list()).data).toEqual([]);
    const mint = await service.mint(poor);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(99n);

    const onTrial = await create({ ...terms, trialSeconds: 3600 }, {}, poor);
    expect(onTrial).toMatchObject({
      status: 201,
      body: { status: 'active', fundsSufficientAtSignup: false },
    });
  });

  test('it is for test mode: a live key is refused whatever chain there is', async () => {
    const body = { ...good, autoAuthorize: true };
    const answer = await service.call('POST', '/v1/mandates', { key: merchant.liveKey, body });
    expect(refusal(answer)).toBe('400 test_mode_only autoAuthorize');
  });
});

describe('creating with an Idempotency-Key', () => {
  test('of many identical requests at once one creates, and every other one is in flight or its replay', async () => {
    const fresh = await service.merchant();
    const headers = { 'idempotency-key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({}, headers, fresh)));
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toBe('409 request_in_flight');
    }
    const replay = await create({}, headers, fresh);
    expect(replay.status).toBe(201);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    const secrets = [replay, ...answers].filter(({ status }) => status === 201).map(({ body }) => body);
    expect(new Set(secrets.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await fresh.api.mandates.list()).data).toHaveLength(1);
    expect((await fresh.api.events.list()).data).toHaveLength(1);
  });

  test('the same key with another body is refused by name, and with another merchant is another key', async () => {
    const headers = { 'idempotency-key': 'order-2' };
    expect((await create({}, headers)).status).toBe(201);
    const other = await create({ amountPerPeriod: '2' }, headers);
    expect(refusal(other)).toBe('400 parameter_invalid Idempotency-Key');
    const stranger = await service.merchant();
    expect((await create({ amountPerPeriod: '2' }, headers, stranger)).status).toBe(201);
  });

  test('a refusal is replayed too', async () => {
    const headers = { 'idempotency-key': 'order-3' };
    const refused = await create({ payee: good['payer'] }, headers);
    const replay = await create({ payee: good['payer'] }, headers);
    expect(replay.body).toEqual(refused.body);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });
});
