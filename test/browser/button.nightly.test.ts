import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MandateWithSecret } from '@autopay/sdk';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { openPayer, type Payer, planOf, propsOf } from './payer-page.ts';
import { type Shop, startShop } from './shop.ts';
import { startTamperingProxy } from './tampering-proxy.ts';
import type { WalletPlan } from './test-wallet.ts';

describeUnless(missingProgram('chromium'), 'the button in Chromium', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let shop: Shop;
  let axe: string;
  let symbol: string;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser, shop] = await Promise.all([TestService.start(), launchBrowser(), startShop()]);
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
    const mint = await service.mint(merchant);
    symbol = (await merchant.api.tokens.list()).data.find((token) => token.mint === mint)!.symbol;
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

  interface Options {
    wallets?: (wallet: TestWallet) => WalletPlan[];
    terms?: object;
    props?: object;
    apiBase?: string;
  }

  /** A payer on a page with the button for a mandate of theirs. */
  async function visit({ wallets = (wallet) => [planOf(wallet)], terms, props, apiBase }: Options = {}) {
    const wallet = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, wallet, payee, { ...terms });
    payer = await openPayer(browser.browser, service, shop, wallets(wallet));
    const { page } = payer;
    await payer.goto(page, apiBase ?? service.url, { ...propsOf(mandate), ...props });
    return { payer, page, mandate, wallet, dialog: page.getByRole('dialog') };
  }

  const open = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();
  const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).click();

  /** From the closed dialog to the terms. */
  async function toReview(page: Page, dialog: Locator): Promise<void> {
    await open(page);
    await press(dialog, 'Test Wallet');
    await dialog.getByRole('heading', { name: 'Let Coffee Club collect payments' }).waitFor();
  }

  const told = (page: Page, type: string): Promise<number> =>
    page.evaluate((type) => window.shop.told.filter((each) => each.type === type).length, type);

  async function expectAccessible(page: Page): Promise<void> {
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
    }
  }

  test('leads from the price over the terms and the wallet to a settled payment, accessible at each step', async () => {
    const { page, payer, dialog, mandate } = await visit();
    await page.getByRole('button', { name: `Subscribe: 1.00 ${symbol} every 30 days` }).click();
    await dialog.getByRole('heading', { name: 'Choose a wallet' }).waitFor();
    await expectAccessible(page);
    await press(dialog, 'Test Wallet');
    await dialog.getByRole('heading', { name: 'Let Coffee Club collect payments' }).waitFor();
    const terms = await dialog.locator('dl').first().innerText();
    expect(terms).toContain(`1.00 ${symbol} every 30 days`);
    expect(terms).toContain(`At most 12.00 ${symbol}, in 12 payments`);
    expect(terms).toContain(`may collect up to 12.00 ${symbol}, and no more`);
    expect(terms).toContain('At any time: take the approval back in your wallet, or ask Coffee Club');
    expect(payer.signatures()).toBe(0);
    await expectAccessible(page);
    await press(dialog, 'Approve with Test Wallet');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    expect(await dialog.getByRole('status').innerText()).toContain(
      'Your first payment to Coffee Club is settled.',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expectAccessible(page);
    expect(await page.locator('autopay-button').getByRole('button').innerText()).toBe('Active ✓');
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ status: 'active' });
    expect(await told(page, 'autopay:settled')).toBe(1);
    expect(await told(page, 'autopay:failed')).toBe(0);
  });

  test('shows the client_secret in no attribute, no text and no event', async () => {
    const { page, dialog, mandate } = await visit();
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    const seen = await page.evaluate(() => {
      const button = document.querySelector('autopay-button')!;
      return `${document.documentElement.outerHTML}${button.shadowRoot!.innerHTML}${JSON.stringify(window.shop.told)}`;
    });
    expect(seen).toContain(mandate.id);
    expect(seen).not.toContain(mandate.client_secret);
  });

  test('says that the person declined, and tries again', async () => {
    const { page, payer, dialog } = await visit();
    payer.replies = [false, true];
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await dialog.getByRole('alert').getByText('You declined in your wallet. Nothing was paid.').waitFor();
    await expectAccessible(page);
    const failures = await page.evaluate(() =>
      window.shop.told
        .filter(({ type }) => type === 'autopay:failed')
        .map(({ detail }) => (detail as { error: { code: string } }).error.code),
    );
    expect(failures).toEqual(['user_rejected']);
    await press(dialog, 'Try again');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    expect(payer.signatures()).toBe(2);
  });

  test('can be used with the keyboard alone, and leaves the focus where it belongs', async () => {
    const { page, dialog } = await visit();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document.querySelector('autopay-button')!.shadowRoot!;
        return activeElement?.textContent ?? '';
      });
    await page.getByRole('button', { name: 'Subscribe' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused()).toContain('Subscribe');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Test Wallet' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Let Coffee Club' }).waitFor();
    expect(await focused()).toBe('Let Coffee Club collect payments');
    // Round the dialog, which the page behind it is no part of.
    for (let presses = 0; !(await focused()).startsWith('Approve'); presses += 1) {
      expect(presses).toBeLessThan(10);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    expect(await focused()).toBe('All set');
  });

  test('goes on when the dialog is closed at the wallet', async () => {
    const { page, payer, dialog } = await visit();
    const decision = Promise.withResolvers<boolean>();
    payer.replies = [() => decision.promise];
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await eventually(() => payer.signatures() === 1);
    await page.keyboard.press('Escape');
    decision.resolve(true);
    await page.getByRole('button', { name: 'Active ✓' }).waitFor();
  });

  test('lets the person give up at the wallet and choose another', async () => {
    const { page, payer, dialog } = await visit({
      wallets: (wallet) => [planOf(wallet), planOf(wallet, { name: 'Other Wallet' })],
    });
    const decision = Promise.withResolvers<boolean>();
    payer.replies = [() => decision.promise, true];
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await eventually(() => payer.signatures() === 1);
    await press(dialog, 'Cancel');
    await press(dialog, 'Use another wallet');
    await press(dialog, 'Other Wallet');
    await press(dialog, 'Approve with Other Wallet');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    decision.resolve(false);
    expect(payer.asked.filter(({ kind }) => kind === 'sign').map(({ wallet }) => wallet)).toEqual([
      'Test Wallet',
      'Other Wallet',
    ]);
  });

  test('says that there is no wallet until one comes', async () => {
    const { page, payer, dialog, wallet } = await visit({ wallets: () => [] });
    await open(page);
    await dialog.getByText('One that you install or unlock appears here').waitFor();
    expect(await dialog.getByRole('alert').innerText()).toBe('');
    expect(await told(page, 'autopay:failed')).toBe(0);
    await expectAccessible(page);
    await payer.register(planOf(wallet));
    await press(dialog, 'Test Wallet');
    await press(dialog, 'Approve');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
  });

  test('shows a code where there is no wallet, and goes on by itself when a phone has approved', async () => {
    const { page, dialog, wallet, mandate } = await visit({ wallets: () => [] });
    await open(page);
    const code = dialog.getByRole('img', { name: 'Code of this payment, for a wallet on a phone' });
    await code.waitFor();
    expect(await dialog.getByRole('definition').first().innerText()).toContain('1.00');
    expect(await dialog.getByRole('link', { name: /^Install/ }).allInnerTexts()).toEqual([
      'Install Phantom',
      'Install Solflare',
      'Install Backpack',
    ]);
    await expectAccessible(page);
    const link = (await code.getAttribute('data-text'))!;
    expect(link).toContain(mandate.id);
    // As a wallet does by the Solana Pay specification: asks who asks, then for the transaction, signs it and sends it itself.
    const request = decodeURIComponent(link.slice('solana:'.length));
    expect(await (await fetch(request)).json()).toMatchObject({ label: 'Coffee Club' });
    const answer = await fetch(request, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: wallet.address }),
    });
    const { transaction } = (await answer.json()) as { transaction: string };
    await broadcast(service, await signIssued(wallet, transaction));
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
  });

  test('says what the wallet lacks before it is asked, and looks again', async () => {
    const { page, dialog, wallet } = await visit({ terms: { amountPerPeriod: '1200000000' } });
    await toReview(page, dialog);
    await dialog.getByText(/cannot pay this yet\. 200\.00 \w+ are missing: it holds 1,000\.00/).waitFor();
    await expectAccessible(page);
    await merchant.api.test.fund({ address: wallet.address });
    await press(dialog, 'Look again');
    await dialog.getByText(/cannot pay this yet/).waitFor({ state: 'detached' });
    await press(dialog, 'Approve');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
  });

  test('says that an approval runs low, with the way to renew it', async () => {
    const { page, dialog, mandate } = await visit({ terms: { maxPeriods: null } });
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await dialog.getByRole('heading', { name: 'All set' }).waitFor();
    expect(await dialog.getByText('What you approved covers').count()).toBe(0);
    await service.db`update mandates set budget = pulled + 2 * amount_per_period where id = ${mandate.id}`;
    await page.reload();
    await page.getByRole('button', { name: 'Active' }).click();
    await dialog.getByText('What you approved covers only 2 more payments.').waitFor();
    await expectAccessible(page);
    const opened = page.context().waitForEvent('page');
    await press(dialog, 'Top up');
    expect(new URL((await opened).url()).pathname).toBe('/wallet');
  });

  test('leads on from a request that is not valid by loading the page anew, or closing', async () => {
    const { page, dialog } = await visit({ props: { clientSecret: `cs_${'1'.repeat(43)}` } });
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await dialog.getByText(/not valid any more/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Look again' }).count()).toBe(0);
    await expectAccessible(page);
    await press(dialog, 'Reload this page');
    await page.waitForLoadState();
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await dialog.getByText(/not valid any more/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('shows a wallet for another network with the reason, and does not let it be chosen', async () => {
    const { page, dialog } = await visit({
      wallets: (wallet) => [planOf(wallet, { chains: ['solana:mainnet'] })],
    });
    await open(page);
    const choice = dialog.getByRole('button', { name: 'Test Wallet Not on the network of this payment' });
    await choice.waitFor();
    expect(await choice.isDisabled()).toBe(true);
  });

  test('shows after a reload what became of what was sent, and tells it once', async () => {
    const { page, payer, dialog } = await visit();
    await toReview(page, dialog);
    payer.afterSend = () => page.reload().then(() => {});
    await press(dialog, 'Approve');
    await page.getByRole('button', { name: 'Active ✓' }).waitFor();
    expect(await told(page, 'autopay:settled')).toBe(1);
    expect(payer.signatures()).toBe(1);
  });

  test('warns of a server that has something else signed, and never asks the wallet', async () => {
    const proxy = await startTamperingProxy(service.url);
    try {
      proxy.tamper = (path, body) =>
        path === '/instruction' ? { ...body, instruction: body['transaction'] } : body;
      const { page, payer, dialog } = await visit({ apiBase: proxy.url });
      await toReview(page, dialog);
      await press(dialog, 'Approve');
      await dialog.getByRole('alert').getByText('your wallet was not asked and nothing was signed').waitFor();
      expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(payer.signatures()).toBe(0);
    } finally {
      await proxy.stop();
    }
  });

  const ends: [string, object, string, string, string | null][] = [
    [
      'expired',
      { status: 'expired' },
      'This request has ended',
      'Nothing was paid. Ask Coffee Club',
      'Close',
    ],
    ['revoked', { status: 'revoked' }, 'That did not work', 'This request has ended. Ask Coffee Club', null],
    [
      'active, but short of its first payment',
      { status: 'active', firstCharge: { status: 'retrying', txSignature: null } },
      'That did not work',
      'the first payment did not succeed',
      'Look again',
    ],
  ];
  test.each(ends)('says that the mandate is %s, and the way out', async (_, shown, heading, problem, way) => {
    const proxy = await startTamperingProxy(service.url);
    try {
      proxy.tamper = (_, body) => ({ ...body, approveAmount: null, approveParts: [], ...shown });
      const { page, payer, dialog } = await visit({ apiBase: proxy.url });
      await page.locator('autopay-button').getByRole('button').first().click();
      await dialog.getByRole('heading', { name: heading }).waitFor();
      await dialog.getByRole('alert').getByText(problem).waitFor();
      expect(await dialog.locator('.actions button').allInnerTexts()).toEqual(way === null ? [] : [way]);
      expect(await told(page, 'autopay:failed')).toBe(heading.startsWith('This') ? 0 : 1);
      expect(payer.asked).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  test('names what is bought wherever it is paid, and describes it beside the terms', async () => {
    const terms = { name: 'Beans', description: 'A pound each month' };
    const { page, payer, dialog, wallet } = await visit({ terms, wallets: () => [] });
    await open(page);
    await dialog.getByText('Beans', { exact: true }).waitFor();
    await payer.register(planOf(wallet));
    await dialog.getByText('Beans', { exact: true }).waitFor();
    await press(dialog, 'Test Wallet');
    await dialog.getByRole('definition').getByText('Beans: A pound each month').waitFor();
  });

  test('tells of a service that hangs after 8 s, and does not send the person to a wallet that is not asked', async () => {
    const { page, payer, dialog } = await visit();
    await toReview(page, dialog);
    const held = Promise.withResolvers<void>();
    await page.route('**/refresh?*', () => held.promise);
    await press(dialog, 'Approve');
    await dialog.getByText('Checking the terms once more…').waitFor();
    await dialog.getByRole('alert').getByText('The payment service did not answer.').waitFor();
    expect(payer.signatures()).toBe(0);
    await page.unroute('**/refresh?*');
    held.resolve();
    // What was sent is looked for as long as it may land, and the person is told why nothing moves.
    payer.afterSend = async () => void (await page.route('**/refresh?*', () => {}));
    await press(dialog, 'Try again');
    await dialog.getByText('Sent. Waiting for it to settle.').waitFor();
    await dialog.getByText('The payment service is slow to answer. Do not pay again').waitFor();
    payer.mishaps.length = 0;
  });

  test("shows the service's own words where they are about the payer's wallet", async () => {
    const { page, payer, dialog } = await visit();
    const message = 'CPI Guard is switched on for this token. Switch it off in your wallet, and try again.';
    const error = { type: 'invalid_request_error', code: 'parameter_invalid', message };
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('**/instruction?*', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 400, headers, json: { error } }),
    );
    await toReview(page, dialog);
    await press(dialog, 'Approve');
    await dialog.getByRole('alert').getByText(message).waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/instruction?*');
    await page.route('**/instruction?*', (route) =>
      route.fulfill({ status: 502, headers, body: '<html>Bad Gateway', contentType: 'text/html' }),
    );
    await press(dialog, 'Try again');
    await dialog.getByRole('alert').getByText('The payment service has a problem at the moment.').waitFor();
    payer.mishaps.length = 0;
  });

  test('says that it is not available where a value never comes, and to the developer which', async () => {
    const { page } = await emptyPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.evaluate(() => {
      window.shop.defineAutopayButton();
      const button = document.createElement('autopay-button');
      button.setAttribute('client-secret', '');
      Object.assign(button, { apiBase: 'https://pay.example.com', mandateId: 'man_1' });
      document.querySelector('main')!.append(button);
    });
    const button = page.locator('autopay-button').getByRole('button');
    expect(await button.innerText()).toBe('Pay with your wallet');
    await page.getByRole('button', { name: 'Payment not available' }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(said).toEqual(['<autopay-button> lacks clientSecret.']);
    payer!.mishaps.length = 0;
    await page.evaluate(() => {
      document.querySelector('autopay-button')!.clientSecret = 'cs_1';
    });
    await page.getByRole('button', { name: 'Pay with your wallet' }).waitFor();
    payer!.mishaps.length = 0;
  });

  test('says that the service does not answer, and looks again', async () => {
    const proxy = await startTamperingProxy(service.url);
    const { url } = proxy;
    await proxy.stop();
    const { page, dialog } = await visit({ apiBase: url });
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await dialog.getByRole('alert').getByText('The payment service did not answer.').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('shows a one-time purchase as one payment', async () => {
    const terms = { sellMode: 'once', maxPeriods: 1 };
    const { page, dialog } = await visit({ terms, props: { label: 'Buy beans' } });
    await page.getByRole('button', { name: 'Buy beans' }).click();
    await press(dialog, 'Test Wallet');
    await dialog.getByText('This is paid once, now.').waitFor();
    await press(dialog, 'Pay with Test Wallet');
    await dialog.getByRole('heading', { name: 'Paid' }).waitFor();
    await press(dialog.locator('.actions'), 'Close');
    await page.getByRole('button', { name: 'Paid ✓' }).waitFor();
  });

  /** An empty page of the shop, for a test to put buttons in. */
  async function emptyPage(): Promise<{ page: Page; mandate: MandateWithSecret }> {
    const wallet = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, wallet, payee);
    payer = await openPayer(browser.browser, service, shop, [planOf(wallet)]);
    await payer.goto(payer.page, service.url);
    return { page: payer.page, mandate };
  }

  test('takes the client_secret out of the document when it came as an attribute', async () => {
    const { page, mandate } = await emptyPage();
    const attributes = await page.evaluate(
      ({ apiBase, mandateId, clientSecret }) => {
        window.shop.defineAutopayButton();
        const button = document.createElement('autopay-button');
        button.setAttribute('api-base', apiBase);
        button.setAttribute('mandate-id', mandateId);
        button.setAttribute('client-secret', clientSecret);
        document.querySelector('main')!.append(button);
        return button.getAttributeNames();
      },
      { apiBase: service.url, ...propsOf(mandate) },
    );
    expect(attributes).toEqual(['api-base', 'mandate-id']);
    await page.getByRole('button', { name: 'Subscribe' }).waitFor();
  });

  test('takes properties that were set before it was defined', async () => {
    const { page, mandate } = await emptyPage();
    await page.evaluate(
      (props) => {
        const button = Object.assign(document.createElement('autopay-button'), props);
        document.querySelector('main')!.append(button);
        window.shop.defineAutopayButton();
      },
      { apiBase: service.url, ...propsOf(mandate) },
    );
    await page.getByRole('button', { name: 'Subscribe' }).waitFor();
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    expect(html).not.toContain(mandate.client_secret);
  });

  test('keeps its checkout when it is moved, and ends it when it is removed or lacks something', async () => {
    const { page, mandate } = await emptyPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.evaluate(
      (props) => {
        window.shop.defineAutopayButton();
        const button = Object.assign(document.createElement('autopay-button'), props);
        document.querySelector('main')!.append(button);
      },
      { apiBase: service.url, ...propsOf(mandate) },
    );
    await page.getByRole('button', { name: 'Subscribe' }).waitFor();
    const states = await page.evaluate(async () => {
      const button = document.querySelector('autopay-button')!;
      const state = button.state!;
      document.body.append(button);
      await Promise.resolve();
      const moved = button.state === state;
      button.mandateId = '';
      await Promise.resolve();
      const lacking = button.state;
      button.remove();
      await Promise.resolve();
      return { moved, lacking, removed: button.state };
    });
    expect(states).toEqual({ moved: true, lacking: null, removed: null });
    expect(requests).toHaveLength(1);
  });

  test('throws for a wrong value by its name, and sends nothing', async () => {
    const { page } = await emptyPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const messages = await page.evaluate(async () => {
      window.shop.defineAutopayButton();
      const said: string[] = [];
      window.addEventListener('error', (event) => {
        said.push(event.message);
        event.preventDefault();
      });
      for (const wrong of [{ mandateId: 'chg_1' }, { clientSecret: 'sk_test_1' }, { apiBase: 'nowhere' }]) {
        const right = { mandateId: 'man_1', clientSecret: 'cs_1', apiBase: 'https://pay.example.com' };
        const button: HTMLElement = document.createElement('autopay-button');
        document.querySelector('main')!.append(Object.assign(button, right, wrong));
        await new Promise((resolve) => setTimeout(resolve));
        button.remove();
      }
      try {
        document.createElement('autopay-button').clientSecret = null as never;
      } catch (error) {
        said.push((error as Error).message);
      }
      return said;
    });
    payer!.mishaps.length = 0;
    expect(messages.map((message) => /(\w+) (must|is)/.exec(message)?.[1])).toEqual([
      'mandateId',
      'clientSecret',
      'apiBase',
      'clientSecret',
    ]);
    expect(requests).toEqual([]);
  });

  test('is defined once however often it is asked for, and not over another element', async () => {
    const { page } = await emptyPage();
    const message = await page.evaluate(() => {
      window.shop.defineAutopayButton();
      window.shop.defineAutopayButton();
      window.shop.defineAutopayButton('pay-now');
      customElements.define('some-element', class extends HTMLElement {});
      try {
        window.shop.defineAutopayButton('some-element');
        return 'nothing was thrown';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(message).toBe('name must not be some-element, which another element has.');
  });

  test('is themed by custom properties and parts', async () => {
    const { page, mandate } = await emptyPage();
    const colour = await page.evaluate(
      (props) => {
        window.shop.defineAutopayButton();
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          'autopay-button{--autopay-accent:rgb(1,2,3)}autopay-button::part(button){border-radius:7px}',
        );
        document.adoptedStyleSheets = [sheet];
        const button = Object.assign(document.createElement('autopay-button'), props);
        document.querySelector('main')!.append(button);
        const { backgroundColor, borderRadius } = getComputedStyle(
          button.shadowRoot!.querySelector('[part=button]')!,
        );
        return `${backgroundColor} ${borderRadius}`;
      },
      { apiBase: service.url, ...propsOf(mandate) },
    );
    expect(colour).toBe('rgb(1, 2, 3) 7px');
  });
});
