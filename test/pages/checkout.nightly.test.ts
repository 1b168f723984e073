import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { openPayer, type Payer, planOf } from '../browser/payer-page.ts';
import type { WalletPlan } from '../browser/test-wallet.ts';
import { createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

describeUnless(missingProgram('chromium'), 'the hosted checkout', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let payer: Payer | null = null;

  beforeAll(async () => {
    const env = { AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000' };
    [service, browser] = await Promise.all([TestService.start(env), launchBrowser()]);
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
  });
  afterEach(async () => {
    const mishaps = payer?.mishaps;
    await payer?.context.close();
    payer = null;
    await service.setFaults();
    expect(mishaps ?? []).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), service?.stop()]);
  });

  async function open(wallets: WalletPlan[]): Promise<Page> {
    payer = await openPayer(browser.browser, service, { url: service.url, stop: async () => {} }, wallets);
    // As everywhere but on the test network, there is no wallet but the person's own.
    await payer.context.route('**/assets/test-wallet-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    return payer.page;
  }

  async function makeLink(terms: object = {}): Promise<string> {
    const mint = await service.mint(merchant);
    const offer = { name: 'Espresso of the month', payee: payee.address, mint, amountPerPeriod: '12500000' };
    const link = await merchant.api.paymentLinks.create({
      ...offer,
      periodSeconds: 2_592_000,
      ...terms,
    } as never);
    return service.url + link.url;
  }

  async function makeProduct(terms: object = {}): Promise<string> {
    const mint = await service.mint(merchant);
    const product = await merchant.api.products.create({
      name: 'Brewing course',
      payee: payee.address,
      mint,
      amountPerPeriod: '5000000',
      periodSeconds: 604_800,
      sellMode: 'once',
      amountOnce: '49000000',
      contentTitle: 'Chapter one',
      contentBody: 'Water.\n<b>Beans.</b>',
      ...terms,
    } as never);
    return service.url + product.url;
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  test('takes a payer from a link over the terms to a payment that is settled', async () => {
    const wallet = await service.wallet(merchant);
    const page = await open([planOf(wallet)]);
    await page.goto(await makeLink());
    await heading(page, 'Espresso of the month');
    await press(page, 'Test Wallet');
    await heading(page, 'Check what you agree to');
    const terms = await page.locator('.terms').first().innerText();
    expect(terms).toContain('Today, when you approve');
    expect(terms).toContain('may collect up to 150.00 TUSD, and no more');
    expect(terms).toMatch(/cancel here, with your wallet/);
    expect(payer!.signatures()).toBe(0);
    await press(page, /^Approve with/);
    await heading(page, 'Paid');
    const [mandate] = (await merchant.api.mandates.list({ payer: wallet.address })).data;
    expect(mandate).toMatchObject({ status: 'active', periodsCharged: 1 });
    const { data } = await merchant.api.mandates.listCharges(mandate!.id);
    const charge = data.find(({ status }) => status === 'succeeded');
    await page.getByTitle(charge!.txSignature!).waitFor();
    // A reload shows the truth, and asks for nothing again.
    await page.reload();
    await heading(page, 'You already have this subscription');
    expect(payer!.signatures()).toBe(1);
  });

  test('begins a trial without a payment and says when the first one is due', async () => {
    const page = await open([planOf(await service.wallet(merchant))]);
    await page.goto(await makeLink({ trialSeconds: 604_800 }));
    await page.getByText('Free for 1 week first.').waitFor();
    await press(page, 'Test Wallet');
    await press(page, /^Approve with/);
    await heading(page, 'Your trial has begun');
    expect(await page.getByRole('status').first().innerText()).toContain('Nothing was paid today');
  });

  test('sells a product once and then shows its content, as text', async () => {
    const wallet = await service.wallet(merchant);
    const page = await open([planOf(wallet)]);
    await page.goto(await makeProduct());
    await press(page, 'Test Wallet');
    await heading(page, 'Check and pay');
    await press(page, /^Pay with/);
    await heading(page, 'Paid');
    await page.getByText('<b>Beans.</b>').waitFor();
  });

  test('lets the payer choose between a subscription and an outright purchase', async () => {
    const wallet = await service.wallet(merchant);
    const page = await open([planOf(wallet)]);
    await page.goto(await makeProduct({ sellMode: 'both' }));
    await page.getByLabel('49.00 TUSD, once').check();
    await press(page, 'Test Wallet');
    await press(page, /^Pay with/);
    await heading(page, 'Paid');
    expect((await merchant.api.mandates.list({ payer: wallet.address })).data).toMatchObject([
      { sellMode: 'once', amountPerPeriod: '49000000' },
    ]);
  });

  test('says that the payer declined, and goes on when they change their mind', async () => {
    const page = await open([planOf(await service.wallet(merchant))]);
    payer!.replies = [false, true];
    await page.goto(await makeLink());
    await press(page, 'Test Wallet');
    await press(page, /^Approve with/);
    await heading(page, 'That did not work');
    expect(await page.getByRole('alert').innerText()).toContain(
      'You declined in your wallet. Nothing was paid.',
    );
    await press(page, 'Try again');
    await heading(page, 'Paid');
  });

  test('says how much is missing where the wallet holds too little', async () => {
    const wallet = await service.wallet(merchant, { amount: '2000000' });
    const page = await open([planOf(wallet)]);
    await page.goto(await makeLink());
    await press(page, 'Test Wallet');
    await press(page, /^Approve with/);
    await heading(page, 'That did not work');
    await page.getByText('10.50 TUSD').waitFor();
    expect((await merchant.api.charges.list()).data.filter(({ payer }) => payer === wallet.address)).toEqual(
      [],
    );
  });

  test('shows nothing of a mandate to whoever has not its whole link', async () => {
    const mandate = await createMandate(service, merchant, await service.wallet(merchant), payee);
    const page = await open([]);
    const { client_secret } = await createMandate(service, merchant, await service.wallet(merchant), payee);
    for (const fragment of ['', '#cs_cut', `#${client_secret}`]) {
      await page.goto('about:blank');
      await page.goto(`${service.url}/checkout/${mandate.id}${fragment}`);
      await heading(page, 'This link is not valid');
      expect(await page.locator('body').innerText()).not.toContain('TUSD');
    }
  });

  test('says that a cancelled mandate is cancelled', async () => {
    const mandate = await createMandate(service, merchant, await service.wallet(merchant), payee);
    await merchant.api.mandates.revoke(mandate.id);
    const page = await open([]);
    await page.goto(`${service.url}/checkout/${mandate.id}#${mandate.client_secret}`);
    await heading(page, 'This was cancelled');
  });

  test('shows a page that says so for a link that is switched off or unknown', async () => {
    const link = await merchant.api.paymentLinks.create({
      name: 'Gone',
      payee: payee.address,
      mint: await service.mint(merchant),
      amountPerPeriod: '1000000',
      periodSeconds: 86_400,
    } as never);
    await merchant.api.paymentLinks.update(link.id, { active: false });
    for (const path of [link.url, '/pay/lnk_unknown', '/p/prd_unknown']) {
      const answer = await fetch(service.url + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain('There is nothing here');
    }
  });

  test('is readable without JavaScript: who is paid, what for, how much and how often', async () => {
    const context = await browser.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await makeLink());
    const text = await page.locator('body').innerText();
    for (const part of ['Espresso of the month', '12.50 TUSD every 30 days, until you cancel', 'JavaScript'])
      expect(text).toContain(part);
    await context.close();
  });

  test('keeps trying while the service is away, and shows the terms when it is back', async () => {
    const mandate = await createMandate(service, merchant, await service.wallet(merchant), payee);
    const page = await open([]);
    await page.route('**/v1/**', (route) => route.abort());
    await page.goto(`${service.url}/checkout/${mandate.id}#${mandate.client_secret}`);
    await heading(page, 'The payment service is not responding');
    await page.unroute('**/v1/**');
    await heading(page, 'Choose a wallet');
  });

  test('says what to do where there is no wallet, and offers one that comes late', async () => {
    const page = await open([]);
    await page.goto(await makeLink());
    await heading(page, 'No wallet was found in this browser');
    await payer!.register(planOf(await service.wallet(merchant), { name: 'Late Wallet' }));
    await page.getByRole('button', { name: 'Late Wallet' }).waitFor();
  });
});
