import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { generateKeyPairSync } from 'node:crypto';
import { getAddressDecoder } from '@solana/kit';
import { fileSigner, generateKeyFile } from '../server/chain/signer.ts';
import { type Localnet, startLocalnet } from '../server/localnet/server.ts';
import { rpcAt } from './localnet/support.ts';
import { eventually } from './support/eventually.ts';
import { type TestMerchant, TestService } from './support/service.ts';

/** A second cluster of the same programs stands in for the live chain: the service treats it as one, since live is never a localnet. */
let live: Localnet;
let service: TestService;
let keys: string;
let mint: string;
let merchant: TestMerchant;
let payout: Wallet;

interface Wallet {
  address: string;
  secretKey: Uint8Array;
}

beforeAll(async () => {
  live = await startLocalnet({ dataDir: null, slotMs: 50 });
  keys = await mkdtemp(join(tmpdir(), 'autopay-live-keys-'));
  const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  await rpc('requestAirdrop', [(await fileSigner(feePayer)).address, 1_000_000_000_000]);
  service = await TestService.start({
    AUTOPAY_LIVE_RPC_URL: live.rpcUrl,
    AUTOPAY_SIGN_UP: 'open',
    AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
  });
  mint = (await rpc('autopay_localnetInfo')).tokens[0].mint;
  await service.db`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (true, ${mint}, 'USDX', 6, 'token', 'stable', true, true, 0)`;
  merchant = await service.merchant();
  payout = newWallet();
});
afterAll(async () => {
  await service?.stop();
  await live?.stop();
  await rm(keys, { recursive: true, force: true });
});

// oxlint-disable-next-line typescript/no-explicit-any
async function rpc(method: string, params: unknown[] = []): Promise<any> {
  const { result, error } = await rpcAt(live.rpcUrl, method, params);
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

function newWallet(): Wallet {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x!, 'base64url');
  return {
    address: getAddressDecoder().decode(publicKey),
    secretKey: Buffer.concat([Buffer.from(d!, 'base64url'), publicKey]),
  };
}

function create(terms: Record<string, unknown> = {}) {
  const body = {
    payer: newWallet().address,
    payee: payout.address,
    mint,
    amountPerPeriod: '5',
    periodSeconds: 3600,
    ...terms,
  };
  return service.call('POST', '/v1/mandates', { key: merchant.liveKey, body });
}

test('live money goes to the proven payout wallet only, which must be able to receive', async () => {
  expect((await create()).body.error).toMatchObject({ code: 'no_payout_wallet', param: 'payee' });
  await service.db`
    update merchants set payout_wallet = ${payout.address}, payout_wallet_verified_at = 1 where id = ${merchant.id}`;
  expect((await create({ payee: newWallet().address })).body.error).toMatchObject({
    code: 'parameter_invalid',
    param: 'payee',
  });
  const unreceivable = await create();
  expect(unreceivable.body.error).toMatchObject({ code: 'parameter_invalid', param: 'payee' });
  expect(unreceivable.body.error.message).toContain('token account');
  expect((await service.db`select 1 from mandates`).length).toBe(0);
});

test('live periods are an hour at least, and nothing is simulated', async () => {
  expect((await create({ periodSeconds: 3599 })).body.error).toMatchObject({
    code: 'parameter_invalid',
    param: 'periodSeconds',
  });
  expect((await create({ autoAuthorize: true })).body.error).toMatchObject({ code: 'test_mode_only' });
  const clock = await service.call('GET', '/v1/test/clock', { key: merchant.liveKey });
  expect(clock.body.error.code).toBe('test_mode_only');
});

test('a live mandate is charged once its payment is finalized, and test keys do not see it', async () => {
  await rpc('autopay_createTokenAccount', [{ mint, owner: payout.address }]);
  const payer = newWallet();
  await rpc('requestAirdrop', [payer.address, 1_000_000_000]);
  await rpc('autopay_mintTo', [{ mint, owner: payer.address, amount: '100' }]);
  // The payee's account counts once it is confirmed, a slot or two after it was made.
  const { body: mandate } = await eventually(async () => {
    const answer = await create({ payer: payer.address });
    return answer.status === 201 && answer;
  });
  expect(mandate.livemode).toBe(true);
  const signer = await signerFromKeyPair(payer.secretKey);
  await authorize({
    apiBase: service.url,
    mandateId: mandate.id,
    clientSecret: mandate.client_secret,
    signer,
  });
  const charge = await eventually(async () => {
    const { body } = await service.call('GET', `/v1/mandates/${mandate.id}/charges`, {
      key: merchant.liveKey,
    });
    return body.data.find((one: { status: string }) => one.status === 'succeeded');
  }, 20_000);
  const { value } = await rpc('getSignatureStatuses', [[charge.txSignature]]);
  expect(value[0]).toMatchObject({ confirmationStatus: 'finalized', err: null });
  expect((await service.call('GET', `/v1/mandates/${mandate.id}`, { key: merchant.testKey })).status).toBe(
    404,
  );
});
