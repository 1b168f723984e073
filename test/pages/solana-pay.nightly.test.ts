import { generate } from 'lean-qr';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { shortAddress } from '@autopay/checkout-js/words';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { openPayer, type Payer, planOf } from '../browser/payer-page.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { expectAccessible } from './accessible.ts';

describeUnless(missingProgram('chromium'), 'paying with a wallet on a phone', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start(), launchBrowser()]);
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
  });
  afterEach(async () => {
    const mishaps = payer?.mishaps;
    await payer?.context.close();
    payer = null;
    expect(mishaps ?? []).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), service?.stop()]);
  });

  /** A browser without a wallet, unless one is given. */
  async function open(
    wallets: TestWallet[] = [],
    options: BrowserContextOptions = {},
    hasTestWallet = false,
  ): Promise<Page> {
    const shop = { url: service.url, stop: async () => {} };
    payer = await openPayer(
      browser.browser,
      service,
      shop,
      wallets.map((wallet) => planOf(wallet)),
      options,
    );
    if (hasTestWallet) return payer.page;
    await payer.context.route('**/assets/test-wallet-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    return payer.page;
  }

  async function openMandate(phone: TestWallet, terms: object = {}): Promise<Page> {
    const mandate = await createMandate(service, merchant, phone, payee, { ...terms });
    const page = await open();
    await page.goto(`${service.url}/checkout/${mandate.id}#${mandate.client_secret}`);
    return page;
  }

  async function linkUrl(): Promise<string> {
    const mint = await service.mint(merchant);
    const terms = { amountPerPeriod: '12500000', periodSeconds: 2_592_000 };
    const body = { name: 'Espresso of the month', payee: payee.address, mint, ...terms };
    return service.url + (await merchant.api.paymentLinks.create(body as never)).url;
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

  /** The request that the code of this page asks a phone for. */
  async function requestOf(page: Page): Promise<string> {
    const link = await page.locator('svg.qr').getAttribute('data-text');
    // It would lead nowhere here.
    expect(await page.locator('a[href^="solana:"]').count()).toBe(0);
    expect(link).toMatch(/^solana:http/);
    return decodeURIComponent(link!.slice('solana:'.length));
  }

  /** The second half of a Solana Pay transaction request. */
  async function post(request: string, account: string) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(request, { method: 'POST', headers, body: JSON.stringify({ account }) });
    return { status: answer.status, body: await answer.json() };
  }

  /** As a wallet does by the Solana Pay specification: asks who asks, then for the transaction, and signs it. */
  async function scanWith(phone: TestWallet, request: string) {
    const label = (await (await fetch(request)).json()) as { label: string; icon: string };
    expect(label).toEqual({ label: 'Coffee Club', icon: `${service.url}/icon.svg` });
    const { transaction, message } = (await post(request, phone.address)).body;
    return { signed: await signIssued(phone, transaction), message };
  }

  /** And sends it itself. */
  async function approveOn(phone: TestWallet, request: string): Promise<string> {
    return broadcast(service, (await scanWith(phone, request)).signed);
  }

  test('shows a code first and the terms with it, and goes on by itself when the phone has approved', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone);
    await page.locator('svg.qr').waitFor();
    const terms = page.locator('.terms').first();
    expect(await terms.innerText()).toContain('may collect up to 12.00 TUSD');
    // The code comes before the terms, and both before the wallets to install.
    const tops = await Promise.all(
      [page.locator('svg.qr'), terms, page.getByRole('link', { name: 'Install Phantom' })].map(
        async (part) => (await part.boundingBox())!.y,
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.getByRole('status').filter({ hasText: 'Waiting for your approval' }).waitFor();
    await expectAccessible(page);
    await approveOn(phone, await requestOf(page));
    await heading(page, 'Paid');
    expect(await page.getByRole('status').first().innerText()).toContain('1.00 TUSD went to Coffee Club');
  });

  test('draws the code that the link says, module by module', async () => {
    const page = await openMandate(await service.wallet(merchant));
    const code = page.locator('svg.qr');
    const expected = generate((await code.getAttribute('data-text'))!);
    const drawn = await code.evaluate((svg: SVGSVGElement) => {
      const path = svg.querySelector('path')!;
      const side = svg.viewBox.baseVal.width;
      const rows = [];
      for (let y = 0; y < side; y += 1) {
        let row = '';
        for (let x = 0; x < side; x += 1)
          row += path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)) ? '#' : '.';
        rows.push(row);
      }
      return rows;
    });
    const rows = Array.from({ length: expected.size + 8 }, (_, y) =>
      Array.from({ length: expected.size + 8 }, (_, x) => (expected.get(x - 4, y - 4) ? '#' : '.')).join(''),
    );
    expect(drawn).toEqual(rows);
  });

  test('begins a link for whichever wallet scans its code: nobody types an address', async () => {
    const phone = await service.wallet(merchant);
    const page = await open();
    await page.goto(`${await linkUrl()}?client_reference=order-9`);
    await page.getByText('Waiting for a wallet to scan the code').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(
      await page
        .getByRole('link', { name: /^Install/ })
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)),
    ).toEqual([
      'https://phantom.com/download',
      'https://solflare.com/download',
      'https://backpack.app/download',
    ]);
    const request = await requestOf(page);
    // A reload goes on with the same code, and the code holds no secret.
    await page.reload();
    await page.locator('svg.qr').waitFor();
    expect(await requestOf(page)).toBe(request);
    const secret = await page.evaluate(() =>
      Object.values(sessionStorage).find((kept) => kept.startsWith('cs_')),
    );
    expect(secret).toMatch(/^cs_[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    expect(request).not.toContain(secret);
    const { signed, message } = await scanWith(phone, request);
    expect(message).toMatch(/^Let Coffee Club take 12\.5 TUSD every 30 days/);
    await heading(page, 'Approve on your phone');
    await page.getByText(shortAddress(phone.address)).first().waitFor();
    expect(await page.locator('.terms').first().innerText()).toContain('may collect up to 150.00 TUSD');
    await expectAccessible(page);
    // Another reload keeps waiting for this wallet.
    await page.reload();
    await heading(page, 'Approve on your phone');
    await broadcast(service, signed);
    await heading(page, 'Paid');
    const [mandate] = (await merchant.api.mandates.list({ payer: phone.address })).data;
    expect(mandate).toMatchObject({ status: 'active', clientReference: 'order-9' });
  });

  test('says what the wallet that scanned lacks, and shows a new code for another', async () => {
    const [poor, rich] = [await service.wallet(merchant, { amount: '1' }), await service.wallet(merchant)];
    const page = await open();
    const url = await linkUrl();
    await page.goto(url);
    const request = await requestOf(page);
    await scanWith(poor, request);
    await page.getByText('Your wallet cannot pay this yet.').waitFor();
    await expectAccessible(page);
    const refused = await post(request, rich.address);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('Another wallet has scanned this code already'),
    ]);
    await page.getByRole('link', { name: 'Use another wallet: show a new code' }).click();
    await page.getByText('Waiting for a wallet to scan the code').waitFor();
    expect(page.url()).toBe(url);
    const again = await requestOf(page);
    expect(again).not.toBe(request);
    await broadcast(service, (await scanWith(rich, again)).signed);
    await heading(page, 'Paid');
  });

  test('says that it is paid where the phone was faster than the page', async () => {
    const page = await open();
    await page.goto(await linkUrl());
    const request = await requestOf(page);
    await page.route('**/started?*', (route) => route.abort());
    const phone = await service.wallet(merchant);
    await broadcast(service, (await scanWith(phone, request)).signed);
    await eventually(async () => {
      const [mandate] = (await merchant.api.mandates.list({ payer: phone.address })).data;
      return mandate?.periodsCharged === 1;
    });
    await page.unroute('**/started?*');
    await heading(page, 'Paid');
  });

  test('tells the wallet that is paid in words, and waits on for another', async () => {
    const page = await open();
    await page.goto(await linkUrl());
    const request = await requestOf(page);
    const refused = await post(request, payee.address);
    expect(refused.body.error.message).toMatch(/^This wallet is the one that is paid, so it cannot pay/);
    await broadcast(service, (await scanWith(await service.wallet(merchant), request)).signed);
    await heading(page, 'Paid');
  });

  test('on a phone offers the wallets’ own browsers and apps, and no code', async () => {
    const page = await open([], { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    const url = await linkUrl();
    await page.goto(url);
    await page.getByRole('link', { name: 'Open it in a wallet app on this phone' }).waitFor();
    const [address, origin] = [url, service.url].map(encodeURIComponent);
    expect(
      await page
        .getByRole('link', { name: /^Open in/ })
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)),
    ).toEqual([
      `https://phantom.app/ul/browse/${address}?ref=${origin}`,
      `https://solflare.com/ul/v1/browse/${address}?ref=${origin}`,
      `https://backpack.app/ul/v1/browse/${address}?ref=${origin}`,
    ]);
    expect(await page.locator('svg.qr').count()).toBe(0);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
  });

  test('takes a purchase outright the same way', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone, { sellMode: 'once', maxPeriods: 1 });
    await heading(page, 'What you pay');
    await approveOn(phone, await requestOf(page));
    await heading(page, 'Paid');
  });

  test('says that the wallet holds too little, and goes on once it holds enough', async () => {
    const phone = await service.wallet(merchant, { amount: '1' });
    const page = await openMandate(phone);
    await approveOn(phone, await requestOf(page));
    await page.getByRole('alert').getByText('This wallet holds too little').waitFor();
    expect(await page.getByRole('heading', { name: 'Paid' }).count()).toBe(0);
    await merchant.api.test.fund({ address: phone.address });
    await heading(page, 'Paid');
  });

  test('keeps looking while the service is away', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone);
    const request = await requestOf(page);
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('alert').getByText('The payment service did not answer').waitFor();
    await approveOn(phone, request);
    await page.unroute('**/v1/**');
    await heading(page, 'Paid');
  });

  test('says so when the merchant has cancelled it meanwhile', async () => {
    const phone = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, phone, payee);
    const page = await open();
    await page.goto(`${service.url}/checkout/${mandate.id}#${mandate.client_secret}`);
    await requestOf(page);
    await merchant.api.mandates.revoke(mandate.id);
    await heading(page, 'This was cancelled');
  });

  test('is folded up where the browser has a wallet', async () => {
    const page = await open([await service.wallet(merchant)]);
    await page.goto(await linkUrl());
    await page.getByRole('button', { name: 'Test Wallet' }).waitFor();
    expect(await page.locator('svg.qr').count()).toBe(0);
    await page.getByText('Pay with a wallet on your phone').first().click();
    const phone = await service.wallet(merchant);
    await broadcast(service, (await scanWith(phone, await requestOf(page))).signed);
    await heading(page, 'Paid');
  });

  test('shows no test wallet where real money is asked for', async () => {
    const mandate = await createMandate(service, merchant, await service.wallet(merchant), payee);
    const page = await open([], {}, true);
    await page.route(`**/v1/checkout/mandates/${mandate.id}?*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), livemode: true } });
    });
    await page.goto(`${service.url}/checkout/${mandate.id}#${mandate.client_secret}`);
    await heading(page, 'No wallet was found in this browser');
    expect(await page.getByText('Test wallet').count()).toBe(0);
  });
});
