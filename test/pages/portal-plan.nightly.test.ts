import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../browser/browser.ts';
import { openPayer, type Payer, planOf } from '../browser/payer-page.ts';
import { advance, approve, succeeded } from '../schedule/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';
import { expectAccessible } from './accessible.ts';

const PERIOD = 86_400;

describeUnless(
  missingBuilds() ?? missingProgram('chromium'),
  "a subscription to a plan in the payer's portal",
  () => {
    let service: TestService;
    let browser: TestBrowser;
    let payer: Payer | null = null;
    beforeAll(async () => {
      [service, browser] = await Promise.all([startPlanService('subscriptions-head.so'), launchBrowser()]);
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

    /** A wallet that has paid the first of a merchant's days. */
    async function subscribed(): Promise<{ club: TestMerchant; wallet: TestWallet; id: string }> {
      const club = await service.merchant();
      const [wallet, payee] = [await service.wallet(club), await service.wallet(club)];
      const mandate = await createPlanMandate(service, club, wallet, payee, {
        periodSeconds: PERIOD,
        amountPerPeriod: '12500000',
      });
      await subscribe(service, mandate, wallet);
      await succeeded(club, mandate.id, 1);
      return { club, wallet, id: mandate.id };
    }

    async function signIn(wallet: TestWallet): Promise<Page> {
      const plan = planOf(wallet, {
        name: 'Payer Wallet',
        signs: ['solana:signTransaction', 'solana:signMessage'],
      });
      payer = await openPayer(browser.browser, service, { url: service.url, stop: async () => {} }, [plan]);
      payer.context.setDefaultTimeout(20_000);
      await payer.page.goto(`${service.url}/wallet`);
      await press(payer.page, 'Sign in with Payer Wallet');
      await payer.page.getByRole('button', { name: 'Sign out' }).waitFor();
      return payer.page;
    }

    const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
    const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
    const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click();
    const reads = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

    test('says who enforces it, stops at once, and is cancelled and closed on chain by two signatures', async () => {
      const { club, wallet, id } = await subscribed();
      const page = await signIn(wallet);
      await follow(page, /Coffee Club/);
      await reads(page, 'The Solana program: one payment each period');
      await reads(page, '12.50 TUSD each period, until you cancel');
      await expectAccessible(page);
      await follow(page, 'Cancel');
      await press(page, 'Cancel now');
      await heading(page, 'Cancelled');
      expect((await club.api.mandates.get(id)).status).toBe('revoked');
      expect(payer!.signatures()).toBe(0);
      await press(page, 'Cancel on chain with Payer Wallet');
      await reads(page, 'Cancelled on chain.');
      await reads(page, 'From ');
      await expectAccessible(page);

      await advance(club, PERIOD + 60);
      await page.reload();
      await page.evaluate((fragment) => void (location.hash = fragment), `${id}/take-back`);
      await heading(page, 'End it on chain');
      await press(page, 'Close it with Payer Wallet');
      await reads(page, 'Closed. Nothing of it is left on chain.');
      expect(payer!.signatures()).toBe(2);
    });

    test('is allowed again by one signature after another application took its place', async () => {
      const { club, wallet } = await subscribed();
      await approve(service, { payer: wallet, mint: await service.mint(club) }, randomAddress(), 5n);
      const page = await signIn(wallet);
      await reads(page, 'Needs your signature');
      const cures = page.getByRole('region', { name: 'Before your next payments fail' });
      await cures.getByText('was taken back or given to another application').waitFor();
      await follow(page, /Coffee Club/);
      await reads(page, 'Your wallet has given its permission to another application');
      await follow(page, 'Allow it again');
      await press(page, 'Allow it again with Payer Wallet');
      await reads(page, 'Done. The next payment can be collected again.');
      await expectAccessible(page);
      await page.evaluate(() => void (location.hash = ''));
      await heading(page, 'Running');
      await cures.waitFor({ state: 'detached' });
    });
  },
);
