import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { makeLink, makeProduct, type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

/** What a merchant may write, and a page must show as it is. */
const HOSTILE = `\u202e<img src=x onerror="document.title='taken'">${'\u{1f389}W'.repeat(50)}`;

describeUnless(missingProgram('chromium'), 'the dashboard, for what is sold', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());

  test('makes a payment link in the token’s own unit, whose address shows what the form said', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/payment-links');
    await heading(page, 'No links yet');
    await expectAccessible(page);
    await press(page, 'Make a link');
    await page.getByLabel('Name').fill('Beans every week');
    await page.getByLabel('Amount of each payment in TUSD').fill('12.5');
    await page.getByLabel('A payment every', { exact: true }).fill('1');
    await page.getByLabel('A payment every: unit').selectOption('weeks');
    await page.getByLabel('Free at first for', { exact: true }).fill('3');
    await page.getByText('Payers are asked for 12.50 TUSD every week, the first 3 days free.').waitFor();
    await press(page, 'Use a new test wallet');
    await page.getByText(/A new test wallet/).waitFor();
    await expectAccessible(page);
    await press(page, 'Make the link');

    await heading(page, /^Beans every week/);
    await expectAccessible(page);
    const [link] = (await merchant.api.paymentLinks.list()).data;
    expect(link).toMatchObject({
      amountPerPeriod: '12500000',
      periodSeconds: 604_800,
      trialSeconds: 259_200,
      sellMode: 'subscription',
      amountOnce: null,
    });
    const address = await page.getByText(/^http.+\/pay\//).innerText();
    const shown = await world.visitor();
    await shown.page.goto(address);
    await heading(shown.page, 'Beans every week');
    await shown.page
      .getByText(/12\.50 TUSD/)
      .first()
      .waitFor();
  });

  test('asks for nothing in a tab behind another, and at once when it is in front again', async () => {
    const { page, merchant } = await owner();
    await page.clock.install();
    await page.goto('/dashboard/payment-links');
    await heading(page, 'No links yet');
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await setHidden(true);
    await page.clock.pauseAt(Date.now() + 60_000);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(90_000);
    expect(asked).toEqual([]);
    await makeLink(world.service, merchant, await world.service.wallet(merchant));
    await setHidden(false);
    await page.getByRole('table', { name: 'Payment links' }).waitFor();
  });

  test('keeps what is half written while it finds out, every minute, who is signed in', async () => {
    const { page } = await owner();
    await page.clock.install();
    await page.goto('/dashboard/branding');
    const field = page.getByLabel('E-mail address for questions');
    await field.fill('help@half-writ');
    const found = page.waitForResponse(/v1\/sessions\/current/);
    const team = page.waitForResponse(/v1\/team/);
    await page.clock.fastForward(61_000);
    await (await found).finished();
    await (await team).finished();
    await page.clock.fastForward(1_000);
    expect(await field.inputValue()).toBe('help@half-writ');
  });

  test('refuses what is no amount of the token before anything is sent, and shows the service’s refusal at its field', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/payment-links');
    await press(page, 'Make a link');
    await page.getByLabel('Name').fill('Beans');
    const amount = page.getByLabel('Amount of each payment in TUSD');
    for (const [typed, said] of [
      ['12,50', 'Write digits'],
      ['0.0000001', 'TUSD has 6 decimals'],
      ['0', 'Write more than nothing.'],
      ['99999999999999999999', 'holds less than'],
    ] as const) {
      await amount.fill(typed);
      await page.getByText(said).waitFor();
      await press(page, 'Make the link');
      expect(await amount.evaluate((input: HTMLInputElement) => input.validity.customError)).toBe(true);
    }
    await amount.fill('12.50');
    await page.getByLabel('Paid to').fill('nobody');
    await press(page, 'Make the link');
    await page.locator('#field-payee-about').getByRole('alert').waitFor();
    await expectAccessible(page);
    expect((await merchant.api.paymentLinks.list()).data).toEqual([]);
  });

  test('renames a link, switches it off and on again', async () => {
    const { page, merchant } = await owner();
    await makeLink(world.service, merchant, await world.service.wallet(merchant));
    await page.goto('/dashboard/payment-links');
    await page.getByRole('link', { name: 'Espresso of the month', exact: true }).click();
    await page.getByText(/\/pay\/lnk_\w+\?client_reference=user-4711\. It stands on what/).waitFor();
    await press(page, 'Change');
    await page.getByRole('textbox', { name: 'Name' }).fill('Espresso of the year');
    const metadata = page.getByLabel('Metadata');
    await metadata.fill('campaign: spring\nnonsense line');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('#field-metadata-about').getByText('“nonsense line” has no colon.').waitFor();
    await expect.poll(() => metadata.evaluate((field) => field === document.activeElement)).toBe(true);
    expect((await merchant.api.paymentLinks.list()).data[0]!.metadata).toEqual({});
    await metadata.fill('campaign: spring\nnote:');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await heading(page, /^Espresso of the year/);
    expect((await merchant.api.paymentLinks.list()).data[0]!.metadata).toEqual({
      campaign: 'spring',
      note: '',
    });
    await press(page, 'Switch off');
    await page.getByText(/^It is off/).waitFor();
    const payer = await world.visitor();
    const address = await page.getByText(/^http.+\/pay\//).innerText();
    expect((await payer.page.goto(address))!.status()).toBe(404);
    await press(page, 'Switch on');
    await page.getByText('Whoever opens the address can pay.').waitFor();
    expect((await payer.page.goto(address))!.status()).toBe(200);
    const copy = page.getByRole('button', { name: `Copy ${address}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  });

  test('makes a product that is paid once, and changes what it unlocks', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/products');
    await heading(page, 'No products yet');
    await press(page, 'Make a product');
    await page.getByLabel('Name').fill('Brewing course');
    await page.getByLabel('Paid', { exact: true }).selectOption('once');
    await page.getByLabel('Price in TUSD').fill('49');
    await page.getByLabel('Title of what is unlocked').fill('Chapter one');
    await page.getByLabel('What is unlocked', { exact: true }).fill('Water first.');
    await page.getByText('Payers are asked for 49.00 TUSD once.').waitFor();
    await press(page, 'Use a new test wallet');
    await page.getByText(/A new test wallet/).waitFor();
    await press(page, 'Make the product');
    await heading(page, /^Brewing course/);
    await page.getByText('Water first.').waitFor();
    await press(page, 'Edit');
    await page.getByLabel('What is unlocked', { exact: true }).fill(HOSTILE);
    await press(page, 'Save');
    await page.getByText(HOSTILE.slice(1, 40)).waitFor();
    await expectAccessible(page);
    const [product] = (await merchant.api.products.list()).data;
    expect(product).toMatchObject({
      sellMode: 'once',
      amountOnce: '49000000',
      contentTitle: 'Chapter one',
      contentBody: HOSTILE,
    });
  });

  test('sells either way for a price of each', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/payment-links');
    await press(page, 'Make a link');
    await page.getByLabel('Name').fill('Club');
    await page.getByLabel('Paid', { exact: true }).selectOption('both');
    await page.getByLabel('Amount of each payment in TUSD').fill('9');
    await page.getByLabel('Price of paying once in TUSD').fill('99');
    await page.getByText('Payers are asked for 9.00 TUSD every 30 days, or 99.00 TUSD once.').waitFor();
    await page.getByLabel('Paid to').fill((await world.service.wallet(merchant)).address);
    await press(page, 'Make the link');
    await heading(page, /^Club/);
    expect((await merchant.api.paymentLinks.list()).data).toMatchObject([
      { sellMode: 'both', amountPerPeriod: '9000000', amountOnce: '99000000' },
    ]);
  });

  test('leads to the payout wallet whoever has none to sell live with', async () => {
    const { page } = await owner();
    await page.goto('/dashboard/payment-links');
    await page.getByRole('radio', { name: 'Live' }).check();
    await heading(page, 'No links yet');
    await press(page, 'Make a link');
    expect(await page.getByRole('button', { name: 'Make the link' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Prove your payout wallet' }).click();
    await heading(page, 'Payout wallet');
  });

  test('shows what merchants write as it is, within the screen of a phone', async () => {
    const { page, merchant } = await owner();
    const payee = await world.service.wallet(merchant);
    const terms = { name: HOSTILE, contentTitle: HOSTILE, contentBody: HOSTILE.repeat(9) };
    await makeLink(world.service, merchant, payee, { name: HOSTILE });
    await makeProduct(world.service, merchant, payee, terms);
    await merchant.api.webhookEndpoints.create({ url: `http://127.0.0.1:1/${'x'.repeat(200)}` });
    await page.setViewportSize({ width: 390, height: 844 });
    const [link] = (await merchant.api.paymentLinks.list()).data;
    const [product] = (await merchant.api.products.list()).data;
    for (const path of [
      'payment-links',
      `payment-links/${link!.id}`,
      'products',
      `products/${product!.id}`,
      'webhooks',
      'tokens',
      'events',
      'test-tools',
    ]) {
      await page.goto(`/dashboard/${path}`);
      await page.locator('main h1').waitFor();
      await page.locator('main .working').first().waitFor({ state: 'detached' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(390);
      expect(await page.title(), path).toContain('· Autopay');
    }
  });
});
