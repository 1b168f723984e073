import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

const MOST = '18446744073709551615';
const OWNER = 'the-key-of-the-platform-s-owner-0123456789';

let service: TestService;
let merchant: TestMerchant;
let other: TestMerchant;
let floor: string;
beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_TEST_TOKENS_PER_GIFT: '2000',
    AUTOPAY_TEST_TOKENS_PER_DAY: '5000',
    AUTOPAY_OWNER_KEY: OWNER,
  });
  merchant = await service.merchant();
  other = await service.merchant();
  floor = await service.mint(merchant);
});
afterAll(() => service.stop());

const fund = (who: TestMerchant, body: object) =>
  service.call('POST', '/v1/test/fund', { key: who.testKey, body: { address: randomAddress(), ...body } });

describe('a token that all merchants share', () => {
  it('is given so much at once and so much a day, and never runs out for others', async () => {
    expect(refusal(await fund(merchant, { amount: MOST }))).toBe('400 parameter_invalid amount');
    expect(refusal(await fund(merchant, { amount: '2000000001' }))).toBe('400 parameter_invalid amount');
    expect((await fund(merchant, { amount: '2000000000' })).status).toBe(201);
    expect((await fund(merchant, { amount: '2000000000' })).status).toBe(201);
    const refused = await fund(merchant, { amount: '1000000001' });
    expect(refusal(refused)).toBe('429 rate_limit_exceeded');
    expect((await fund(merchant, { amount: '1000000000' })).status).toBe(201);
    expect((await fund(other, {})).status).toBe(201);
  });

  it('is given with autoAuthorize within the same bounds', async () => {
    const create = async (amountPerPeriod: string) =>
      service.call('POST', '/v1/mandates', {
        key: other.testKey,
        body: {
          payer: (await generateKeyPairSigner()).address,
          payee: (await generateKeyPairSigner()).address,
          mint: floor,
          amountPerPeriod,
          periodSeconds: 3600,
          autoAuthorize: true,
        },
      });
    expect(refusal(await create(MOST))).toBe('402 verification_failed');
    expect((await create('1500000000')).status).toBe(201);
    expect((await create('1500000000')).status).toBe(201);
    expect(refusal(await create('1500000000'))).toBe('429 rate_limit_exceeded');
  });

  it('is given on where so much was minted that no more could exist', async () => {
    const { value } = await service.rpc('getTokenSupply', [floor, { commitment: 'processed' }]);
    const hoard = BigInt(MOST) - BigInt(value.amount);
    await service.rpc('autopay_mintTo', [{ mint: floor, owner: randomAddress(), amount: hoard.toString() }]);
    const fresh = await service.merchant();
    const address = randomAddress();
    expect((await fund(fresh, { address })).status).toBe(201);
    expect(await balanceOnChain(service, address, floor)).toBe(1_000_000_000n);
  });
});

describe('a token that a merchant made', () => {
  it('is seen, accepted and given by that merchant alone, until the owner takes it over', async () => {
    const { mint } = await merchant.api.test.createToken({});
    const seen = async (who: TestMerchant) =>
      (await who.api.tokens.list()).data.some((token) => token.mint === mint);
    expect([await seen(merchant), await seen(other)]).toEqual([true, false]);
    const accept = (who: TestMerchant) =>
      service.call('POST', '/v1/tokens', { key: who.testKey, body: { mint } });
    expect([(await accept(merchant)).status, refusal(await accept(other))]).toEqual([
      200,
      '400 mint_not_allowed mint',
    ]);
    const cursor = await service.call('GET', `/v1/tokens?startingAfter=${mint}`, { key: other.testKey });
    expect(refusal(cursor)).toBe('400 parameter_invalid startingAfter');
    expect((await fund(merchant, { mint, amount: MOST })).status).toBe(201);
    expect(refusal(await fund(other, { mint }))).toBe('400 mint_not_allowed mint');
    const body = { symbol: 'OURS' };
    const path = `/v1/platform/tokens/${mint}`;
    expect((await service.call('PATCH', path, { key: OWNER, body })).status).toBe(200);
    expect(await seen(other)).toBe(true);
  });
});
