import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { TestService } from '../support/service.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { openPayer, type Payer, planOf, propsOf } from './payer-page.ts';
import { type Shop, startShop } from './shop.ts';
import type { WalletPlan } from './test-wallet.ts';

/** A memo of `hi`, as a wallet adds one. */
const MEMO = { programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', data: 'aGk=' };

describeUnless(
  missingProgram('chromium'),
  'a checkout in Chromium whose network fee the service pays',
  () => {
    let service: TestService;
    let browser: TestBrowser;
    let shop: Shop;
    let payer: Payer | null = null;

    beforeAll(async () => {
      const starting = TestService.start({ AUTOPAY_SPONSOR_FEES: 'on' });
      [service, browser, shop] = await Promise.all([starting, launchBrowser(), startShop()]);
    });
    afterEach(async () => {
      const mishaps = payer?.mishaps ?? [];
      await payer?.context.close();
      payer = null;
      expect(mishaps).toEqual([]);
    });
    afterAll(async () => {
      await Promise.all([browser?.stop(), shop?.stop(), service?.stop()]);
    });

    /**
     * Pays with such a wallet. Returns how often it was asked to sign, the state, and the lamports that its
     * fees took.
     */
    async function pay(changes: Partial<WalletPlan>) {
      const merchant = await service.merchant();
      const [wallet, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
      const mandate = await createMandate(service, merchant, wallet, payee);
      payer = await openPayer(browser.browser, service, shop, [planOf(wallet, changes)]);
      const { page } = payer;
      await payer.goto(page, service.url);
      const before = await lamportsOf(wallet.address);
      const options = { apiBase: service.url, ...propsOf(mandate) };
      await page.evaluate((options) => window.shop.begin(options), options);
      await eventually(() => page.evaluate(() => window.shop.summary().status === 'choose_wallet'));
      await page.evaluate(() => window.shop.checkout!.connect('Test Wallet'));
      await page.evaluate(() => window.shop.checkout!.confirm().then(() => {}));
      const { status, authorization } = await page.evaluate(() => window.shop.summary());
      const paidByPayer = authorization!.feePayer === wallet.address;
      return {
        status,
        paidByPayer,
        signatures: payer.signatures(),
        lamports: before - (await lamportsOf(wallet.address)),
      };
    }

    async function lamportsOf(address: string): Promise<number> {
      return (await service.rpc('getBalance', [address, { commitment: 'processed' }])).value;
    }

    test('costs the payer no SOL', async () => {
      expect(await pay({})).toEqual({ status: 'settled', paidByPayer: false, signatures: 1, lamports: 0 });
    });

    test("is asked for a second time at the payer's expense when the wallet changed what it signed", async () => {
      const paid = await pay({ adds: [MEMO] });
      expect(paid).toMatchObject({ status: 'settled', paidByPayer: true, signatures: 2 });
      expect(paid.lamports).toBeGreaterThan(0);
    });

    test('is paid by the payer at once with a wallet that only sends', async () => {
      const paid = await pay({ signs: ['solana:signAndSendTransaction'] });
      expect(paid).toMatchObject({ status: 'settled', paidByPayer: true, signatures: 1 });
    });
  },
);
