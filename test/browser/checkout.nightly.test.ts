import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MandateWithSecret } from '@autopay/sdk';
import { checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import type { StateSummary } from './page.ts';
import { openPayer, type Payer, planOf, propsOf } from './payer-page.ts';
import { type Shop, startShop } from './shop.ts';
import type { WalletPlan } from './test-wallet.ts';

/** What wallets put into transactions: a compute unit price of 1000 micro-lamports, and a memo of `hi`. */
const PRICE = { programAddress: 'ComputeBudget111111111111111111111111111111', data: 'A+gDAAAAAAAA' };
const MEMO = { programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', data: 'aGk=' };

describeUnless(missingProgram('chromium'), 'a checkout in Chromium', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let browser: TestBrowser;
  let shop: Shop;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser, shop] = await Promise.all([TestService.start(), launchBrowser(), startShop()]);
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
  });
  afterEach(async () => {
    const mishaps = payer?.mishaps ?? [];
    await payer?.context.close();
    payer = null;
    await service.setFaults();
    expect(mishaps).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), shop?.stop(), service?.stop()]);
  });

  /** A payer with a funded wallet, and a pending mandate of theirs whose checkout has begun. */
  async function begin(
    options: { wallet?: Partial<WalletPlan>; terms?: object; amount?: string; noWallet?: boolean } = {},
  ) {
    const wallet = await service.wallet(merchant, options.amount ? { amount: options.amount } : {});
    const mandate = await createMandate(service, merchant, wallet, payee, { ...options.terms });
    const plan = planOf(wallet, options.wallet);
    payer = await openPayer(browser.browser, service, shop, options.noWallet ? [] : [plan]);
    const { page } = payer;
    await payer.goto(page, service.url);
    await beginCheckout(page, mandate);
    await stateOf(page, 'choose_wallet');
    return { payer, page, mandate, plan };
  }

  function beginCheckout(page: Page, mandate: MandateWithSecret, apiBase = service.url): Promise<void> {
    return page.evaluate((options) => window.shop.begin(options), { apiBase, ...propsOf(mandate) });
  }

  const connect = (page: Page, id = 'Test Wallet') =>
    page.evaluate((id) => window.shop.checkout!.connect(id), id);
  const confirm = async (page: Page): Promise<StateSummary> => {
    await page.evaluate(() => window.shop.checkout!.confirm().then(() => {}));
    return page.evaluate(() => window.shop.summary());
  };
  const summary = (page: Page) => page.evaluate(() => window.shop.summary());
  const stateOf = (page: Page, status: string) =>
    eventually(async () => {
      const state = await summary(page);
      return state.status === status && state;
    });

  test('goes from the terms over the wallet to a settled payment', async () => {
    const { payer, page, mandate } = await begin();
    await connect(page);
    const review = await summary(page);
    expect(review).toMatchObject({
      status: 'review',
      view: { id: mandate.id, status: 'pending' },
      wallet: { name: 'Test Wallet', address: mandate.payer },
      error: null,
    });
    expect(payer.signatures()).toBe(0);
    const settled = await confirm(page);
    expect(settled).toMatchObject({
      status: 'settled',
      view: { status: 'active', firstCharge: { status: 'succeeded' } },
      authorization: { kind: 'approval', amount: review.view!.approveAmount, delegate: mandate.delegate },
      error: null,
    });
    expect(await page.evaluate(() => window.shop.statuses)).toEqual([
      'loading',
      'choose_wallet',
      'connecting',
      'review',
      'signing',
      'submitted',
      'settled',
    ]);
    expect(payer.asked.map(({ kind }) => kind)).toEqual(['connect', 'sign']);
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ status: 'active' });
  });

  test('is settled by the service for a wallet that only signs', async () => {
    const { page, payer } = await begin({ wallet: { signs: ['solana:signTransaction'] } });
    await connect(page);
    expect((await confirm(page)).status).toBe('settled');
    expect(payer.signatures()).toBe(1);
  });

  test('pays a one-time purchase', async () => {
    const terms = { sellMode: 'once', maxPeriods: 1 };
    const { page } = await begin({ terms });
    await connect(page);
    expect(await confirm(page)).toMatchObject({
      status: 'settled',
      view: { status: 'completed' },
      authorization: { kind: 'payment', amount: '1000000', delegate: null },
    });
  });

  test('is settled with a trial as soon as the mandate is active', async () => {
    const { page } = await begin({ terms: { trialSeconds: 86_400 } });
    await connect(page);
    expect(await confirm(page)).toMatchObject({ status: 'settled', view: { status: 'active' } });
  });

  test('is not signed when the person declines, and can be tried again', async () => {
    const { payer, page, mandate } = await begin();
    payer.replies = [false, true];
    await connect(page);
    expect(await confirm(page)).toMatchObject({ status: 'failed', error: 'user_rejected' });
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ status: 'pending' });
    expect(await confirm(page)).toMatchObject({ status: 'settled', error: null });
    expect(payer.signatures()).toBe(2);
  });

  test('asks the wallet once when confirm is called twice', async () => {
    const { payer, page } = await begin();
    await connect(page);
    const statuses = await page.evaluate(async () => {
      const { checkout } = window.shop;
      return (await Promise.all([checkout!.confirm(), checkout!.confirm()])).map(({ status }) => status);
    });
    expect(statuses).toEqual(['settled', 'settled']);
    expect(payer.signatures()).toBe(1);
  });

  test.each([[['solana:signTransaction']], [['solana:signAndSendTransaction']]] as const)(
    'is settled although the wallet adds a fee and a memo of its own: %s',
    async (signs) => {
      const { page, payer } = await begin({ wallet: { signs: [...signs], adds: [PRICE, MEMO] } });
      await connect(page);
      expect((await confirm(page)).status).toBe('settled');
      expect(payer.signatures()).toBe(1);
    },
  );

  test('is built again by itself when the blockhash expired while the person thought', async () => {
    const { page, payer, mandate } = await begin();
    const issuedUntil = async () =>
      (await checkout(service, mandate, 'instruction')).body.lastValidBlockHeight as number;
    const expire = async () => {
      const until = await issuedUntil();
      await service.skipSlots(400);
      // The service looks at the newest block twice a second.
      await eventually(async () => (await issuedUntil()) >= until + 400);
      return true;
    };
    payer.replies = [expire, true];
    await connect(page);
    expect((await confirm(page)).status).toBe('settled');
    const [first, second] = payer.asked.filter(({ kind }) => kind === 'sign');
    expect(payer.signatures()).toBe(2);
    expect(first!.transaction).not.toBe(second!.transaction);
  });

  test('says that the wallet holds too little, and settles once it holds enough', async () => {
    const { page, mandate } = await begin({ amount: '1' });
    await connect(page);
    expect(await confirm(page)).toMatchObject({ status: 'failed', error: 'insufficient_funds' });
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ status: 'pending' });
    const { mint, payer: owner } = mandate;
    await service.rpc('autopay_mintTo', [{ mint, owner, amount: '1000000' }]);
    // The service counts what is confirmed, which takes a slot or two.
    await eventually(
      async () => (await merchant.api.wallet.getBalance({ address: owner, mint })).amount === '1000001',
    );
    expect(await confirm(page)).toMatchObject({ status: 'settled', error: null });
  });

  test('says that there is no wallet, and offers one that comes late', async () => {
    const { page, payer, plan } = await begin({ noWallet: true });
    expect(await summary(page)).toMatchObject({ status: 'choose_wallet', wallets: [] });
    expect(await summary(page)).toMatchObject({ error: 'no_wallet' });
    await payer.register(plan);
    expect(await stateOf(page, 'choose_wallet')).toMatchObject({
      wallets: [{ id: 'Test Wallet', eligible: true, reason: null }],
      error: null,
    });
    await connect(page);
    expect((await confirm(page)).status).toBe('settled');
  });

  test('tells why a wallet for another network cannot pay', async () => {
    const { page, payer } = await begin({ wallet: { chains: ['solana:mainnet'] } });
    expect((await summary(page)).wallets).toMatchObject([{ eligible: false, reason: 'wrong_chain' }]);
    await connect(page);
    expect(await summary(page)).toMatchObject({ status: 'choose_wallet', error: 'wrong_chain' });
    expect(payer.asked).toEqual([]);
  });

  test("does not ask a wallet to sign that shows another account than the payer's", async () => {
    const { page, payer } = await begin({ noWallet: true });
    await payer.register(planOf(await service.wallet(merchant)));
    await connect(page);
    expect(await summary(page)).toMatchObject({ status: 'choose_wallet', error: 'wrong_payer' });
    expect(payer.signatures()).toBe(0);
  });

  test('finds what was sent after the tab was reloaded before the wallet could tell', async () => {
    const { page, payer, mandate } = await begin();
    await connect(page);
    payer.afterSend = () => page.reload().then(() => {});
    await page.evaluate(() => void window.shop.checkout!.confirm());
    await eventually(() => page.evaluate(() => window.shop?.checkout === null).catch(() => false));
    payer.afterSend = null;
    await beginCheckout(page, mandate);
    expect(await stateOf(page, 'settled')).toMatchObject({ view: { firstCharge: { status: 'succeeded' } } });
    expect(payer.signatures()).toBe(1);
  });

  test('settles in a new tab what the closed one had sent, without a second signature', async () => {
    const { page, payer, mandate } = await begin();
    await connect(page);
    payer.afterSend = () => page.close();
    await page.evaluate(() => void window.shop.checkout!.confirm());
    await eventually(() => page.isClosed());
    payer.afterSend = null;
    const reopened = await payer.context.newPage();
    await payer.goto(reopened, service.url);
    await beginCheckout(reopened, mandate);
    // A new tab knows nothing of the closed one, and the service has not looked yet: the person starts over.
    await stateOf(reopened, 'choose_wallet');
    await connect(reopened);
    expect(await confirm(reopened)).toMatchObject({ status: 'settled', authorization: null });
    expect(payer.signatures()).toBe(1);
  });

  test('shows in a new tab what had settled', async () => {
    const { page, payer, mandate } = await begin();
    await connect(page);
    await confirm(page);
    await page.close();
    const reopened = await payer.context.newPage();
    await payer.goto(reopened, service.url);
    await beginCheckout(reopened, mandate);
    expect(await stateOf(reopened, 'settled')).toMatchObject({
      view: { firstCharge: { status: 'succeeded' } },
    });
  });

  test('offers the wallet again after the tab was closed before anything was signed', async () => {
    const { page, payer, mandate } = await begin();
    await connect(page);
    const decision = Promise.withResolvers<boolean>();
    payer.replies = [() => decision.promise, true];
    await page.evaluate(() => void window.shop.checkout!.confirm());
    await eventually(() => payer.signatures() === 1);
    await page.close();
    decision.resolve(false);
    const reopened = await payer.context.newPage();
    await payer.goto(reopened, service.url);
    await beginCheckout(reopened, mandate);
    await stateOf(reopened, 'choose_wallet');
    await connect(reopened);
    expect((await confirm(reopened)).status).toBe('settled');
  });

  test('goes back to the review when the person gives up at the wallet', async () => {
    const { page, payer } = await begin();
    await connect(page);
    const decision = Promise.withResolvers<boolean>();
    payer.replies = [() => decision.promise, true];
    await page.evaluate(() => void window.shop.checkout!.confirm());
    await eventually(() => payer.signatures() === 1);
    await page.evaluate(() => window.shop.checkout!.cancel());
    expect(await summary(page)).toMatchObject({ status: 'review', error: null });
    decision.resolve(false);
    expect((await confirm(page)).status).toBe('settled');
  });

  test('is not signed in a second tab while the wallet is asked in the first, which settles both', async () => {
    const { page, payer, mandate } = await begin();
    const second = await payer.context.newPage();
    await payer.goto(second, service.url);
    await beginCheckout(second, mandate);
    await stateOf(second, 'choose_wallet');
    await connect(page);
    await connect(second);
    const decision = Promise.withResolvers<boolean>();
    payer.replies = [() => decision.promise];
    const first = confirm(page);
    await eventually(() => payer.signatures() === 1);
    expect(await confirm(second)).toMatchObject({ status: 'failed', error: 'signing_elsewhere' });
    decision.resolve(true);
    expect((await first).status).toBe('settled');
    expect((await confirm(second)).status).toBe('settled');
    expect(payer.signatures()).toBe(1);
  });

  test('does not keep a wallet that takes the account away during the review', async () => {
    const { page, payer } = await begin();
    await connect(page);
    await page.evaluate(() => window.autopayTestSwitch([]));
    expect(await summary(page)).toMatchObject({
      status: 'choose_wallet',
      wallet: null,
      error: 'wrong_payer',
    });
    await connect(page);
    expect((await confirm(page)).status).toBe('settled');
    expect(payer.signatures()).toBe(1);
  });

  test.each([
    ['mandateId', { mandateId: 'chg_1' }],
    ['clientSecret', { clientSecret: 'sk_test_1' }],
    ['apiBase', { apiBase: 'pay.example.com' }],
  ])('is not begun with a wrong %s, and nothing is sent', async (name, wrong) => {
    const { page, mandate } = await begin();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const options = { apiBase: service.url, ...propsOf(mandate), ...wrong };
    const message = await page.evaluate((options) => {
      try {
        window.shop.begin(options);
        return 'nothing was thrown';
      } catch (error) {
        return (error as Error).message;
      }
    }, options);
    expect(message).toMatch(new RegExp(`^${name} `));
    expect(requests).toEqual([]);
  });
});
