import { getAddressEncoder } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { openPayer, type Payer, planOf, propsOf } from './payer-page.ts';
import { type Shop, startShop } from './shop.ts';
import { startTamperingProxy, type TamperingProxy } from './tampering-proxy.ts';

/** A response of the service, into which the tests reach as a liar would. */
type Body = { [field: string]: string };

const OTHER = randomAddress();

/** Puts `to` in the place of every `from` in base64. Both are as long. */
function replaceBytes(base64: string, from: Uint8Array, to: Uint8Array): string {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return Buffer.from(hex(Buffer.from(base64, 'base64')).replaceAll(hex(from), hex(to)), 'hex').toString(
    'base64',
  );
}

const addressBytes = (text: string) => new Uint8Array(getAddressEncoder().encode(text as never));
const u64 = (text: string) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text), true);
  return bytes;
};

/** Swaps bytes in both parts of what is to be signed, so that they agree with each other. */
function swap(issued: Body, from: Uint8Array, to: Uint8Array): Body {
  const { instruction = '', transaction = '' } = issued;
  return {
    ...issued,
    instruction: replaceBytes(instruction, from, to),
    transaction: replaceBytes(transaction, from, to),
  };
}

describeUnless(missingProgram('chromium'), 'a server that lies', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let shop: Shop;
  let proxy: TamperingProxy;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser, shop] = await Promise.all([TestService.start(), launchBrowser(), startShop()]);
    proxy = await startTamperingProxy(service.url);
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
  });
  afterEach(async () => {
    const mishaps = payer?.mishaps ?? [];
    await payer?.context.close();
    payer = null;
    expect(mishaps).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), shop?.stop(), proxy?.stop()]);
    await service?.stop();
  });

  /**
   * Goes through the checkout behind the proxy, as far as it lets one. Returns the state that it ended in.
   */
  async function pay(tamper: TamperingProxy['tamper'], terms: Record<string, unknown> = {}) {
    const wallet = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, wallet, payee, terms);
    payer = await openPayer(browser.browser, service, shop, [planOf(wallet)]);
    const { page } = payer;
    proxy.tamper = tamper;
    proxy.passed.length = 0;
    await payer.goto(page, proxy.url);
    const options = { apiBase: proxy.url, ...propsOf(mandate) };
    await page.evaluate((options) => window.shop.begin(options), options);
    await eventually(() => page.evaluate(() => window.shop.summary().status !== 'loading'));
    await page.evaluate(() => window.shop.checkout!.connect('Test Wallet'));
    await page.evaluate(() => window.shop.checkout!.confirm().then(() => {}));
    return { state: await page.evaluate(() => window.shop.summary()), payer, mandate };
  }

  test('cannot hide behind an honest one: the same way without lies is settled', async () => {
    const { state } = await pay((_, body) => body);
    expect(state).toMatchObject({ status: 'settled' });
  });

  const inBytes: [string, (view: Body, issued: Body) => Body][] = [
    ['a greater amount', (view, issued) => swap(issued, u64(view['approveAmount']!), u64('999000000'))],
    [
      'another delegate',
      (view, issued) => swap(issued, addressBytes(view['delegate']!), addressBytes(OTHER)),
    ],
    ['another mint', (view, issued) => swap(issued, addressBytes(view['mint']!), addressBytes(OTHER))],
    [
      'another reference',
      (view, issued) => swap(issued, addressBytes(view['reference']!), addressBytes(OTHER)),
    ],
    ['another payer', (view, issued) => swap(issued, addressBytes(view['payer']!), addressBytes(OTHER))],
    [
      'another transaction than the instruction',
      (view, issued) => ({
        ...issued,
        transaction: replaceBytes(
          issued['transaction']!,
          addressBytes(view['delegate']!),
          addressBytes(OTHER),
        ),
      }),
    ],
    ['a fee payer who is not named', (_, issued) => ({ ...issued, feePayer: OTHER })],
    ['bytes that are no transaction', (_, issued) => ({ ...issued, transaction: 'AAAA' })],
  ];
  test.each(inBytes)('that has %s signed never reaches the wallet', async (_, lie) => {
    let view: Body = {};
    const { state, payer, mandate } = await pay((path, body) => {
      if (path === '/instruction') return lie(view, body);
      view = body;
      return body;
    });
    expect(state).toMatchObject({ status: 'failed', error: 'transaction_mismatch', authorization: null });
    expect(payer.signatures()).toBe(0);
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ status: 'pending' });
  });

  const inTerms: [string, object][] = [
    ['payee', { payee: OTHER }],
    ['delegate', { delegate: OTHER }],
    ['mint', { mint: OTHER }],
    ['price', { amountPerPeriod: '999' }],
    ['period', { periodSeconds: 365 * 86_400 }],
    ['number of periods', { maxPeriods: 1 }],
    ['sum to approve', { approveAmount: '1' }],
    ['decimals', { decimals: 9 }],
  ];
  test.each(inTerms)(
    'that shows another %s than it has signed never reaches the wallet',
    async (_, shown) => {
      const { state, payer } = await pay((path, body) =>
        path === '/instruction' ? body : { ...body, ...shown },
      );
      expect(state).toMatchObject({ status: 'failed', error: 'transaction_mismatch' });
      expect(payer.signatures()).toBe(0);
    },
  );

  test('that changes the terms after they were shown has them shown again before anything is signed', async () => {
    const { state, payer } = await pay((path, body) =>
      path === '' ? { ...body, merchantName: 'Coffee Club' } : { ...body, amountPerPeriod: '999' },
    );
    expect(['review', 'failed']).toContain(state.status);
    expect(['terms_changed', 'transaction_mismatch']).toContain(state.error);
    expect(payer.signatures()).toBe(0);
  });
});
