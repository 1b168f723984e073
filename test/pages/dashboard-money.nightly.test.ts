import { readFile } from 'node:fs/promises';
import type { Charge } from '@autopay/sdk';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { utcMomentInWords } from '../../pages/words/date.ts';
import { authorizeMandate, balanceOnChain, createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestWallet } from '../support/service.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, walletDialog } from './support/wallet.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the dashboard, for its merchant’s money', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** A page looks again every five seconds. */
  const eventually = (look: () => unknown) => expect.poll(look, { timeout: 40_000 });
  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());

  /** A mandate of 12.50 that was authorized and charged once. */
  async function sell({ merchant }: Owner, payee?: { address: string }, name: string | null = null) {
    const { service } = world;
    const payer = await service.wallet(merchant);
    const terms = { amountPerPeriod: '12500000', ...(name === null ? {} : { name }) };
    const to = payee ?? (await service.wallet(merchant));
    const mandate = await createMandate(service, merchant, payer, to, terms);
    await authorizeMandate(service, mandate, payer);
    const { data } = await merchant.api.charges.list({ mandate: mandate.id, status: 'succeeded' });
    return { payer, payee: to, mandate, charge: data[0]! };
  }

  /** The address of the browser's own test wallet, which the payout page shows once it is proven. */
  async function proveTestWallet({ page, person }: Owner): Promise<string> {
    await page.goto('/dashboard/payout-wallet');
    await press(page, /^Sign a text/);
    await answerWallet(page, 'Connect', { funded: true });
    await answerWallet(page, 'Approve');
    await page.getByText(/^Proven,/).waitFor();
    return (await person.call('GET', '/v1/merchant')).body.payoutWallet;
  }

  async function askRefund(page: Page, { id }: Charge, amount: string): Promise<void> {
    await page.goto(`/dashboard/charges/${id}`);
    await press(page, 'Refund');
    await page.getByLabel(/^Amount in/).fill(amount);
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  }

  test('saves each list as CSV, as it is filtered', async () => {
    const us = await owner();
    const { page } = us;
    const { charge, mandate, payer } = await sell(us);
    const saved = async (path: string, button: string) => {
      await page.goto(`/dashboard/${path}`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const all = await saved('charges', 'Download CSV');
    expect(all.name).toMatch(/^autopay-charges-test-[0-9-]{10}\.csv$/);
    expect(all.text.trimEnd().split('\r\n')).toHaveLength(3);
    const paid = await saved('charges?status=succeeded', 'Download CSV');
    expect(paid.text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(paid.text).toContain(`${charge.txSignature}`);
    expect((await saved('refunds', 'Download CSV')).text).toMatch(/^id,mode,status,.*\r\n$/);
    const today = new Date().toISOString().slice(0, 10);
    expect((await saved(`charges?createdFrom=${today}`, 'Download CSV')).text).toBe(all.text);
    expect((await saved('charges?createdTo=2020-01-01', 'Download CSV')).text).toMatch(
      /^id,mode,status,.*\r\n$/,
    );
    expect((await saved(`mandates?payer=${payer.address}`, 'Download CSV')).text).toContain(mandate.id);
    expect((await saved('customers', 'Download CSV')).text).toContain(`${payer.address},test,`);
  });

  test('a part of an address typed into a filter is searched for', async () => {
    const us = await owner();
    const { page } = us;
    await page.goto('/dashboard/mandates?payer=5ZgR');
    await heading(page, 'Nothing is found by “5ZgR”');
    const { payer, mandate } = await sell(us);
    await page.getByLabel('Payer').fill(payer.address.slice(0, 6));
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Found' }).getByRole('link', { name: 'Subscription' }).click();
    await eventually(() => page.url()).toContain(mandate.id);
  });

  test('lists mandates, narrows them by state and payer, and leads to one', async () => {
    const us = await owner();
    const { page, merchant } = us;
    await page.goto('/dashboard/mandates');
    await heading(page, 'No subscriptions yet');
    const { mandate, payer, payee } = await sell(us);
    const other = await createMandate(world.service, merchant, payee as TestWallet, payer);
    // Without a reload.
    const rows = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row');
    await eventually(() => rows.count()).toBe(3);
    await page.getByLabel('State').selectOption('active');
    await eventually(() => rows.count()).toBe(2);
    expect(await rows.last().innerText()).toMatch(/Active\s+12\.50 TUSD\s+every 30 days\s+1 of 12/);
    await page.getByLabel('State').selectOption('');
    await page.getByLabel('Payer').fill(payee.address);
    await page.keyboard.press('Enter');
    await eventually(() => page.url()).toContain(`payer=${payee.address}`);
    await eventually(() => rows.last().innerText()).toContain('Pending');
    await page.getByLabel('State').selectOption({ label: 'cancelled' });
    await eventually(() => page.url()).toContain('status=revoked');
    await heading(page, 'No subscription matches');
    await page.goto(`/dashboard/mandates?payer=${payer.address}`);
    await rows.last().getByRole('link').click();
    await eventually(() => page.url()).toContain(mandate.id);
    expect(page.url()).not.toContain(other.id);
  });

  test('shows a mandate whole, and revokes it once the person has confirmed', async () => {
    const us = await owner();
    const { page, merchant } = us;
    const { mandate, payer, charge } = await sell(us);
    await page.goto(`/dashboard/mandates/${mandate.id}`);
    await page.getByText('12.50 TUSD every 30 days').waitFor();
    await page.getByTitle(payer.address).first().waitFor();
    await page.getByTitle(charge.txSignature!).first().waitFor();
    await page.getByRole('link', { name: 'A payer agreed to a subscription', exact: true }).waitFor();
    await page.getByText('Approved until').waitFor();
    await press(page, 'Cancel');
    await press(page, 'Close');
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('active');
    await press(page, 'Cancel');
    await press(page, 'Cancel the subscription');
    await page.getByRole('heading', { level: 1 }).getByText('cancelled').waitFor();
    const { endedAt } = await merchant.api.mandates.get(mandate.id);
    const ended = page.locator('.terms > div').filter({ hasText: /^Ended/ });
    expect(await ended.innerText()).toContain(`${utcMomentInWords(endedAt!)}, by your business`);
    // It ended: until when the payer had approved it says nothing any more.
    expect(await page.getByText('Approved until').count()).toBe(0);
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('revoked');
    expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  });

  test('shows a charge with its receipt as the chain has it, and who the customers are', async () => {
    const us = await owner();
    const { page } = us;
    const { charge, payer } = await sell(us, undefined, 'Espresso of the month');
    await page.goto('/dashboard/charges');
    await page.getByRole('row').filter({ hasText: 'succeeded' }).getByRole('link').click();
    await eventually(() => page.url()).toContain(charge.id);
    await page.getByRole('heading', { level: 1 }).getByText('12.50 TUSD').waitFor();
    await page.getByText(/^confirmed, in slot \d+$|^finalized, in slot \d+$/).waitFor();
    await page.getByText(/^Arrived/).waitFor();
    await page.getByRole('link', { name: 'Customers' }).click();
    const row = page.getByRole('row').filter({ has: page.getByTitle(payer.address) });
    expect(await row.innerText()).toMatch(/12\.50 TUSD\s+Espresso of the month\s+1\s+1\s/);
    await row.getByRole('link').click();
    await heading(page, 'Subscriptions');
    await page.getByRole('row').filter({ hasText: 'active' }).waitFor();
  });

  test('says in place what is wrong with a refund', async () => {
    const us = await owner();
    const { page } = us;
    const { charge } = await sell(us);
    await askRefund(page, charge, '12,50');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.waitFor();
    await page.getByLabel(/^Amount in/).fill('12.500001');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
    await eventually(() => alert.innerText()).toMatch(/larger than what is left/);
    await page.getByLabel(/^Amount in/).fill('1.0000001');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
    await eventually(() => alert.innerText()).toMatch(/decimal/i);
    expect((await us.merchant.api.charges.get(charge.id)).refundedAmount).toBe('0');
  });

  test('refunds a part with the signature of the wallet that was paid', async () => {
    const us = await owner();
    const { page, merchant } = us;
    const address = await proveTestWallet(us);
    const { charge, payer } = await sell(us, { address });
    const before = await balanceOnChain(world.service, payer.address, charge.mint);
    await askRefund(page, charge, '2.5');
    await heading(page, 'Sign the refund');
    await press(page, /^Sign with Test wallet/);
    expect(await walletDialog(page).innerText()).toContain('Send 2.50 tokens');
    await answerWallet(page, 'Reject');
    await page.getByText(/You declined in your wallet/).waitFor();
    await press(page, /^Sign with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByText('Refunded.', { exact: true }).waitFor();
    await press(page, 'Done');
    await page
      .getByRole('table', { name: 'Refunds' })
      .getByRole('row')
      .filter({ hasText: 'succeeded' })
      .waitFor();
    expect((await merchant.api.charges.get(charge.id)).refundedAmount).toBe('2500000');
    const after = await balanceOnChain(world.service, payer.address, charge.mint);
    expect(after - before).toBe(2_500_000n);
  });

  test('lets no other wallet sign a refund, and keeps it to be signed later', async () => {
    const us = await owner();
    const { page } = us;
    const { charge } = await sell(us);
    await askRefund(page, charge, '');
    await heading(page, 'Sign the refund');
    await press(page, /^Sign with Test wallet/);
    await answerWallet(page, 'Connect');
    await page.getByText(/^Only .+ can sign it\. Choose that account in Test wallet/).waitFor();
    await press(page, 'Close');
    await press(page, 'Sign');
    await heading(page, 'Sign the refund');
  });

  test.each([
    ['payer', 'revoked', ', by the payer'],
    ['payment_failed', 'revoked', ', because a payment failed for good'],
    ['term', 'completed', ', as all was paid'],
    ['term', 'expired', ', since its term was over'],
    [null, 'revoked', ''],
  ])('says of a subscription that %s ended (%s) why', async (endedBy, status, why) => {
    const us = await owner();
    const { page, merchant } = us;
    const { mandate } = await sell(us);
    const whole = await merchant.api.mandates.get(mandate.id);
    const json = { ...whole, status, endedBy, endedAt: 1_790_000_000 };
    await page.route(`**/v1/mandates/${mandate.id}`, (route) => route.fulfill({ json }));
    await page.goto(`/dashboard/mandates/${mandate.id}`);
    const ended = page.locator('.terms > div').filter({ hasText: /^Ended/ });
    expect(await ended.getByRole('definition').innerText()).toBe(`${utcMomentInWords(1_790_000_000)}${why}`);
  });
});
