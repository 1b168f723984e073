import { generate } from 'lean-qr';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { openPayer, type Payer, planOf } from '../browser/payer-page.ts';
import { createMandate } from '../support/checkout.ts';
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
  async function open(wallets: TestWallet[] = []): Promise<Page> {
    const shop = { url: service.url, stop: async () => {} };
    payer = await openPayer(
      browser.browser,
      service,
      shop,
      wallets.map((wallet) => planOf(wallet)),
    );
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
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  /** The request that the code of this page asks a phone for. */
  async function requestOf(page: Page): Promise<string> {
    const link = await page
      .getByRole('link', { name: 'Open it in a wallet on this device' })
      .getAttribute('href');
    expect(await page.locator('svg.qr').getAttribute('data-text')).toBe(link);
    expect(link).toMatch(/^solana:http/);
    return decodeURIComponent(link!.slice('solana:'.length));
  }

  /** As a wallet does by the Solana Pay specification: asks who asks, then for the transaction, signs it and sends it itself. */
  async function approveOn(phone: TestWallet, request: string): Promise<string> {
    const label = (await (await fetch(request)).json()) as { label: string; icon: string };
    expect(label).toEqual({ label: 'Coffee Club', icon: `${service.url}/icon.svg` });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ account: phone.address });
    const answer = await fetch(request, { method: 'POST', headers, body });
    const { transaction } = (await answer.json()) as { transaction: string };
    return broadcast(service, await signIssued(phone, transaction));
  }

  test('shows the terms, then a code, and goes on by itself when the phone has approved', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone);
    await heading(page, 'No wallet was found in this browser');
    const terms = page.locator('.terms').first();
    expect(await terms.innerText()).toContain('may collect up to 12.00 TUSD');
    expect(await page.locator('svg.qr').count()).toBe(0);
    await expectAccessible(page);
    await press(page, 'Show the code to scan');
    await page.getByRole('heading', { name: /^Scan this/ }).waitFor();
    expect(await page.evaluate(() => document.activeElement!.textContent)).toMatch(/^Scan this/);
    await page.getByRole('status').filter({ hasText: 'Waiting for your approval' }).waitFor();
    await expectAccessible(page);
    await approveOn(phone, await requestOf(page));
    await heading(page, 'Paid');
    expect(await page.getByRole('status').first().innerText()).toContain('1.00 TUSD went to Coffee Club');
  });

  test('draws the code that the link says, module by module', async () => {
    const page = await openMandate(await service.wallet(merchant));
    await press(page, 'Show the code to scan');
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

  test('begins a link for the wallet whose address is entered, and says what is wrong with one that is none', async () => {
    const phone = await service.wallet(merchant);
    const page = await open();
    await page.goto(await linkUrl());
    const field = page.getByLabel('Address of the wallet that pays');
    await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await field.press('Enter');
    await page.getByText('That is not a Solana address').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    // Looks like one, and is none: 32 bytes do not make it.
    await field.fill('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DAX');
    await press(page, 'Go on');
    await page.locator('.error', { hasNotText: 'That is not a Solana address' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
    await field.fill(` ${phone.address} `);
    await press(page, 'Go on');
    await press(page, 'Show the code to scan');
    expect(new URL(page.url()).pathname).toMatch(/^\/checkout\/man_/);
    await approveOn(phone, await requestOf(page));
    await heading(page, 'Paid');
  });

  test('takes a purchase outright the same way', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone, { sellMode: 'once', maxPeriods: 1 });
    await heading(page, 'What you pay');
    await press(page, 'Show the code to scan');
    await approveOn(phone, await requestOf(page));
    await heading(page, 'Paid');
  });

  test('says that the wallet holds too little, and goes on once it holds enough', async () => {
    const phone = await service.wallet(merchant, { amount: '1' });
    const page = await openMandate(phone);
    await press(page, 'Show the code to scan');
    await approveOn(phone, await requestOf(page));
    await page.getByRole('alert').getByText('This wallet holds too little').waitFor();
    expect(await page.getByRole('heading', { name: 'Paid' }).count()).toBe(0);
    await merchant.api.test.fund({ address: phone.address });
    await heading(page, 'Paid');
  });

  test('keeps looking while the service is away', async () => {
    const phone = await service.wallet(merchant);
    const page = await openMandate(phone);
    await press(page, 'Show the code to scan');
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
    await press(page, 'Show the code to scan');
    await requestOf(page);
    await merchant.api.mandates.revoke(mandate.id);
    await heading(page, 'This was cancelled');
  });

  test('is folded up where the browser has a wallet', async () => {
    const page = await open([await service.wallet(merchant)]);
    await page.goto(await linkUrl());
    await page.getByRole('button', { name: 'Test Wallet' }).waitFor();
    expect(await page.getByLabel('Address of the wallet that pays').count()).toBe(0);
    await page.getByText('Pay with a wallet on your phone').first().click();
    await page.getByLabel('Address of the wallet that pays').fill((await service.wallet(merchant)).address);
    await press(page, 'Go on');
    // Another account than those of the wallet here: its code is in sight at once.
    await page.getByRole('button', { name: 'Show the code to scan' }).waitFor();
  });
});
