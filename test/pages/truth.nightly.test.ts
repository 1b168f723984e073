import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { expectAccessible } from './accessible.ts';
import { makeLink, type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, payWithTestWallet, reviewWithTestWallet } from './support/wallet.ts';
import { withoutTestWallet } from './support/visitor.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 240_000 };

describeUnless(missingProgram('chromium'), 'what pages say is so', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());

  async function sell({ merchant }: Owner) {
    const [payer, payee] = [await world.service.wallet(merchant), await world.service.wallet(merchant)];
    const mandate = await createMandate(world.service, merchant, payer, payee);
    await authorizeMandate(world.service, mandate, payer);
    return mandate;
  }

  test('a cancelled subscription has no payment to come, for its payer and its merchant', LONG, async () => {
    const { page, merchant } = await owner();
    const payee = await world.service.wallet(merchant);
    await payWithTestWallet(page, await makeLink(world.service, merchant, payee));
    await page.goto('/wallet');
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByRole('link', { name: 'Coffee Club' }).click();
    await page.getByText('Planned', { exact: true }).waitFor();
    const [mandate] = (await merchant.api.mandates.list()).data;
    await merchant.api.mandates.revoke(mandate!.id);
    await page.getByText('Will not be collected', { exact: true }).waitFor();
    expect(await page.getByText('Planned', { exact: true }).count()).toBe(0);
    await expectAccessible(page);

    await page.goto('/dashboard/charges');
    await page.getByText('called off', { exact: true }).waitFor();
    expect(await page.locator('.badge', { hasText: 'scheduled' }).count()).toBe(0);
    await page.goto(`/dashboard/mandates/${mandate!.id}`);
    await page.getByText('called off', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('switching the mode on the page of an object goes to its list', LONG, async () => {
    const seller = await owner();
    const { page } = seller;
    const { id } = await sell(seller);
    await page.goto(`/dashboard/mandates/${id}`);
    await heading(page, /^Subscription/);
    await page.getByLabel('Live', { exact: true }).check({ force: true });
    await heading(page, 'No subscriptions yet');
    expect(new URL(page.url()).pathname).toBe('/dashboard/mandates');
    await page.getByLabel('Test', { exact: true }).check({ force: true });
    await page.getByRole('row').filter({ hasText: 'active' }).waitFor();
  });

  test('a secret that is shown once stays until it is stored, whatever is pressed', LONG, async () => {
    const { page } = await owner();
    const receiver = await startReceiver();
    await page.goto('/dashboard/webhooks');
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('http://localhost:4000/hooks');
    await press(page, 'Add the endpoint');
    await page
      .getByText(/AUTOPAY_WEBHOOK_ALLOW opens this machine already: use http:\/\/127\.0\.0\.1/)
      .waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await press(page, 'Add the endpoint');
    await heading(page, 'Store this secret now');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    const secret = page.getByRole('dialog').getByText(/^whsec_/);
    expect((await secret.innerText()).length).toBeGreaterThan(40);
    await expectAccessible(page);
    await press(page, 'I have stored it');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await receiver.close();
  });

  test('a payer is told before signing what is missing and where to send it', LONG, async () => {
    const { page, merchant } = await owner();
    const payee = await world.service.wallet(merchant);
    const mint = await world.service.mint(merchant);
    await reviewWithTestWallet(page, await makeLink(world.service, merchant, payee), { funded: false });
    await page.getByText('Your wallet is 12.50 TUSD short: it holds 0.00 TUSD').waitFor();
    await page.getByText(/^Your wallet is 0\.0009 SOL short/).waitFor();
    await expectAccessible(page);
    const [mandate] = (await merchant.api.mandates.list()).data;
    await merchant.api.test.fund({ address: mandate!.payer, mint });
    await press(page, 'Look again');
    await page.getByText('Your wallet cannot pay this yet').waitFor({ state: 'detached' });
    await press(page, /^Approve with/);
    await answerWallet(page, 'Approve');
    await heading(page, 'Paid');
  });

  test(
    'a second subscription on the same terms is named as one, in a browser that knows nothing of the first',
    LONG,
    async () => {
      const { page, merchant } = await owner();
      const link = await makeLink(world.service, merchant, await world.service.wallet(merchant));
      await payWithTestWallet(page, link);
      await page.evaluate(() => localStorage.clear());
      await page.goto(link);
      await press(page, /^Test wallet/);
      await answerWallet(page, 'Connect');
      await heading(page, /^Check/);
      await page.getByText('This would be a second subscription: both are collected.').waitFor();
      await expectAccessible(page);
    },
  );

  test(
    'on a phone the button to approve stands within two screens, with the terms above it',
    LONG,
    async () => {
      const { page, merchant } = await owner();
      await page.setViewportSize({ width: 390, height: 844 });
      const payee = await world.service.wallet(merchant);
      const name = 'A rather long name of what is sold here every month';
      await reviewWithTestWallet(page, await makeLink(world.service, merchant, payee, { name }));
      const approve = page.getByRole('button', { name: /^Approve with/ });
      const { y, height } = (await approve.boundingBox())!;
      expect(y + height).toBeLessThan(1_200);
      const terms = await page.locator('.terms').first().innerText();
      for (const term of ['Total', 'You approve', 'The next 3 payments', 'To cancel'])
        expect(terms).toContain(term);
      await page.getByText('Who collects, fees, and addresses to compare').click();
      await page.getByText('It never holds your money').waitFor();
      await expectAccessible(page);
    },
  );

  test('the dates of a checkout are those of the test clock', LONG, async () => {
    const { page, merchant } = await owner();
    const payee = await world.service.wallet(merchant);
    await merchant.api.test.advanceClock({ seconds: 400 * 86_400 });
    const { now } = await merchant.api.test.getClock();
    await reviewWithTestWallet(page, await makeLink(world.service, merchant, payee));
    const year = String(new Date((now + 60 * 86_400) * 1_000).getUTCFullYear());
    expect(await page.locator('.dates').innerText()).toContain(year);
  });

  test(
    'a payer whose payment fails is told the cure that helps, which is not a new approval',
    LONG,
    async () => {
      const { page, merchant } = await owner();
      const payee = await world.service.wallet(merchant);
      const dear = { amountPerPeriod: '600000000' };
      await payWithTestWallet(page, await makeLink(world.service, merchant, payee, dear));
      await merchant.api.test.advanceClock({ seconds: 30 * 86_400 + 60 });
      await page.goto('/wallet');
      await press(page, /^Sign in with Test wallet/);
      await answerWallet(page, 'Approve');
      await page.getByText('Payment failed', { exact: true }).waitFor();
      // It has failed: nothing is said of before, and of no moment that is over.
      const cures = page.getByRole('region', { name: 'What your payments need now' });
      await cures.getByText(/is enough for the one that failed, to Coffee Club/).waitFor();
      expect(await cures.innerText()).not.toMatch(/ by \d/);
      expect(await page.getByText('Before your next payments fail').count()).toBe(0);
      await page.getByRole('link', { name: 'Coffee Club' }).click();
      await page.getByText('The payment that is due could not be collected.').waitFor();
      await page.getByText('Send at least 200.00 TUSD to your wallet').waitFor();
      const message = page.locator('.message[data-tone="bad"]');
      expect(await message.getByRole('link').count()).toBe(0);
      await expectAccessible(page);
      const [mandate] = (await merchant.api.mandates.list()).data;
      await merchant.api.test.fund({ address: mandate!.payer, mint: mandate!.mint });
      await merchant.api.test.advanceClock({ seconds: 900 });
      await page.getByText('The payment that is due could not be collected.').waitFor({ state: 'detached' });
    },
  );

  test('a payout wallet for real money is never proven with the test wallet', LONG, async () => {
    const { page } = await owner();
    await page.goto('/dashboard/payout-wallet');
    await page.getByRole('button', { name: /^Sign a text/ }).waitFor();
    await page.getByLabel('Live', { exact: true }).check({ force: true });
    await page.getByText('No wallet was found in this browser.').waitFor();
    expect(await page.getByRole('button', { name: /^(Sign a text|Send a transaction)/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test(
    'without a wallet a desktop shows the way over the phone first, then wallets to install',
    LONG,
    async () => {
      const visitor = await world.visitor();
      await withoutTestWallet(visitor);
      const merchant = await world.service.merchant();
      const link = await makeLink(world.service, merchant, await world.service.wallet(merchant));
      await visitor.page.goto(link);
      await heading(visitor.page, 'Pay with the wallet on your phone');
      const headings = await visitor.page.getByRole('heading', { level: 2 }).allInnerTexts();
      expect(headings.indexOf('Pay with the wallet on your phone')).toBeLessThan(
        headings.indexOf('No wallet was found in this browser'),
      );
      // Nothing to choose from, and no link that only a wallet could open.
      expect(headings).not.toContain('Choose a wallet');
      expect(await visitor.page.locator('a[href^="solana:"]').count()).toBe(0);
      const install = visitor.page.getByRole('link', { name: 'Install Phantom' });
      expect(await install.getAttribute('rel')).toContain('noreferrer');
      await expectAccessible(visitor.page);
    },
  );

  test('the dashboard’s tables and its chart count days in one zone, and name it', LONG, async () => {
    const visitor = await world.visitor({ timezoneId: 'Pacific/Auckland' });
    const seller = await signUpVisitor(world.service, visitor);
    const { id } = await sell(seller);
    await seller.page.goto(`/dashboard/mandates/${id}`);
    await heading(seller.page, /^Subscription/);
    const { createdAt } = await seller.merchant.api.mandates.get(id);
    const hour = new Date(createdAt * 1_000).toISOString().slice(11, 13);
    expect(await seller.page.locator('time').first().innerText()).toMatch(
      new RegExp(`, ${hour}:\\d\\d UTC$`),
    );
  });
});
