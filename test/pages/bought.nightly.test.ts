import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink, makeProduct, signUpVisitor } from './support/merchant.ts';
import { answerWallet, payWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 240_000 };
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#a65"/></svg>`;

describeUnless(missingProgram('chromium'), 'who bought what, in a browser', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const shoot = async (page: { screenshot(options: object): Promise<unknown> }, name: string) => {
    const folder = process.env['AUTOPAY_SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };

  test(
    "a link's reference goes with the mandate, and the payer returns to the seller with its id",
    LONG,
    async () => {
      const { service } = world;
      const owner = await signUpVisitor(service, await world.visitor());
      const { merchant } = owner;
      const payee = await service.wallet(merchant);
      const link = await makeLink(service, merchant, payee, {
        description: 'A pound of beans, freshly roasted, at your door each month.',
        metadata: { campaign: 'spring' },
        successUrl: 'https://shop.example/thanks?lang=en',
      });
      const { page, context, mishaps } = await world.visitor();
      await context.route('https://shop.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Thanks</h1>' }),
      );
      await page.goto(link);
      await page.getByText('A pound of beans').waitFor();
      expect(await lookAt(page)).toEqual([]);
      await shoot(page, 'link');
      await payWithTestWallet(page, `${link}?client_reference=user-4711`);
      await page.getByRole('link', { name: 'Go on to shop.example' }).waitFor();
      await shoot(page, 'paid');
      await page.waitForURL('https://shop.example/**');
      const [mandate] = (await merchant.api.mandates.list()).data;
      expect(page.url()).toBe(`https://shop.example/thanks?lang=en&mandate=${mandate!.id}`);
      expect(mandate).toMatchObject({
        name: 'Espresso of the month',
        clientReference: 'user-4711',
        metadata: { campaign: 'spring' },
      });
      expect(mishaps.splice(0)).toEqual([`a request to ${page.url()}`]);

      // In the portal two subscriptions are told apart.
      const { payer, mint, amountPerPeriod, periodSeconds } = mandate!;
      const same = { payer, payee: payee.address, mint, amountPerPeriod, periodSeconds };
      await merchant.api.mandates.create({ ...same, name: 'Tea of the month', autoAuthorize: true } as never);
      await page.goto(`${service.url}/wallet`);
      await page.getByRole('button', { name: /^Sign in with Test wallet/ }).click();
      await answerWallet(page, 'Approve');
      await page.getByText('Espresso of the month').waitFor();
      await page.getByText('Tea of the month').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('user-4711');
      expect(await lookAt(page)).toEqual([]);
      await shoot(page, 'portal');
      mishaps.splice(0);

      // The merchant sees who bought what, and finds it by its reference.
      const desk = owner.page;
      await desk.goto(`${service.url}/dashboard/mandates`);
      await desk.getByRole('cell', { name: 'Tea of the month' }).waitFor();
      await shoot(desk, 'mandates');
      await desk.getByText('More filters').click();
      await desk.getByLabel('Reference').fill('user-4711');
      await desk.getByLabel('Reference').press('Enter');
      await desk.getByRole('cell', { name: 'Tea of the month' }).waitFor({ state: 'detached' });
      await desk.goto(`${service.url}/dashboard/mandates/${mandate!.id}`);
      await desk.getByText('user-4711').first().waitFor();
      await desk.getByText('spring').waitFor();
      expect(await lookAt(desk)).toEqual([]);
      await shoot(desk, 'mandate');
      await desk.getByRole('link', { name: 'its payment link' }).click();
      await desk.getByRole('button', { name: 'Change' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Description').fill('Two pounds a month.');
      await dialog.getByLabel('Metadata').fill('campaign: autumn');
      await dialog.getByLabel('Where payers go after paying').fill('https://shop.example/new');
      expect(await lookAt(desk)).toEqual([]);
      await shoot(desk, 'change');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await desk.getByText('autumn').waitFor();
      expect((await merchant.api.paymentLinks.list()).data[0]).toMatchObject({
        description: 'Two pounds a month.',
        metadata: { campaign: 'autumn' },
        successUrl: 'https://shop.example/new',
      });
      await desk.goto(`${service.url}/dashboard/customers`);
      await desk.getByText('Bought last').waitFor();
      await shoot(desk, 'customers');
    },
  );

  test("a product's page shows its seller's picture, from that address and no other", LONG, async () => {
    const { service } = world;
    const merchant = await service.merchant();
    const imageUrl = 'https://cdn.shop.example/a;b/beans.svg?w=600';
    const terms = { description: 'Ten chapters on brewing.', imageUrl };
    const product = await makeProduct(service, merchant, await service.wallet(merchant), terms);
    const { page, context, mishaps } = await world.visitor();
    await context.route('https://cdn.shop.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    await page.goto(product);
    const picture = page.locator('img.picture');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
    expect(await lookAt(page)).toEqual([]);
    await shoot(page, 'product');
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const other = new Image();
          for (const ending of ['error', 'load']) other.addEventListener(ending, resolve);
          other.src = 'https://cdn.shop.example/other.svg';
        }),
    );
    expect(mishaps.filter((mishap) => mishap.includes('forbids'))).toEqual([
      'img-src forbids https://cdn.shop.example/other.svg',
    ]);
    await payWithTestWallet(page, product);
    await page.getByRole('article', { name: 'What you bought' }).waitFor();
    mishaps.splice(0);
  });
});
