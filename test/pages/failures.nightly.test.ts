import { checkoutUrl } from '@autopay/checkout-js/redirect';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestMerchant } from '../support/service.ts';
import { makeLink } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { withoutTestWallet } from './support/visitor.ts';
import { answerWallet, reviewWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describeUnless(missingProgram('chromium'), 'a checkout that does not go as it should', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** A merchant of its own for each, since some move its clock. */
  async function shop(): Promise<{ merchant: TestMerchant; link: string }> {
    const merchant = await world.service.merchant();
    const payee = await world.service.wallet(merchant);
    return { merchant, link: await makeLink(world.service, merchant, payee) };
  }

  test('says that a request has ended that nobody approved in time', async () => {
    const { service } = world;
    const { merchant } = await shop();
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const mandate = await createMandate(service, merchant, payer, payee);
    await merchant.api.test.advanceClock({ seconds: 86_401 });
    const { page } = await world.visitor();
    await page.goto(`/checkout/${mandate.id}#${mandate.client_secret}`);
    await heading(page, 'This request has ended');
    await page.getByText('Nothing more will be collected.').waitFor();
  });

  test('never says paid while the outcome is not known, warns of paying twice, and tells as soon as it is', async () => {
    const { merchant, link } = await shop();
    const { page } = await world.visitor();
    await reviewWithTestWallet(page, link);
    // It says so after a minute without a response, which this test does not wait for.
    await page.clock.install();
    let isAway = false;
    await page.route('**/v1/checkout/mandates/**', async (route) => {
      if (route.request().url().includes('/submit')) {
        // It arrives; the response is lost, and the service with it.
        await route.fetch();
        isAway = true;
      }
      await (isAway ? route.abort() : route.continue());
    });
    await press(page, /^Approve with/);
    await answerWallet(page, 'Approve');
    await page.getByText(/^Sent\. It is being settled/).waitFor();
    await expect.poll(() => isAway).toBe(true);
    await page.clock.fastForward('01:05');
    await heading(page, 'Not settled yet');
    expect(await page.getByRole('status').first().innerText()).toContain('Do not pay again');
    expect(await page.locator('main').innerText()).not.toMatch(/\bPaid\b|went to/);
    isAway = false;
    await press(page, 'Look again now');
    await heading(page, 'Paid');
    expect((await merchant.api.charges.list({ status: 'succeeded' })).data).toHaveLength(1);
  });

  test('loses nothing when the tab is closed while it settles: its address shows the truth', async () => {
    const { merchant, link } = await shop();
    const { page, context } = await world.visitor();
    await reviewWithTestWallet(page, link);
    await press(page, /^Approve with/);
    const sent = page.waitForRequest(/\/submit/);
    await answerWallet(page, 'Approve');
    await sent;
    const address = page.url();
    await page.close();
    const later = await context.newPage();
    await expect
      .poll(async () => (await merchant.api.charges.list({ status: 'succeeded' })).data.length)
      .toBe(1);
    await later.goto(address);
    await heading(later, 'You already have this subscription');
    // And the link says that it was begun, before anyone pays twice.
    await later.goto(link);
    await later.getByText(/^You started this payment here/).waitFor();
  });

  test('offers phones without a wallet to open this page in one', async () => {
    const { link } = await shop();
    const visitor = await world.visitor(PHONE);
    await withoutTestWallet(visitor);
    const { page } = visitor;
    await page.goto(link);
    await heading(page, 'No wallet was found in this browser');
    for (const name of ['Phantom', 'Solflare']) {
      const href = await page.getByRole('link', { name: `Open in ${name}` }).getAttribute('href');
      expect(href).toContain(encodeURIComponent(link));
    }
  });

  test('opens a mandate in a wallet’s own browser with its whole address: the secret and the way back', async () => {
    const { service } = world;
    const { merchant } = await shop();
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const mandate = await createMandate(service, merchant, payer, payee);
    const visitor = await world.visitor(PHONE);
    await withoutTestWallet(visitor);
    const { page } = visitor;
    const { id: mandateId, client_secret: clientSecret } = mandate;
    const returnUrl = 'https://shop.example/thanks?order=1&more=2';
    const address = checkoutUrl({ checkoutBase: service.url, mandateId, clientSecret, returnUrl });
    await page.goto(address);
    await heading(page, 'No wallet was found in this browser');
    // The page's own address has lost it, so that nobody shares it by accident.
    expect(page.url()).not.toContain('#');
    for (const name of ['Phantom', 'Solflare', 'Backpack']) {
      const href = await page.getByRole('link', { name: `Open in ${name}` }).getAttribute('href');
      const opened = decodeURIComponent(/\/browse\/([^?]+)\?ref=/.exec(href!)![1]!);
      expect(opened).toBe(address);
    }
    // As the wallet's browser does, which knows nothing of this tab.
    const inWallet = await world.visitor(PHONE);
    const href = await page.getByRole('link', { name: 'Open in Phantom' }).getAttribute('href');
    await inWallet.page.goto(decodeURIComponent(/\/browse\/([^?]+)\?ref=/.exec(href!)![1]!));
    await heading(inWallet.page, 'Choose a wallet');
  });

  test('stays on “not responding” while the service hangs, and leaves the focus where it is', async () => {
    const { service } = world;
    const { merchant } = await shop();
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const { id, client_secret } = await createMandate(service, merchant, payer, payee);
    const { page } = await world.visitor();
    await page.clock.install();
    let isHanging = true;
    let asked = 0;
    await page.route('**/v1/checkout/mandates/**', async (route) => {
      asked += 1;
      await (isHanging ? new Promise(() => undefined) : route.continue());
    });
    await page.goto(`${service.url}/checkout/${id}#${client_secret}`);
    await page.getByText('Reading the terms').first().waitFor();
    await page.clock.runFor(9_000);
    await heading(page, 'The payment service is not responding');
    await page.evaluate(() => {
      const shown = new Set<string>();
      Object.assign(globalThis, { shown });
      const note = () => shown.add(document.querySelector('main h1')!.textContent!);
      new MutationObserver(note).observe(document.querySelector('main')!, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      document.querySelector<HTMLElement>('#language')!.focus();
    });
    // Several tries, each given up after 8 s.
    for (let second = 0; second < 40; second += 1) await page.clock.runFor(1_000);
    expect(asked).toBeGreaterThan(2);
    expect(await page.evaluate(() => [...(globalThis as unknown as { shown: Set<string> }).shown])).toEqual(
      [],
    );
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('language');
    isHanging = false;
    for (let second = 0; second < 12; second += 1) await page.clock.runFor(1_000);
    await heading(page, 'Choose a wallet');
  });

  test('begins a link anew for another account; a mandate of a merchant’s server is only paid from its own', async () => {
    const { service } = world;
    const { merchant, link } = await shop();
    const { page } = await world.visitor();
    await reviewWithTestWallet(page, `${link}?client_reference=order-9`, { funded: false });
    await page.getByText('Your wallet cannot pay this yet.').waitFor();
    const [first] = (await merchant.api.mandates.list()).data;
    await page.getByRole('link', { name: 'Use another wallet' }).click();
    await heading(page, 'Choose a wallet');
    expect(page.url()).toBe(`${link}?client_reference=order-9`);
    expect(await page.getByText(/^You started this payment here/).count()).toBe(0);
    await press(page, 'Switch account');
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: 'Make a new account' }).click();
    await dialog.getByText('Account 2 was made, and is chosen.').waitFor();
    await dialog.getByRole('button', { name: 'Use this account' }).click();
    await press(page, /^Test wallet/);
    await heading(page, /^Check/);
    const [second] = (await merchant.api.mandates.list()).data;
    expect(second!.id).not.toBe(first!.id);
    expect(second!.payer).not.toBe(first!.payer);
    expect(second!.clientReference).toBe('order-9');

    const payee = await service.wallet(merchant);
    const fixed = await createMandate(service, merchant, await service.wallet(merchant), payee);
    await page.goto(`${service.url}/checkout/${fixed.id}#${fixed.client_secret}`);
    await page.getByText('This can only be paid from').waitFor();
    expect(await page.getByText('Use another wallet').count()).toBe(0);
  });

  test('tells a proxy’s fault from a page of the network, and passes on what the service says of the payer’s account', async () => {
    const { link } = await shop();
    const { page } = await world.visitor();
    let answer: Parameters<Route['fulfill']>[0] = {
      status: 502,
      contentType: 'text/html',
      body: '<h1>Bad gateway</h1>',
    };
    await page.route(/\/v1\/checkout\/.*\/instruction/, (route) => route.fulfill(answer));
    await page.goto(link);
    await press(page, /^Test wallet/);
    await answerWallet(page, 'Connect', { funded: true });
    await press(page, /^Approve with/);
    await page.getByText(/^The payment service has a problem at the moment/).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('sign in');
    const message =
      'Your token account guards itself. Switch CPI Guard off, subscribe, and switch it on again.';
    const error = { type: 'invalid_request_error', code: 'parameter_invalid', message, param: null };
    answer = { status: 400, contentType: 'application/json', body: JSON.stringify({ error }) };
    await press(page, /^(?:Try again|Approve with)/);
    await page.getByText(message).waitFor();
  });

  test('shows nothing of a mandate whose secret is wrong, and asks the service nothing more', async () => {
    const { service } = world;
    const { merchant } = await shop();
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const mandate = await createMandate(service, merchant, payer, payee);
    const { page } = await world.visitor();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(`/checkout/${mandate.id}#cs_${'x'.repeat(43)}`);
    await heading(page, 'This link is not valid');
    expect(await page.locator('main').innerText()).not.toMatch(/TUSD|Coffee/);
    expect(asked.filter((url) => url.includes('/v1/'))).toHaveLength(1);
    // The page's own address never goes to the service with its secret.
    expect(asked.filter((url) => url.includes('#'))).toEqual([]);
  });
});
