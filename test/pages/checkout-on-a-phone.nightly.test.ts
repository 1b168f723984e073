import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestMerchant } from '../support/service.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink, makeProduct } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, payWithTestWallet, reviewWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 120_000 };
const PHONE = { width: 390, height: 844 };
const PICTURE = 'https://cdn.shop.example/beans.svg';
/** As wide as photographs are. */
const BEANS = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#a65"/></svg>`;
/** Where a button may end on a phone of 844 pixels: a screen and a half. */
const WITHIN = 1_200;
const DESCRIPTION = 'Every month a bag of single-origin beans, roasted two days before it is sent. '
  .repeat(7)
  .slice(0, 490);

describeUnless(missingProgram('chromium'), 'what a payer agrees to, on a phone', () => {
  let world: World;
  let merchant: TestMerchant;
  beforeAll(async () => {
    world = await World.start({ AUTOPAY_NAME: 'Example Payments' });
  });
  afterEach(async () => {
    const mishaps = await world.sendHome();
    expect(mishaps.filter((mishap) => !mishap.startsWith('a request to https://cdn.shop.example/'))).toEqual(
      [],
    );
  });
  afterAll(() => world?.stop());

  async function visitor(options: object = {}) {
    merchant = await world.service.merchant();
    const { page } = await world.visitor({ viewport: PHONE, ...options });
    await page
      .context()
      .route('https://cdn.shop.example/**', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: BEANS }),
      );
    return { page, payee: await world.service.wallet(merchant) };
  }

  const shoot = async (page: Page, name: string) => {
    const folder = process.env['AUTOPAY_SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  const endOf = async (page: Page, name: RegExp) => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
    return y + height;
  };

  test('a product with a picture leaves the button to pay in reach', LONG, async () => {
    const { page, payee } = await visitor();
    const product = await makeProduct(world.service, merchant, payee, {
      imageUrl: PICTURE,
      sellMode: 'subscription',
      amountOnce: undefined,
    });
    await reviewWithTestWallet(page, product);
    await expect
      .poll(() => page.locator('.picture').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(1_200);
    await shoot(page, 'picture');
    expect(await endOf(page, /^Approve with/)).toBeLessThan(WITHIN);
  });

  test('so does a long description, which unfolds, and stands open on a desk', LONG, async () => {
    const { page, payee } = await visitor();
    const link = await makeLink(world.service, merchant, payee, { description: DESCRIPTION });
    await reviewWithTestWallet(page, link);
    await shoot(page, 'description');
    expect(await endOf(page, /^Approve with/)).toBeLessThan(WITHIN);
    await page.getByText('Description').click();
    await page.getByText(DESCRIPTION).waitFor();
    expect(await lookAt(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(link);
    await press(page, /^Test wallet/);
    await heading(page, 'Check what you agree to');
    await shoot(page, 'description-desk');
    const { x: described } = (await page.getByText(DESCRIPTION).boundingBox())!;
    const { x: agreed } = (await page.locator('.terms').first().boundingBox())!;
    expect(described).toBeLessThan(agreed);
  });

  test('so does a second subscription, and a wallet that is short', LONG, async () => {
    const { page, payee } = await visitor();
    const link = await makeLink(world.service, merchant, payee);
    await payWithTestWallet(page, link);
    await page.goto(link);
    await press(page, /^Test wallet/);
    await heading(page, 'Check what you agree to');
    await page.getByText('This would be a second subscription').waitFor();
    await shoot(page, 'second');
    expect(await endOf(page, /^Approve with/)).toBeLessThan(WITHIN);

    const poor = await visitor();
    await reviewWithTestWallet(poor.page, await makeLink(world.service, merchant, poor.payee), {
      funded: false,
    });
    await poor.page.getByText('Your wallet cannot pay this yet.').waitFor();
    await shoot(poor.page, 'short');
    expect(await endOf(poor.page, /^Look again/)).toBeLessThan(PHONE.height);
    // Whoever tries all the same is told what is missing of both.
    await press(poor.page, /^Approve with/);
    await answerWallet(poor.page, 'Approve');
    await heading(poor.page, 'That did not work');
    await poor.page.getByText('Your wallet is 12.50 TUSD short').waitFor();
    await poor.page.getByText('Your wallet is 0.0009 SOL short').waitFor();
    await shoot(poor.page, 'not-enough');
  });

  test(
    'a trial says what is due today and then, beside the price, and offers notices at its end',
    LONG,
    async () => {
      const { page, payee } = await visitor();
      await merchant.api.branding.set({ supportEmail: 'help@shop.example' });
      const link = await makeLink(world.service, merchant, payee, { trialSeconds: 7 * 86_400 });
      await reviewWithTestWallet(page, link);
      await page
        .locator('.what')
        .getByText(/^0\.00 TUSD today, then 12\.50 TUSD on \d+ \w+ \d{4}$/)
        .waitFor();
      // Named as at the foot of the page.
      await page.getByText(/^Example Payments \(\w{4}…\w{4}\) may collect up to/).waitFor();
      await shoot(page, 'trial');
      // As where mails are sent.
      await page.route('**/v1/checkout/mandates/**', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        await route.fulfill({ response, json: { ...json, noticesUrl: '/notices/some' } });
      });
      await press(page, /^Approve with/);
      await answerWallet(page, 'Approve');
      await heading(page, 'Your trial has begun');
      await page.getByRole('link', { name: 'Notices by e-mail' }).waitFor();
      await page.getByRole('link', { name: 'help@shop.example' }).waitFor();
      await shoot(page, 'trial-begun');
    },
  );

  test(
    'once it is paid, says when the next payment is due, by which zone, and whom to ask',
    LONG,
    async () => {
      const { page, payee } = await visitor({ timezoneId: 'Europe/Madrid' });
      await merchant.api.branding.set({ supportEmail: 'help@shop.example' });
      await reviewWithTestWallet(page, await makeLink(world.service, merchant, payee));
      // Days that are listed say once whose they are.
      expect((await page.locator('.dates').innerText()).match(/UTC\+[12]/g)).toHaveLength(1);
      await press(page, /^Approve with/);
      await answerWallet(page, 'Approve');
      await heading(page, 'Paid');
      await page.getByText(/The next payment is due on \d+ \w+ \d{4} \(UTC\+[12]\)/).waitFor();
      await page.getByRole('link', { name: 'help@shop.example' }).waitFor();
      await shoot(page, 'paid');
    },
  );

  test('labels break between words alone, in Spanish too, and each says one thing', LONG, async () => {
    const { page, payee } = await visitor({ locale: 'es-ES' });
    await page.goto(await makeLink(world.service, merchant, payee));
    await press(page, /^Test wallet/);
    await answerWallet(page, 'Connect', { funded: true });
    await page.locator('.terms').first().waitFor();
    await page.locator('summary').first().click();
    await shoot(page, 'spanish');
    const { torn, labels } = await page.evaluate(() => {
      const terms = [...document.querySelectorAll('dt')];
      const torn = terms.flatMap((term) => {
        const text = term.firstChild!;
        return [...text.textContent!.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      });
      return { torn, labels: terms.map((term) => term.textContent!) };
    });
    expect(torn).toEqual([]);
    expect(labels).toEqual([...new Set(labels)]);
  });
});
