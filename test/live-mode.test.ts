import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKeyFile } from '../server/chain/signer.ts';
import { startLocalnet } from '../server/localnet/server.ts';
import { hashSecret } from '../server/lib/secrets.ts';
import { newId } from '../server/lib/ids.ts';
import { checkout, MONTHLY } from './support/checkout.ts';
import { seedMandate } from './support/deployment.ts';
import { eventually } from './support/eventually.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { refusal } from './support/refusal.ts';
import { type TestMerchant, TestService } from './support/service.ts';

/** A request that needs nothing but an address: the wallets of this file are never asked to sign. */
async function termsOn(mint: string) {
  const [payer, payee] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  return { payer: payer.address, payee: payee.address, mint, ...MONTHLY };
}

describe('a deployment without a live chain', () => {
  let service: TestService;
  let merchant: TestMerchant;
  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });
  afterAll(() => service.stop());

  test('reads live objects, and refuses what would have to be broadcast', async () => {
    const mint = await service.mint(merchant);
    const key = merchant.liveKey;
    const body = await termsOn(mint);
    const create = (more: object) =>
      service.call('POST', '/v1/mandates', { key, body: { ...body, ...more } });
    expect(refusal(await create({}))).toBe('400 broadcast_unavailable');
    expect(refusal(await create({ sellMode: 'once', maxPeriods: 1 }))).toBe('400 purchases_unavailable');
    expect((await service.call('GET', '/v1/mandates', { key })).body.data).toEqual([]);
    const refund = await service.call('POST', `/v1/charges/${newId('charge')}/refund`, { key, body: {} });
    expect(refusal(refund)).toBe('400 broadcast_unavailable');
  });

  test('asks for validity before it asks for a chain', async () => {
    const body = { ...(await termsOn(await service.mint(merchant))), periodSeconds: 3599 };
    const create = (more: object) =>
      service.call('POST', '/v1/mandates', { key: merchant.liveKey, body: { ...body, ...more } });
    expect(refusal(await create({}))).toBe('400 parameter_invalid periodSeconds');
    expect(refusal(await create({ amountPerPeriod: '0' }))).toBe('400 parameter_invalid amountPerPeriod');
  });
});

describe('a deployment with both chains', () => {
  let live: LiveService;
  let service: TestService;
  let merchant: TestMerchant;
  let payee: string;
  let mint: string;

  beforeAll(async () => {
    live = await startLiveService();
    ({ service } = live);
    merchant = await service.merchant();
    payee = (await generateKeyPairSigner()).address;
    mint = await service.mint(merchant);
  });
  afterAll(() => live.stop());

  test('refuses to start with one key as fee payer and delegate', async () => {
    const { rpcUrl, feePayer, delegate } = live.settings;
    const env = {
      AUTOPAY_LIVE_RPC_URL: rpcUrl,
      AUTOPAY_SIGN_UP: 'open',
      AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
      AUTOPAY_LIVE_DELEGATE_KEY_FILE: `${delegate},${feePayer}`,
    };
    await expect(TestService.start(env)).rejects.toThrow(
      /AUTOPAY_LIVE_FEE_PAYER_KEY_FILE and AUTOPAY_LIVE_DELEGATE_KEY_FILE name the same key/,
    );
  });

  test('refuses to start with a delegate as owner of plans, and with one key in both modes', async () => {
    const { rpcUrl, feePayer, delegate } = live.settings;
    const env = {
      AUTOPAY_LIVE_RPC_URL: rpcUrl,
      AUTOPAY_SIGN_UP: 'open',
      AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
      AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
    };
    await expect(TestService.start({ ...env, AUTOPAY_LIVE_PLAN_OWNER_KEY_FILE: delegate })).rejects.toThrow(
      /AUTOPAY_LIVE_PLAN_OWNER_KEY_FILE and AUTOPAY_LIVE_DELEGATE_KEY_FILE name the same key.*owner of plans/,
    );
    const test = await startLocalnet({ dataDir: null });
    const keys = await mkdtemp(join(tmpdir(), 'autopay-keys-'));
    const [ownFees, ownDelegate] = [join(keys, 'fees.json'), join(keys, 'delegate.json')];
    await Promise.all([ownFees, ownDelegate].map(generateKeyFile));
    await expect(
      TestService.start({
        ...env,
        AUTOPAY_TEST_RPC_URL: test.rpcUrl,
        AUTOPAY_TEST_FEE_PAYER_KEY_FILE: ownFees,
        AUTOPAY_TEST_DELEGATE_KEY_FILE: ownDelegate,
        AUTOPAY_TEST_PLAN_OWNER_KEY_FILE: feePayer,
      }),
    ).rejects.toThrow(/is used in test and in live mode/);
    await test.stop();
  });

  const create = async (more: object = {}) => {
    const body = { ...(await termsOn(live.mint)), payee, ...more };
    return service.call('POST', '/v1/mandates', { key: merchant.liveKey, body });
  };

  test('pays a live mandate to the proven payout wallet alone, whose token account must be there', async () => {
    expect(refusal(await create())).toBe('400 no_payout_wallet payee');
    await service.db`
      update merchants set payout_wallet = ${payee}, payout_wallet_verified_at = 1 where id = ${merchant.id}`;
    const { address: thief } = await generateKeyPairSigner();
    expect(refusal(await create({ payee: thief }))).toBe('400 parameter_invalid payee');
    expect(refusal(await create({ autoAuthorize: true }))).toBe('400 test_mode_only autoAuthorize');
    expect(refusal(await create({ mint }))).toBe('400 mint_not_allowed mint');
    const closed = await create();
    expect(refusal(closed)).toBe('400 parameter_invalid payee');
    expect(closed.body.error.message).toContain('Create it once');
  });

  test('keeps a live mandate from every test key, and a test mandate from every live key', async () => {
    await live.rpc('autopay_createTokenAccount', [{ mint: live.mint, owner: payee }]);
    // The account is seen once its slot is confirmed.
    const made = await eventually(async () => {
      const answer = await create();
      return answer.status === 201 && answer;
    });
    expect(made).toMatchObject({ status: 201, body: { livemode: true, status: 'pending' } });
    const path = `/v1/mandates/${made.body.id}`;
    expect((await service.call('GET', path, { key: merchant.liveKey })).status).toBe(200);
    expect(refusal(await service.call('GET', path, { key: merchant.testKey }))).toBe('404 resource_missing');
    expect(refusal(await service.call('POST', `${path}/revoke`, { key: merchant.testKey }))).toBe(
      '404 resource_missing',
    );
    expect((await merchant.api.events.list()).data).toEqual([]);
    expect((await checkout(service, made.body, '')).body).toMatchObject({
      livemode: true,
      genesisHash: await live.rpc('getGenesisHash'),
    });
  });

  test('refuses test helpers with a live key', async () => {
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key: merchant.liveKey, body });
    const answers = [
      await ask('POST', '/v1/test/wallets', {}),
      await ask('GET', '/v1/test/clock'),
      await ask('POST', '/v1/test/clock/advance', { seconds: 1 }),
    ];
    expect(answers.map(refusal)).toEqual(Array<string>(3).fill('400 test_mode_only'));
  });
});

describe('a deployment without a test chain', () => {
  let service: TestService;
  let merchant: TestMerchant;
  beforeAll(async () => {
    service = await TestService.start({ AUTOPAY_TEST_RPC_URL: 'none' });
    merchant = await service.merchant();
  });
  afterAll(() => service.stop());

  const ask = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: merchant.testKey, body });

  test('rejects what needs one, each with its own code', async () => {
    const { deployment } = service.running;
    const mandate = await seedMandate(deployment, { merchantId: merchant.id, livemode: false });
    const secret = 'cs_known';
    await service.db`
      update mandates set client_secret_hash = ${hashSecret(secret)} where id = ${mandate.id}`;
    const view = { ...mandate, client_secret: secret } as unknown as Parameters<typeof checkout>[1];
    expect((await checkout(service, view, '')).status).toBe(200);
    for (const operation of ['instruction', 'refresh']) {
      expect(refusal(await checkout(service, view, operation))).toBe('400 broadcast_unavailable');
    }
    const submitted = await checkout(service, view, 'submit', { signedTransaction: 'AAAA' });
    expect(refusal(submitted)).toBe('400 broadcast_unavailable');

    const body = await termsOn(mandate.mint);
    expect(refusal(await ask('POST', '/v1/mandates', body))).toBe('400 broadcast_unavailable');
    const once = { ...body, sellMode: 'once', maxPeriods: 1 };
    expect(refusal(await ask('POST', '/v1/mandates', once))).toBe('400 purchases_unavailable');
    expect(refusal(await ask('POST', '/v1/mandates', { ...body, autoAuthorize: true }))).toBe(
      '400 test_mode_only autoAuthorize',
    );
    const answers = [
      await ask('POST', '/v1/test/wallets', {}),
      await ask('POST', '/v1/test/fund', { address: body.payer }),
      await ask('POST', '/v1/test/tokens', {}),
      await ask('POST', '/v1/test/events', { type: 'mandate.created' }),
      await ask('GET', '/v1/test/clock'),
      await ask('POST', '/v1/test/clock/advance', { seconds: 1 }),
    ];
    expect(answers.map(refusal)).toEqual(Array<string>(6).fill('400 test_mode_only'));
    const balance = await service.call('GET', `/v1/wallet/balance?address=${body.payer}&mint=${body.mint}`);
    expect(refusal(balance)).toBe('400 broadcast_unavailable');
    const refund = await ask('POST', `/v1/charges/${newId('charge')}/refund`, {});
    expect(refusal(refund)).toBe('400 broadcast_unavailable');
  });

  test('still reads and revokes what is there', async () => {
    const { deployment } = service.running;
    const { id } = await seedMandate(deployment, { merchantId: merchant.id, livemode: false });
    expect((await ask('GET', `/v1/mandates/${id}`)).status).toBe(200);
    expect((await ask('POST', `/v1/mandates/${id}/revoke`)).body.status).toBe('revoked');
  });
});
