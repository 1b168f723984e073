import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { TestService } from '../support/service.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { openPayer, type Payer, planOf, propsOf } from './payer-page.ts';
import { type Shop, startShop } from './shop.ts';

describeUnless(missingProgram('chromium'), 'the way to a hosted checkout in Chromium', () => {
  let service: TestService;
  let browser: TestBrowser;
  let shop: Shop;
  let payer: Payer | null = null;

  beforeAll(async () => {
    [service, browser, shop] = await Promise.all([TestService.start(), launchBrowser(), startShop()]);
  });
  afterEach(async () => {
    await payer?.context.close();
    payer = null;
  });
  afterAll(async () => {
    await Promise.all([browser?.stop(), shop?.stop(), service?.stop()]);
  });

  test('brings the client_secret to the page, to no server and into no history', async () => {
    const merchant = await service.merchant();
    const wallet = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, wallet, await service.wallet(merchant));
    payer = await openPayer(browser.browser, service, shop, [planOf(wallet)]);
    const { page } = payer;
    const requests: string[] = [];
    page.on('request', (request) => {
      requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`);
    });
    await payer.goto(page, service.url);
    const address = { checkoutBase: shop.url, ...propsOf(mandate), returnUrl: `${shop.url}/thanks` };
    await page.evaluate((address) => window.shop.redirectToCheckout(address), address);
    await page.waitForURL(`**/checkout/${mandate.id}#*`);
    await page.waitForLoadState();
    const read = () => page.evaluate(() => window.shop.readCheckoutLocation());
    const expected = {
      mandateId: mandate.id,
      clientSecret: mandate.client_secret,
      returnUrl: `${shop.url}/thanks`,
    };
    expect(await read()).toEqual(expected);
    expect(page.url()).toBe(`${shop.url}/checkout/${mandate.id}`);
    await page.reload();
    expect(await read()).toEqual(expected);
    // Back and forward again: the address with the fragment is no longer there to go to.
    await page.goBack();
    await page.goForward();
    expect(page.url()).toBe(`${shop.url}/checkout/${mandate.id}`);
    expect(requests.join('\n')).toContain(mandate.id);
    expect(requests.join('\n')).not.toContain(mandate.client_secret);
  });
});
