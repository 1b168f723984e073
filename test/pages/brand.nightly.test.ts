import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shownAccents } from '../../rules/merchants/accent.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink, makeProduct, signUpVisitor } from './support/merchant.ts';
import { answerWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 120_000 };
const LOGO_URL = 'https://cdn.shop.example/logo.svg';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#a65"/></svg>`;

describeUnless(missingProgram('chromium'), 'a merchant’s brand, in a browser', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    const mishaps = await world.sendHome();
    expect(mishaps.filter((mishap) => !mishap.startsWith('a request to https://cdn.shop.example/'))).toEqual(
      [],
    );
  });
  afterAll(() => world?.stop());

  const shoot = async (page: Page, name: string) => {
    const folder = process.env['AUTOPAY_SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  const serveLogo = (page: Page) =>
    page
      .context()
      .route('https://cdn.shop.example/**', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: LOGO }),
      );
  const colorOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);

  test('is typed, seen at once in both themes with what was corrected, and saved', LONG, async () => {
    const { page } = await signUpVisitor(world.service, await world.visitor());
    await serveLogo(page);
    await page.goto('/dashboard/branding');
    await page.getByLabel('Address of your logo').fill(LOGO_URL);
    await page.getByRole('textbox', { name: /^Colour/ }).fill('#FFE000');
    await page.getByLabel('E-mail address for questions').fill('help@shop.example');
    const { light, dark } = shownAccents('#FFE000');
    await page
      .getByText(`hard to read here (contrast 1.15, and text needs 4.5): payers see ${light.color}.`)
      .waitFor();
    expect(await colorOf(page, '[data-theme="light"] .button')).toBe(rgbOf(light.color));
    expect(await colorOf(page, '[data-theme="dark"] .button')).toBe(rgbOf(dark.color));
    await expect
      .poll(() =>
        page
          .locator('.preview .logo')
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(120);
    expect(await lookAt(page)).toEqual([]);
    await shoot(page, 'branding');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('E-mail address for questions').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/supportEmail must be an e-mail address/).waitFor();
    await page.reload();
    expect(await page.getByRole('textbox', { name: /^Colour/ }).inputValue()).toBe('#ffe000');
    expect(await page.getByLabel('E-mail address for questions').inputValue()).toBe('help@shop.example');
  });

  test('a payer sees logo and colour; a logo that is missing leaves the name alone', LONG, async () => {
    const owner = await signUpVisitor(world.service, await world.visitor());
    await owner.merchant.api.branding.set({ logoUrl: LOGO_URL, accentColor: '#b0005a' });
    const link = await makeLink(world.service, owner.merchant, await world.service.wallet(owner.merchant));
    const { page } = await world.visitor();
    await serveLogo(page);
    await page.goto(link);
    const logo = page.locator('main img.logo');
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
    const { height } = (await logo.boundingBox())!;
    expect(height).toBeLessThanOrEqual(40);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent')),
    ).toBe(shownAccents('#b0005a').light.color);
    expect(await lookAt(page)).toEqual([]);
    await shoot(page, 'branded-link');

    const other = await world.visitor();
    await other.context.route('https://cdn.shop.example/**', (route) => route.abort());
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'Choose a wallet' }).waitFor();
    await expect.poll(() => other.page.locator('main img.logo').count()).toBe(0);
  });

  test(
    'the checkout stands in two columns on a desk and in one on a phone, says who runs it, and leads on from a failure',
    LONG,
    async () => {
      const owner = await signUpVisitor(world.service, await world.visitor());
      const brand = {
        accentColor: '#0b7a5a',
        supportEmail: 'help@shop.example',
        supportUrl: 'https://shop.example/help',
      };
      await owner.merchant.api.branding.set(brand);
      const payee = await world.service.wallet(owner.merchant);
      const imageUrl = 'https://cdn.shop.example/beans.svg';
      const product = await makeProduct(world.service, owner.merchant, payee, {
        imageUrl,
        sellMode: 'both',
      });
      const { page } = await world.visitor();
      await serveLogo(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(product);
      await page.getByText('Payments run by 127.0.0.1').waitFor();
      const columns = async () => {
        const [what, pay] = [
          await page.locator('.what').boundingBox(),
          await page.locator('.pay').boundingBox(),
        ];
        // Neither has a place while one screen gives way to the next.
        if (what === null || pay === null) return null;
        return pay.x >= what.x + what.width - 1 && pay.y < what.y + what.height ? 'two' : 'one';
      };
      await expect.poll(columns).toBe('two');
      await shoot(page, 'product-desk');
      await page.getByRole('button', { name: /^Test wallet/ }).click();
      await answerWallet(page, 'Connect', { funded: true });
      await page.getByRole('heading', { name: /^Check/ }).waitFor();
      await expect.poll(columns).toBe('two');
      const picture = page.locator('.what img.picture');
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
      await shoot(page, 'review-desk');
      await page.emulateMedia({ colorScheme: 'dark' });
      await shoot(page, 'review-desk-dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(columns).toBe('one');
      const { y, height } = (await page.getByRole('button', { name: /^Approve with/ }).boundingBox())!;
      expect(y + height).toBeLessThan(1_200);
      await shoot(page, 'review-phone');
      expect(await lookAt(page)).toEqual([]);
      await page.getByRole('button', { name: /^Approve with/ }).click();
      await answerWallet(page, 'Reject');
      await page.getByText('Questions? Ask Coffee Club:').waitFor();
      expect(await page.getByRole('link', { name: 'help@shop.example' }).getAttribute('href')).toBe(
        'mailto:help@shop.example',
      );
      await shoot(page, 'declined-phone');
      // A new load of the mandate's own address, whose page cannot know the seller, has the picture and the colour too.
      await page.reload();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
      expect(await page.locator('link[href="/accent/0b7a5a.css"]').count()).toBe(1);
    },
  );

  test('while the chain confirms, the page says how far it is', LONG, async () => {
    const owner = await signUpVisitor(world.service, await world.visitor());
    const link = await makeLink(world.service, owner.merchant, await world.service.wallet(owner.merchant));
    const { page, context } = await world.visitor();
    await page.goto(link);
    await page.getByRole('button', { name: /^Test wallet/ }).click();
    await answerWallet(page, 'Connect', { funded: true });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/submit?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Approve with/ }).click();
    await answerWallet(page, 'Approve');
    const steps = page.getByRole('list', { name: 'How far it has come' });
    await steps.waitFor();
    expect(await steps.locator('[aria-current="step"]').innerText()).toBe('The network confirms it');
    expect(await lookAt(page)).toEqual([]);
    await shoot(page, 'progress');
    release();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  });
});

function rgbOf(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;
}
