import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StandardWallet } from '@autopay/checkout-js';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { expectAccessible } from './accessible.ts';

/** The wallet as the pages list it. */
const NAME = 'Test wallet (test network only)';

describeUnless(missingProgram('chromium'), 'the test wallet', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  const mishaps: string[] = [];

  beforeAll(async () => {
    const env = { AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000' };
    [service, browser] = await Promise.all([TestService.start(env), launchBrowser()]);
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
  });
  afterEach(async () => {
    await context?.close();
    expect(mishaps.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), service?.stop()]);
  });

  /** Somebody who comes for the first time, at a link of 12.50 a month. */
  async function visit(url?: string): Promise<void> {
    context = await browser.browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(30_000);
    context.on('weberror', (error) => mishaps.push(String(error.error())));
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) mishaps.push(message.text());
    });
    page = await context.newPage();
    await page.goto(url ?? (await linkUrl()));
  }

  async function linkUrl(): Promise<string> {
    const mint = await service.mint(merchant);
    const terms = { amountPerPeriod: '12500000', periodSeconds: 2_592_000 };
    const body = { name: 'Espresso of the month', payee: payee.address, mint, ...terms };
    return service.url + (await merchant.api.paymentLinks.create(body as never)).url;
  }

  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const dialog = () => page.getByRole('dialog');
  const answer = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const shownAddress = () => dialog().locator('.who [title]').getAttribute('title');

  /** From the link to the review, with the page allowed to see the wallet. */
  async function connect(): Promise<string> {
    await press(NAME);
    await heading('Let this page see your address?');
    const address = (await shownAddress())!;
    await answer('Connect');
    await heading('Check what you agree to');
    return address;
  }

  test('takes a newcomer from a link to a settled payment, with tokens at one click', async () => {
    await visit();
    await press(NAME);
    await heading('Let this page see your address?');
    await expectAccessible(page);
    // Parts of a sentence that are laid out side by side would be read, and told here, as lines of their own.
    const waiting = page.locator('.working');
    expect(await waiting.innerText()).toBe(`Confirm in ${NAME} that this page may see your address.`);
    const address = (await shownAddress())!;
    await answer('Get 1,000 test tokens');
    await dialog().getByText('1,000 test tokens have arrived.').waitFor();
    await answer('Connect');
    await press(/^Approve with/);
    await heading('Sign this transaction?');
    await dialog().getByText('It holds 1,000.00 TUSD.').waitFor();
    expect(await dialog().getByRole('listitem').last().innerText()).toMatch(
      /^Let \S+ collect up to 150\.00 tokens from this wallet$/,
    );
    await expectAccessible(page);
    await answer('Approve');
    await heading('Paid');
    // What was paid is gone from it, without a reload.
    await page.getByRole('complementary', { name: 'Test wallet' }).getByText('Holds 987.50 TUSD').waitFor();
    expect((await merchant.api.mandates.list({ payer: address })).data).toMatchObject([{ status: 'active' }]);
  });

  test('gives tokens while it asks for the signature, when they were forgotten before', async () => {
    await visit();
    await connect();
    await press(/^Approve with/);
    await dialog().getByText('It holds 0.00 TUSD.').waitFor();
    await answer('Get 1,000 test tokens');
    await dialog().getByText('It holds 1,000.00 TUSD.').waitFor();
    await answer('Approve');
    await heading('Paid');
  });

  test('leaves everything as it was when the person rejects, by a button or by Escape', async () => {
    await visit();
    await press(NAME);
    await answer('Reject');
    await page.getByRole('alert').getByText('You declined in your wallet').waitFor();
    await connect();
    await press(/^Approve with/);
    await heading('Sign this transaction?');
    await page.keyboard.press('Escape');
    await page.getByText('You declined in your wallet. Nothing was paid.').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  test('is used with the keyboard alone, and hands the focus back to the page', async () => {
    await visit();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement, body } = document;
        if (activeElement === body) return '';
        return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.textContent ?? '';
      });
    const tabTo = async (name: string) => {
      for (let tabs = 0; !(await focused()).includes(name); tabs += 1) {
        if (tabs > 20) throw new Error(`No way to ${name} by Tab.`);
        await page.keyboard.press('Tab');
      }
    };
    await page.getByRole('button', { name: NAME }).waitFor();
    await tabTo(NAME);
    await page.keyboard.press('Enter');
    await heading('Let this page see your address?');
    expect(await focused()).toBe('Let this page see your address?');
    await tabTo('Get 1,000 test tokens');
    await page.keyboard.press('Space');
    await dialog().getByText('have arrived').waitFor();
    await tabTo('Connect');
    await page.keyboard.press('Enter');
    await heading('Check what you agree to');
    await tabTo('Approve with');
    await page.keyboard.press('Enter');
    await heading('Sign this transaction?');
    await tabTo('Approve');
    await page.keyboard.press('Enter');
    await heading('Paid');
    expect(await focused()).toBe('Paid');
  });

  test('is the same wallet in another tab and after a reload, and asks to connect once', async () => {
    await visit();
    await connect();
    const { payer } = await newestMandate();
    page = await context.newPage();
    await page.goto(await linkUrl());
    await press(NAME);
    await heading('Check what you agree to');
    expect((await newestMandate()).payer).toBe(payer);
    await page.reload();
    await press(NAME);
    await heading('Check what you agree to');
    expect(await dialog().count()).toBe(0);
  });

  async function newestMandate() {
    return (await merchant.api.mandates.list({ limit: 1 })).data[0]!;
  }

  test('keeps a key that no script can read, and no secret in storage', async () => {
    await visit();
    await connect();
    const found = await page.evaluate(async () => {
      const request = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.addEventListener('success', () => resolve(asked.result));
          asked.addEventListener('error', () => reject(asked.error as DOMException));
        });
      const database = await request(indexedDB.open('autopay-test-wallet'));
      const { privateKey } = await request<CryptoKeyPair>(
        database.transaction('keys').objectStore('keys').get('payer'),
      );
      const exported = await crypto.subtle.exportKey('pkcs8', privateKey).catch((error) => error.name);
      return { exported, extractable: privateKey.extractable, kept: JSON.stringify(localStorage) };
    });
    expect(found).toMatchObject({ exported: 'InvalidAccessError', extractable: false });
    expect(found.kept).not.toMatch(/[0-9a-zA-Z+/]{60,}/);
  });

  test('signs a text, which it shows, for the payer of a product to sign in', async () => {
    const mint = await service.mint(merchant);
    const product = await merchant.api.products.create({
      name: 'Brewing course',
      payee: payee.address,
      mint,
      amountPerPeriod: '5000000',
      periodSeconds: 604_800,
      sellMode: 'once',
      contentTitle: 'Chapter one',
      contentBody: 'Grind fresh.',
    } as never);
    await visit(service.url + product.url);
    await press(NAME);
    await answer('Get 1,000 test tokens');
    await dialog().getByText('have arrived').waitFor();
    await answer('Connect');
    await press(/^Pay with/);
    await heading('Sign this transaction?');
    expect(await dialog().innerText()).toMatch(/Send 5\.00 tokens to the token account/);
    await answer('Approve');
    await page.getByText('Grind fresh.').waitFor();
    await page.goto(service.url + product.url);
    await page.getByText('Already paid?').click();
    await press(`Sign in with ${NAME}`);
    await heading('Sign this text?');
    expect(await dialog().getByRole('region', { name: 'The text' }).innerText()).toContain(
      new URL(service.url).host,
    );
    await expectAccessible(page);
    await answer('Approve');
    await page.getByText('Grind fresh.').waitFor();
  });

  test('signs for its own account and its own network alone', async () => {
    await visit();
    await connect();
    const refusals = await page.evaluate(async (name) => {
      let found: StandardWallet | undefined;
      const register = (...wallets: StandardWallet[]) => {
        found ??= wallets.find((wallet) => wallet.name === name);
        return () => {};
      };
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
      const { accounts, features } = found!;
      const { signTransaction } = features['solana:signTransaction'] as {
        signTransaction(input: object): Promise<unknown>;
      };
      const [account] = accounts;
      const transaction = new Uint8Array([1, 2, 3]);
      const other = { ...account, address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' };
      const said = (input: object) =>
        signTransaction(input).then(
          () => 'signed',
          (error: Error) => error.message,
        );
      return [
        await said({ account, transaction, chain: 'solana:mainnet' }),
        await said({ account: other, transaction, chain: 'solana:localnet' }),
        await said({ account, transaction, chain: 'solana:localnet' }),
      ];
    }, NAME);
    expect(refusals.slice(0, 2)).toEqual([
      'This wallet signs for solana:localnet alone.',
      'This account is not in this wallet.',
    ]);
    expect(refusals[2]).not.toBe('signed');
    expect(await dialog().count()).toBe(0);
  });

  test('says so when there were too many gifts, and when none arrived', async () => {
    await visit();
    await press(NAME);
    const answers = [
      {
        status: 429,
        json: { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: '' } },
      },
      { status: 500, json: { error: { type: 'api_error', code: 'internal_error', message: '' } } },
    ];
    await page.route('**/test_wallet/fund', (route) => route.fulfill(answers.shift()!));
    await answer('Get 1,000 test tokens');
    await dialog().getByText('Wait a minute').waitFor();
    await answer('Get 1,000 test tokens');
    await dialog().getByText('The tokens did not arrive. Try again.').waitFor();
  });

  test('is not in the page of what is sold for real money', async () => {
    const url = await linkUrl();
    await service.db`
      insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
      values (true, ${await service.mint(merchant)}, 'USD', 6, 'token', 'stable', true, true, 0)`;
    await service.db`update offers set livemode = true where id = ${url.split('/').at(-1)!}`;
    const documentOf = async (url: string) => (await fetch(url)).text();
    const live = await documentOf(url);
    expect(live).toContain('Espresso of the month');
    expect(live).not.toContain('test-wallet');
    expect(await documentOf(await linkUrl())).toContain('test-wallet');
  });
});
