import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { eventually } from './support/eventually.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import type { TestMerchant, TestService, TestWallet } from './support/service.ts';
import { fundedWallet, newWallet } from './support/wallets.ts';

let live: LiveService;
let service: TestService;
let mint: string;
let merchant: TestMerchant;
let payout: TestWallet;

beforeAll(async () => {
  live = await startLiveService({ slotMs: 50 });
  ({ service, mint } = live);
  merchant = await service.merchant();
  payout = newWallet();
});
afterAll(() => live.stop());

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
  await live.rpc('autopay_createTokenAccount', [{ mint, owner: payout.address }]);
  const payer = await fundedWallet(live, { lamports: 1_000_000_000, mint, amount: '100' });
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
  }, 40_000);
  const { value } = await live.rpc('getSignatureStatuses', [
    [charge.txSignature],
    { searchTransactionHistory: true },
  ]);
  expect(value[0]).toMatchObject({ confirmationStatus: 'finalized', err: null });
  expect((await service.call('GET', `/v1/mandates/${mandate.id}`, { key: merchant.testKey })).status).toBe(
    404,
  );
}, 60_000);
