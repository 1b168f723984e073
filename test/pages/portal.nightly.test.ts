import { address } from '@solana/kit';
import { getBurnInstruction, getCloseAccountInstruction } from '@solana-program/token';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { displayName } from '../../rules/display-name.ts';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { openPayer, type Payer, planOf } from '../browser/payer-page.ts';
import type { WalletPlan } from '../browser/test-wallet.ts';
import { slotOnChain } from '../payer-wallet/support.ts';
import {
  accountOf,
  advance,
  approve,
  MONTH,
  PRICE,
  reaches,
  signAndLand,
  subscribe,
  succeeded,
} from '../schedule/support.ts';
import { createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { expectAccessible } from './accessible.ts';
import { answerWallet } from './support/wallet.ts';

describeUnless(missingProgram('chromium'), "the payer's portal", () => {
  let service: TestService;
  let merchant: TestMerchant;
  let mint: string;
  let browser: TestBrowser;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start(), launchBrowser()]);
    merchant = await service.merchant();
    mint = await service.mint(merchant);
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

  const SIGNS: WalletPlan['signs'] = ['solana:signTransaction', 'solana:signMessage'];

  async function open(wallet: TestWallet, changes: Partial<WalletPlan> = {}): Promise<Page> {
    const plan = planOf(wallet, { name: 'Payer Wallet', signs: SIGNS, ...changes });
    payer = await openPayer(browser.browser, service, { url: service.url, stop: async () => {} }, [plan]);
    payer.context.setDefaultTimeout(20_000);
    await payer.page.goto(`${service.url}/wallet`);
    return payer.page;
  }

  async function signIn(wallet: TestWallet, changes: Partial<WalletPlan> = {}): Promise<Page> {
    const page = await open(wallet, changes);
    await press(page, 'Sign in with Payer Wallet');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click();
  const receipt = (page: Page) => page.locator('summary', { hasText: 'Receipt' });
  const goTo = (page: Page, fragment: string) =>
    page.evaluate((fragment) => void (location.hash = fragment), fragment);

  test('signs a wallet in by a text that names this site, and shows all that it pays for, at every merchant', async () => {
    const wallet = await service.wallet(merchant);
    const other = await service.merchant('Tea House');
    await subscribe(service, merchant, { payer: wallet, terms: { amountPerPeriod: '12500000' } });
    await subscribe(service, other, { payer: wallet, terms: { trialSeconds: MONTH } });
    const page = await signIn(wallet);
    const text = payer!.asked.find(({ kind }) => kind === 'text')!.text!;
    expect(text).toContain(`${new URL(service.url).host} wants you to sign in`);
    await heading(page, 'Running');
    const shown = await page.locator('main').innerText();
    for (const part of ['Coffee Club', '12.50 TUSD every 30 days', 'Active', 'Tea House', 'Free trial'])
      expect(shown).toContain(part);
    expect(shown).toContain('12.50 TUSD paid so far');
    expect(payer!.signatures()).toBe(0);
  });

  test('stays signed in over a reload of its tab, and keeps the token nowhere else', async () => {
    const page = await signIn(await service.wallet(merchant));
    await heading(page, 'Nothing may be collected from this wallet');
    await page.reload();
    await heading(page, 'Nothing may be collected from this wallet');
    const kept = await page.evaluate(() => [
      JSON.stringify({ ...localStorage }),
      document.cookie,
      location.href,
    ]);
    expect(kept.join()).not.toContain('ws_');
    await press(page, 'Sign out');
    await page.getByText('You are signed out.').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('ws_');
  });

  test('goes to a place that is asked for the moment it is signed in', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await open(wallet);
    await page.evaluate((fragment) => {
      const isSignedIn = () =>
        [...document.querySelectorAll('button')].some((b) => b.innerText === 'Sign out');
      const observer = new MutationObserver(() => {
        if (!isSignedIn()) return;
        observer.disconnect();
        location.hash = fragment;
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }, `${id}/top-up`);
    await press(page, 'Sign in with Payer Wallet');
    await heading(page, 'Renew the approval');
  });

  test('cancels at once without a signature; then takes the approval back on chain for whoever wants that', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await follow(page, /Coffee Club/);
    await follow(page, 'Cancel');
    await page.getByText('It stops at once').waitFor();
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    await press(page, 'Cancel now');
    await heading(page, 'Cancelled');
    expect((await merchant.api.mandates.get(id)).status).toBe('revoked');
    expect(payer!.signatures()).toBe(0);
    await page.getByText('You have no others in TUSD').waitFor();
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('Your approval is taken back on chain').waitFor();
    expect(await slotOnChain(service, wallet.address, mint)).toEqual({ delegate: null, amount: 0n });
    expect(payer!.signatures()).toBe(1);
  });

  test("leaves the payer's other payments what they need, and they go on", async () => {
    const wallet = await service.wallet(merchant);
    const club = await service.merchant('Tea House');
    const first = await subscribe(service, merchant, { payer: wallet });
    const second = await subscribe(service, club, { payer: wallet });
    const page = await signIn(wallet);
    await goTo(page, `${first.id}/cancel`);
    await press(page, 'Cancel now');
    await page.getByText('11.00 TUSD, which is what your other payments need').waitFor();
    await page.getByText('1 in TUSD: it goes on as before').waitFor();
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('may now collect 11.00 TUSD and no more').waitFor();
    expect(await slotOnChain(service, wallet.address, mint)).toEqual({
      delegate: second.delegate,
      amount: 11n * PRICE,
    });
    await advance(club, MONTH);
    await succeeded(club, second.id, 2);
  });

  test('says that the payer declined to take it back, which stays cancelled, and offers it again later', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    payer!.replies = [false, true];
    await goTo(page, `${id}/cancel`);
    await press(page, 'Cancel now');
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('You declined in your wallet. Nothing was signed.').waitFor();
    await follow(page, 'Back to your payments');
    await follow(page, /Coffee Club/);
    await page.getByText('Cancelled').waitFor();
    await follow(page, 'Take back the approval');
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('Your approval is taken back on chain').waitFor();
  });

  test('tops up an approval: says what it covers, pays nothing by it, and it counts on chain', async () => {
    const wallet = await service.wallet(merchant);
    const { id, delegate } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await goTo(page, id);
    await page.getByText('11.00 TUSD at most').waitFor();
    await follow(page, 'Renew the approval');
    const choice = page.getByLabel('How many payments to come?');
    expect(await choice.innerText()).toContain('12 payments, until');
    await choice.selectOption({ index: 1 });
    await page.getByText('24.00 TUSD, and no more').waitFor();
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
    await page.getByText('is covered for 24 payments to come').waitFor();
    expect(await slotOnChain(service, wallet.address, mint)).toEqual({ delegate, amount: 24n * PRICE });
    expect((await merchant.api.mandates.get(id)).periodsCharged).toBe(1);
  });

  test('warns while two payments are left, at the portal and at the checkout, and renews from there', async () => {
    const club = await service.merchant('Tea House');
    const [wallet, payee] = await Promise.all([service.wallet(club), service.wallet(club)]);
    const mandate = await createMandate(service, club, wallet, payee, {
      maxPeriods: null,
      autoAuthorize: true,
    });
    const { id } = mandate;
    await succeeded(club, id, 1);
    await advance(club, 8 * MONTH);
    await succeeded(club, id, 9);
    const page = await signIn(wallet);
    await goTo(page, id);
    await page.getByText('Active', { exact: true }).waitFor();
    await advance(club, MONTH);
    await page.getByText('Runs out soon', { exact: true }).waitFor();
    await page.getByText('What you approved covers 2 more payments.').waitFor();
    await expectAccessible(page);

    await page.goto(`${service.url}/checkout/${id}#${mandate.client_secret}`);
    await page.getByText('What you approved covers 2 more payments.').waitFor();
    await expectAccessible(page);
    await follow(page, 'Renew the approval');
    await heading(page, 'Renew the approval');
    await press(page, /^Approve/);
    await heading(page, 'Approval renewed');
    await follow(page, 'Back to this subscription');
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await page.getByText('What you approved covers').count()).toBe(0);
  });

  test('says that an approval does not cover the next payment, and renews all that remain of a limited one', async () => {
    const wallet = await service.wallet(merchant);
    const own = await subscribe(service, merchant, { payer: wallet, terms: { maxPeriods: 5 } });
    const other = await subscribe(service, merchant, { payer: wallet, terms: { maxPeriods: 3 } });
    await approve(service, own, own.delegate, 5n);
    const page = await signIn(wallet);
    await page.getByText('Approval used up').first().waitFor();
    await goTo(page, own.id);
    await page.getByText('no longer covers the next payment').waitFor();
    await follow(page, 'Renew the approval');
    await page.getByText('for all 4 payments that remain').waitFor();
    await page.getByText('2.00 TUSD: one approval serves them all').waitFor();
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
    expect((await slotOnChain(service, wallet.address, mint)).amount).toBe(6n * PRICE);
    await goTo(page, `${other.id}/top-up`);
    await page.getByText('Nothing to renew: all 2 payments that remain are approved already').waitFor();
  });

  test('tells what the wallet will lack before it is due, and by when, until the tokens have arrived', async () => {
    const club = await service.merchant('Tea House');
    const wallet = await service.wallet(merchant, { mint, amount: String(2n * PRICE) });
    const terms = { periodSeconds: 864_000 };
    const { id } = await subscribe(service, merchant, { payer: wallet, mint, terms });
    await subscribe(service, club, { payer: wallet, mint, terms });
    const page = await signIn(wallet);
    await heading(page, 'Before your next payments fail');
    const cures = page.getByRole('region', { name: 'Before your next payments fail' });
    const told = (await cures.innerText()).replaceAll('\n', ' ');
    expect(told).toMatch(/Send 6\.00 TUSD to this wallet .* by \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(told).toContain('1.00 TUSD is enough for the first that would fail, to Coffee Club');
    await expectAccessible(page);
    await follow(page, /Coffee Club/);
    await cures.waitFor();
    await expectAccessible(page);
    const hasEnough = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/wallet/cures') && (await response.json()).cures.length === 0,
    );
    await merchant.api.test.fund({ address: wallet.address, mint, amount: String(10n * PRICE) });
    await hasEnough;
    await cures.waitFor({ state: 'detached' });
    expect((await merchant.api.mandates.get(id)).periodsCharged).toBe(1);
  });

  test('leads from an approval that runs out before it is due to one signature, and then says nothing', async () => {
    const wallet = await service.wallet(merchant);
    const terms = { periodSeconds: 864_000 };
    const own = await subscribe(service, merchant, { payer: wallet, terms });
    await approve(service, own, own.delegate, PRICE);
    const page = await signIn(wallet);
    const cures = page.getByRole('region', { name: 'Before your next payments fail' });
    await cures.getByText('what you approved does not cover your next payments to Coffee Club').waitFor();
    await expectAccessible(page);
    await cures.getByRole('link', { name: 'Sign one approval' }).click();
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
    await goTo(page, '');
    await heading(page, 'Running');
    await cures.waitFor({ state: 'detached' });
    expect(payer!.signatures()).toBe(1);
  });

  test('says nothing of what is missing while that cannot be read, rather than what was so before', async () => {
    const wallet = await service.wallet(merchant, { mint, amount: PRICE.toString() });
    await subscribe(service, merchant, { payer: wallet, mint, terms: { periodSeconds: 864_000 } });
    const page = await signIn(wallet);
    const cures = page.getByRole('region', { name: 'Before your next payments fail' });
    await cures.waitFor();
    await service.setFaults({ method: 'getMultipleAccounts', kind: 'refuse' });
    await cures.waitFor({ state: 'detached' });
    await heading(page, 'Running');
    await service.setFaults();
    await cures.waitFor();
    await page.route('**/v1/wallet/cures', (route) => route.abort());
    await cures.waitFor({ state: 'detached' });
  });

  test('works with a wallet that sends by itself', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet, { signs: ['solana:signAndSendTransaction', 'solana:signMessage'] });
    await goTo(page, `${id}/top-up`);
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
    await goTo(page, `${id}/cancel`);
    await press(page, 'Cancel now');
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('Your approval is taken back on chain').waitFor();
  });

  test('notices what landed although its response was lost, and never says so before', async () => {
    const wallet = await service.wallet(merchant);
    const { id, delegate } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await page.route('**/submit', (route) => route.abort());
    await goTo(page, `${id}/top-up`);
    await press(page, 'Approve with Payer Wallet');
    await page.getByText('It is not seen on chain yet.').waitFor();
    expect(await slotOnChain(service, wallet.address, mint)).toEqual({ delegate, amount: 11n * PRICE });
    await page.unroute('**/submit');
    await page.route('**/submit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
    expect(await slotOnChain(service, wallet.address, mint)).toEqual({ delegate, amount: 12n * PRICE });
  });

  test('lets a newcomer in with the wallet that the test network brings', async () => {
    const page = await open(await service.wallet(merchant));
    await press(page, 'Sign in with Test wallet');
    await answerWallet(page, 'Connect');
    await answerWallet(page, 'Approve');
    await heading(page, 'Nothing may be collected from this wallet');
  });

  test('asks no wallet for a signature if the service returns something else than was shown', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const gone = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    // What takes back what another mandate was approved for, in the place of a renewal; and the other way round.
    const headers = await page.evaluate(() => {
      const { token } = JSON.parse(sessionStorage.getItem('autopay:payer-session')!);
      return { authorization: `Bearer ${token}` };
    });
    const post = (path: string) => service.call('POST', `/v1/wallet/mandates/${path}`, { headers });
    const revocation = (await post(`${gone.id}/cancel`)).body;
    const renewal = (await post(`${id}/top_up`)).body;
    await page.getByText('Cancelled').waitFor();
    const swap = (path: string, transaction: string) =>
      page.route(`**/v1/wallet/mandates/${path}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), transaction } });
      });
    await swap(`${id}/top_up`, revocation.transaction);
    await goTo(page, `${id}/top-up`);
    await press(page, 'Approve with Payer Wallet');
    await page.getByText('your wallet was not asked and nothing was signed').waitFor();
    await swap(`${gone.id}/cancel`, renewal.transaction);
    await goTo(page, `${gone.id}/take-back`);
    await press(page, 'Take it back with Payer Wallet');
    await page.getByText('your wallet was not asked and nothing was signed').waitFor();
    expect(payer!.signatures()).toBe(0);
  });

  test('shows the amounts anew where they changed since they were shown, and signs nothing', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await goTo(page, `${id}/top-up`);
    await page.getByText('12.00 TUSD, and no more').waitFor();
    await page.route('**/v1/wallet/mandates?**', (route) => route.abort());
    await subscribe(service, merchant, { payer: wallet, terms: { maxPeriods: 4 } });
    await press(page, 'Approve with Payer Wallet');
    await page.getByText('What you would approve has changed').waitFor();
    expect(payer!.signatures()).toBe(0);
    await page.unroute('**/v1/wallet/mandates?**');
    await page.getByText('15.00 TUSD, and no more').waitFor();
    await press(page, 'Approve with Payer Wallet');
    await heading(page, 'Approval renewed');
  });

  test('lists each payment with its receipt, and says why one was not collected', async () => {
    const club = await service.merchant('Tea House');
    const wallet = await service.wallet(club, { mint, amount: PRICE.toString() });
    const { id } = await subscribe(service, club, { payer: wallet });
    await advance(club, MONTH);
    const page = await signIn(wallet);
    await goTo(page, id);
    await page.getByText('Failed, will be tried again').waitFor();
    await page.getByText(/^Your wallet held too little\./).waitFor();
    const { data } = await club.api.mandates.listCharges(id);
    const charge = data.find(({ status }) => status === 'succeeded');
    await receipt(page).click();
    await page.getByTitle(charge!.txSignature!).waitFor();
    const amounts = page.locator('.charge').filter({ hasText: 'Paid' });
    expect(await amounts.count()).toBe(1);
  });

  test('says that an account was closed with its approval, and what brings back both', async () => {
    const club = await service.merchant('Tea House');
    const wallet = await service.wallet(club, { mint, amount: String(2n * PRICE) });
    const { id } = await subscribe(service, club, { payer: wallet, mint });
    const { account, tokenProgram } = await accountOf(service, wallet.address, mint);
    const config = { programAddress: tokenProgram };
    await signAndLand(service, wallet, (owner) => [
      getBurnInstruction({ account, mint: address(mint), authority: owner, amount: PRICE }, config),
      getCloseAccountInstruction({ account, destination: owner.address, owner }, config),
    ]);
    const page = await signIn(wallet);
    await page
      .getByText('Your wallet has no account for TUSD any more, so your approval is gone too.')
      .waitFor();
    await advance(club, MONTH + 10);
    await goTo(page, id);
    await page.getByText('Your approval was closed with the account').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Renew the approval' }).waitFor();
  });

  test('shows a one-time purchase as paid, with nothing left to collect or to cancel', async () => {
    const wallet = await service.wallet(merchant);
    const payee = await service.wallet(merchant);
    const { id } = await createMandate(service, merchant, wallet, payee, {
      sellMode: 'once',
      maxPeriods: 1,
      autoAuthorize: true,
    });
    await reaches(merchant, id, 'completed');
    const page = await signIn(wallet);
    await heading(page, 'Bought');
    const card = await page.locator('a.mandate').innerText();
    expect(card).toMatch(/Bought on \d+ \w+ \d{4}/);
    expect(card).toContain('1.00 TUSD paid');
    expect(await page.locator('main').innerText()).not.toMatch(/Ended|Since|so far/);
    await follow(page, /Coffee Club/);
    await page.getByText('1.00 TUSD once').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('so far');
    expect(await page.getByRole('link', { name: /Cancel|Renew|Take back/ }).count()).toBe(0);
  });

  test('leads whoever has the wallet on a phone there: by a code from a desk, and into its own browser on the phone', async () => {
    const shop = { url: service.url, stop: async () => {} };
    const without = async (options: BrowserContextOptions) => {
      payer = await openPayer(browser.browser, service, shop, [], options);
      await payer.context.route('**/assets/test-wallet-*', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      await payer.page.goto(`${service.url}/wallet`);
      return payer.page;
    };
    const desk = await without({});
    await heading(desk, 'Look with the wallet on your phone');
    expect(await desk.locator('svg.qr').getAttribute('data-text')).toBe(`${service.url}/wallet`);
    await desk.getByText('open the page there in your wallet’s own browser').waitFor();
    await expectAccessible(desk);
    await payer!.context.close();
    const phone = await without({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    const link = phone.getByRole('link', { name: 'Open in Phantom' });
    expect(await link.getAttribute('href')).toContain(encodeURIComponent(`${service.url}/wallet`));
    expect(await phone.locator('svg.qr').count()).toBe(0);
  });

  test('asks to sign in again once the service no longer knows the session, and goes on where it was', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await goTo(page, id);
    await service.db`delete from wallet_sessions where payer = ${wallet.address}`;
    await page.getByText('Your sign-in has ended.').waitFor();
    await press(page, 'Sign in with Payer Wallet');
    await heading(page, 'Payments and receipts');
  });

  test('keeps what is known while the service is away, says so, and is up to date when it is back', async () => {
    const wallet = await service.wallet(merchant);
    await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    await heading(page, 'Running');
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByText('The service does not answer. What you see is from').waitFor();
    await heading(page, 'Running');
    await page.unroute('**/v1/**');
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
  });

  test('says when the wallet shows another account than the one whose payments these are', async () => {
    const page = await signIn(await service.wallet(merchant));
    const { address } = await service.wallet(merchant);
    await page.evaluate((address) => {
      const account = { address, publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: [] };
      window.autopayTestSwitch([account as never]);
    }, address);
    await page.getByText('Payer Wallet now shows').waitFor();
    await press(page, 'Sign in with the other account');
    await heading(page, 'Sign in with your wallet');
  });

  test('refuses to have another account sign, in words', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await signIn(wallet);
    const { address } = await service.wallet(merchant);
    await goTo(page, `${id}/top-up`);
    await page.getByText('and no more').waitFor();
    await page.evaluate((address) => {
      const account = { address, publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: [] };
      window.autopayTestSwitch([account as never]);
    }, address);
    await press(page, 'Approve with Payer Wallet');
    await page.getByText('does not show the account that you signed in with').waitFor();
    expect(payer!.signatures()).toBe(0);
  });

  test('says that a wallet cannot sign texts, and that a person declined to sign in', async () => {
    const page = await open(await service.wallet(merchant), { signs: ['solana:signTransaction'] });
    await page.getByText('Cannot sign texts, which signing in needs').waitFor();
    await payer!.context.close();
    const again = await open(await service.wallet(merchant));
    payer!.replies = [false];
    await press(again, 'Sign in with Payer Wallet');
    await again.getByText('You declined in your wallet. Nothing was signed.').waitFor();
  });

  test('shows test and live payments apart where the deployment has both', async () => {
    const wallet = await service.wallet(merchant);
    await subscribe(service, merchant, { payer: wallet });
    const page = await open(wallet, { chains: ['solana:mainnet', 'solana:localnet'] });
    await page.route('**/wallet', async (route) => {
      const response = await route.fetch();
      const live = '"modes":[{"mode":"live","chain":"solana:mainnet"},';
      await route.fulfill({ response, body: (await response.text()).replace('"modes":[', live) });
    });
    await page.reload();
    await press(page, 'Sign in with Payer Wallet');
    await heading(page, 'Nothing may be collected from this wallet in live mode');
    await press(page, 'Look in test mode');
    await heading(page, 'Running');
    await page.getByLabel('Live').check();
    await heading(page, 'Nothing may be collected from this wallet in live mode');
  });

  test('can be used by keyboard, moves the focus with the screen, and axe finds nothing wrong on any', async () => {
    const wallet = await service.wallet(merchant);
    const { id } = await subscribe(service, merchant, { payer: wallet });
    const page = await open(wallet);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Sign in with Payer Wallet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with Payer Wallet' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Running');
    await expectAccessible(page);
    await page.getByRole('link', { name: /Coffee Club/ }).focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement!.textContent);
    await expect.poll(focused).toBe('Coffee Club');
    await receipt(page).waitFor();
    await expectAccessible(page);
    for (const [place, title] of [
      [`${id}/top-up`, 'Renew the approval'],
      [`${id}/cancel`, 'Cancel these payments?'],
    ] as const) {
      await goTo(page, place);
      await expect.poll(focused).toBe(title);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Cancel now' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Cancelled');
    await page.getByText('Approved afterwards').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await expect.poll(focused).not.toBe('Cancelled');
  });

  test('shows whatever a merchant is called as text, and nothing of it overflows a phone', async () => {
    const names = ['<img src=x onerror=pwned=1>', 'קפה ומאפה', `Café${'W'.repeat(180)}`];
    const wallet = await service.wallet(merchant);
    for (const name of names)
      await subscribe(service, await service.merchant(name), {
        payer: wallet,
        terms: { trialSeconds: MONTH },
      });
    const page = await signIn(wallet);
    await page.setViewportSize({ width: 360, height: 740 });
    await heading(page, 'Running');
    expect(await page.locator('.mandate-merchant').allInnerTexts()).toEqual(
      names.map(displayName).toReversed(),
    );
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    for (const link of await page.locator('a.mandate').all()) {
      await link.click();
      await heading(page, 'Payments and receipts');
      expect(await overflow()).toBeLessThanOrEqual(0);
      await page.goBack();
      await heading(page, 'Running');
    }
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  test('says without JavaScript how everything can be stopped all the same', async () => {
    const context = await browser.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.url}/wallet`);
    const text = await page.locator('body').innerText();
    expect(text).toContain('take back the approval in your wallet');
    expect(text).not.toContain('Looking for your wallets');
    await context.close();
  });
});
