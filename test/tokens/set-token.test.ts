import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, makeToken, parties, startOwned } from '../platform/support.ts';
import { MONTHLY } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import type { TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await startOwned();
  merchant = await service.merchant();
});
afterAll(() => service.stop());

const set = (body: object, key = merchant.testKey) => service.call('POST', '/v1/tokens', { key, body });
const choices = () => service.db`select mint, accepted from token_choices order by mint`;

async function isAccepted(mint: string, who = merchant): Promise<boolean> {
  const { body } = await service.call('GET', '/v1/tokens', { key: who.testKey });
  return body.data.find((token: { mint: string }) => token.mint === mint).accepted;
}

async function createMandate(mint: string) {
  const body = { ...(await parties()), mint, ...MONTHLY };
  return refusal(await service.call('POST', '/v1/mandates', { key: merchant.testKey, body }));
}

test('a token is declined and accepted again, for this merchant alone', async () => {
  const other = await service.merchant('Tea Club');
  const { mint } = await makeToken(service, { isDefault: true });
  expect(await isAccepted(mint)).toBe(true);
  const declined = await set({ mint, enabled: false });
  expect(declined).toMatchObject({ status: 200, body: { object: 'token', mint, isDefault: true } });
  expect(declined.body.accepted).toBe(false);
  expect(await isAccepted(mint)).toBe(false);
  expect(await isAccepted(mint, other)).toBe(true);
  expect(await createMandate(mint)).toBe('400 mint_not_allowed mint');

  // `enabled` is true when it is left out.
  expect((await set({ mint })).body.accepted).toBe(true);
  expect(await isAccepted(mint)).toBe(true);
});

test('what was chosen holds when the default changes', async () => {
  const [chosen, untouched] = [await makeToken(service), await makeToken(service)];
  expect((await set({ mint: chosen.mint, enabled: false })).body.accepted).toBe(false);
  for (const { mint } of [chosen, untouched]) {
    await asOwner(service, 'PATCH', `/tokens/${mint}`, { isDefault: true });
  }
  expect(await isAccepted(chosen.mint)).toBe(false);
  expect(await isAccepted(untouched.mint)).toBe(true);
});

test('the floor cannot be declined, and accepting it changes nothing', async () => {
  const mint = await service.mint(merchant);
  const before = await choices();
  expect(refusal(await set({ mint, enabled: false }))).toBe('400 floor_token enabled');
  expect(await choices()).toEqual(before);
  expect((await set({ mint, enabled: true })).body).toMatchObject({ floor: true, accepted: true });
});

test('a token that is not in the registry of the mode is rejected, and nothing is recorded', async () => {
  const floor = await service.mint(merchant);
  const before = await choices();
  expect(refusal(await set({ mint: randomAddress() }))).toBe('400 mint_not_allowed mint');
  expect(refusal(await set({ mint: randomAddress(), enabled: false }))).toBe('400 mint_not_allowed mint');
  expect(refusal(await set({ mint: floor }, merchant.liveKey))).toBe('400 mint_not_allowed mint');
  expect(await choices()).toEqual(before);
});

test('a request that is not well formed is refused', async () => {
  const mint = await service.mint(merchant);
  expect(refusal(await set({}))).toBe('400 parameter_missing mint');
  expect(refusal(await set({ mint: 'EPj' }))).toBe('400 parameter_invalid mint');
  expect(refusal(await set({ mint: null }))).toBe('400 parameter_invalid mint');
  expect(refusal(await set({ mint, enabled: 'no' }))).toBe('400 parameter_invalid enabled');
  expect(refusal(await set({ mint, accepted: true }))).toBe('400 parameter_invalid accepted');
  expect(refusal(await service.call('POST', '/v1/tokens', { body: { mint } }))).toBe('401 unauthenticated');
});
