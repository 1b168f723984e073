import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestService } from '../support/service.ts';
import {
  accountOf,
  advance,
  DAY,
  finalize,
  listMint,
  lookForCancellations,
  MONTH,
  PRICE,
  subscribe,
} from '../schedule/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The accounts as the worker's rounds read them. */
async function look() {
  await finalize(service);
  await lookForCancellations(service);
}

describe('a forecast', () => {
  test('says what the chain covers, and that the charge that was at risk fails as it said', async () => {
    const merchant = await service.merchant();
    const rich = await subscribe(service, merchant);
    const poor = await subscribe(service, merchant, { periods: 1n, mint: rich.mint });
    await advance(merchant, DAY);
    await look();
    const { tokens, atRisk, readAt, from } = await merchant.api.forecast.get();
    expect(tokens).toMatchObject([
      {
        mint: rich.mint,
        expected: { payments: 1, amount: PRICE.toString() },
        atRisk: { payments: 1, amount: PRICE.toString() },
        reasons: [{ code: 'insufficient_funds', payments: 1 }],
      },
    ]);
    expect(tokens[0]!.daily).toHaveLength(31);
    expect(atRisk).toMatchObject([
      { mandateId: poor.id, payer: poor.payer.address, reason: 'insufficient_funds' },
    ]);
    expect(from - readAt!).toBeLessThan(120);
    await advance(merchant, MONTH);
    const [charge] = (await merchant.api.charges.list({ mandate: poor.id })).data;
    expect(charge).toMatchObject({ status: 'retrying', failure: { code: 'insufficient_funds' } });
  });

  test('does not tell of a fresh approval, which takes 13 s to be finalized, that it is gone', async () => {
    const merchant = await service.merchant();
    const mint = await listMint(service, merchant, {});
    await subscribe(service, merchant, { mint });
    await advance(merchant, DAY);
    // The round reads what is finalized: the account as it was before its payer approved.
    await lookForCancellations(service);
    expect((await merchant.api.forecast.get()).atRisk).toEqual([]);
    await look();
    expect((await merchant.api.forecast.get()).atRisk).toEqual([]);
    expect((await merchant.api.forecast.get()).readAt).not.toBeNull();
  });

  test('sees what is added, and an account that the issuer froze', async () => {
    const merchant = await service.merchant();
    const mint = await listMint(service, merchant, { freezeAuthority: true });
    const { payer, id } = await subscribe(service, merchant, { mint, periods: 1n });
    await look();
    expect((await merchant.api.forecast.get({ days: 29 })).atRisk).toHaveLength(0);
    await advance(merchant, DAY);
    expect((await merchant.api.forecast.get()).atRisk).toMatchObject([{ mandateId: id }]);
    await merchant.api.test.fund({ address: payer.address, mint, amount: PRICE.toString() });
    await look();
    expect((await merchant.api.forecast.get()).atRisk).toEqual([]);
    const { account } = await accountOf(service, payer.address, mint);
    await service.rpc('autopay_freezeAccount', [{ tokenAccount: account }]);
    await look();
    expect((await merchant.api.forecast.get()).atRisk).toMatchObject([{ reason: 'payer_account_frozen' }]);
  });
});
