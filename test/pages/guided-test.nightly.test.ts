import { Autopay } from '@autopay/sdk';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { fillSignUp } from './support/merchant.ts';
import { walletDialog } from './support/wallet.ts';
import { World } from './support/world.ts';

const WALLET = 'Test wallet (test network only)';

describeUnless(missingProgram('chromium'), 'the guided test in one browser', () => {
  let world: World;

  beforeAll(async () => {
    // As fast as the network itself: what waits for a signature lives for a minute.
    world = await World.start({ AUTOPAY_LOCALNET_SLOT_MS: '400' });
  });
  afterEach(async () => expect(await world.sendHome()).toEqual([]));
  afterAll(() => world?.stop());

  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { name }).first().waitFor();
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const account = (page: Page, name: string) => walletDialog(page).getByRole('radio', { name });
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Test wallet' });
  const answer = (page: Page, name: string) =>
    walletDialog(page).getByRole('button', { name, exact: true }).click();

  test('leads a stranger from signing up over a proven wallet and a payment by another account to its refund', async () => {
    const { context, page } = await world.visitor();
    await page.goto('/dashboard/sign-up');
    await fillSignUp(page, { email: 'stranger@example.com' });
    const key = await page.getByText(/^sk_test_/).innerText();
    const api = new Autopay(key, { baseUrl: world.service.url });
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await heading(page, 'No payment yet');
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Prove a payout wallet' }).click();
    await press(page, /^Sign a text/);
    expect(await account(page, 'Account 1').isChecked()).toBe(true);
    await answer(page, 'Connect');
    await walletDialog(page).getByText('Account 1').waitFor();
    await answer(page, 'Approve');
    await page.getByText('Proven, for test mode only.').waitFor();
    await bar(page).getByText('Payout wallet of Coffee Club').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Done.').waitFor();
    await page.getByRole('link', { name: 'Make a payment link' }).click();
    await press(page, 'Make a link');
    await page.getByLabel('Name').fill('Espresso of the month');
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill('12.50');
    await press(page, 'Make the link');
    const url = await page
      .getByText(/\/pay\//)
      .first()
      .innerText();

    const payer = await context.newPage();
    await payer.goto(url);
    await bar(payer).getByText('Account 1').waitFor();
    // The wallet that is paid says so before anything is signed, and the page leads on.
    await press(payer, new RegExp(WALLET.slice(0, 11)));
    const alert = payer.getByRole('alert');
    await alert.getByText(/it cannot pay itself/).waitFor();
    await expectAccessible(payer);
    await alert.getByRole('button', { name: `Switch account in ${WALLET}` }).click();
    await walletDialog(payer).getByText('Is paid here: it cannot pay itself').waitFor();
    await expectAccessible(payer);
    await answer(payer, 'Make a new account');
    await walletDialog(payer).getByText('Account 2 was made, and is chosen.').waitFor();
    await answer(payer, 'Get 1,000 test tokens');
    await walletDialog(payer).getByText('have arrived').waitFor();
    await walletDialog(payer).getByText('Holds 1,000.00 TUSD').waitFor();
    await answer(payer, 'Use this account');
    await heading(payer, 'Check what you agree to');
    await bar(payer).getByText('Account 2').waitFor();
    await press(payer, /^Approve with/);
    await walletDialog(payer).getByText('Account 2').waitFor();
    await answer(payer, 'Approve');
    await heading(payer, 'Paid');

    // The other tab has followed the switch.
    await bar(page).getByText('Account 2').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Payments', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'succeeded' }).getByRole('link').first().click();
    await press(page, 'Refund');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
    await press(page, `Sign with ${WALLET}`);
    await page.getByText(/^Only .+ can sign it/).waitFor();
    await press(page, `Switch account in ${WALLET}`);
    expect(await account(page, 'Account 1').isChecked()).toBe(true);
    await answer(page, 'Use this account');
    await walletDialog(page).getByText('Payout wallet of Coffee Club').waitFor();
    await expectAccessible(page);
    await answer(page, 'Approve');
    // It has no SOL for the network's fee, and is told what brings some.
    await page.getByText(/holds too little SOL for the network fee/).waitFor();
    const [refund] = (await api.refunds.list()).data;
    expect(refund!.status).toBe('pending');
    await press(page, `Sign with ${WALLET}`);
    await answer(page, 'Get 1,000 test tokens');
    await walletDialog(page).getByText('have arrived').waitFor();
    await answer(page, 'Approve');
    await page.getByText('Refunded.', { exact: true }).waitFor();
    expect((await api.refunds.get(refund!.id)).status).toBe('succeeded');
  });

  test('shows no account of the test wallet where real money is looked at', async () => {
    const { page } = await world.visitor();
    await page.goto('/dashboard/sign-up');
    await fillSignUp(page, { email: 'other@example.com' });
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.goto('/dashboard/payout-wallet');
    await press(page, /^Sign a text/);
    await answer(page, 'Connect');
    await answer(page, 'Approve');
    await bar(page).getByText('Account 1').waitFor();
    await page.getByRole('radio', { name: 'Live' }).check();
    await bar(page).waitFor({ state: 'hidden' });
    await page.goto('/dashboard/payout-wallet');
    await page.getByText('No wallet was found in this browser.').waitFor();
  });
});
