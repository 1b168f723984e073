import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../server/pages/languages.ts';
import type { Catalogue } from '../../pages/words/catalogue/en.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestMerchant } from '../support/service.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink, makeProduct } from './support/merchant.ts';
import { CLOSES, OPENS, pseudo } from './support/pseudo.ts';
import { type Visitor, withoutTestWallet } from './support/visitor.ts';
import { answerWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LONG = { timeout: 180_000 };

/** What no catalogue has: names, amounts with their token, addresses, ids, zones, and the languages by their own names. */
const DATA = [
  'Coffee Club',
  'Espresso of the month',
  'Brewing course',
  'Chapter one',
  'Water first.',
  'Then beans.',
  'Autopay',
  'Test wallet (test network only)',
  'Test wallet',
  'English',
  'Español',
  /[1-9A-HJ-NP-Za-km-z]{4}…[1-9A-HJ-NP-Za-km-z]{4}/,
  /\b(?:[1-9A-HJ-NP-Za-km-z]{32,}|[a-z]{2,3}_\w+)\b/,
  /(?:R|TEST)-\d+/,
  /UTC(?:[+−][\d:]+)?/,
  /\d[\d.,]*(?: TUSD)?/,
  /TUSD/,
];

describeUnless(
  missingProgram('chromium'),
  'payers’ pages in a language that is longer and written from right to left',
  () => {
    let world: World;
    let merchant: TestMerchant;
    let english: Catalogue;
    const words = new Map<string, string>();
    const languages = LANGUAGES as Map<string, Catalogue>;

    beforeAll(async () => {
      world = await World.start();
      merchant = await world.service.merchant();
      english = languages.get('en')!;
      languages.set('en', { ...pseudo(english), name: english.name, dir: 'rtl' });
      for (const page of ['checkout', 'paying', 'portal']) words.set(page, await pseudoWordsOf(page));
    }, 60_000);
    afterEach(async () => {
      expect(await world.sendHome()).toEqual([]);
    });
    afterAll(() => {
      if (english) languages.set('en', english);
      return world?.stop();
    });

    /** Somebody whose pages load marked words. */
    async function visitor(): Promise<Visitor> {
      const opened = await world.visitor();
      for (const [page, body] of words)
        await opened.context.route(`**/assets/words-${page}-en-*`, (route) =>
          route.fulfill({ contentType: 'text/javascript', body }),
        );
      return opened;
    }

    const linkOf = async (terms: object = {}) =>
      makeLink(world.service, merchant, await world.service.wallet(merchant), terms);
    const wrong: string[] = [];
    const look = async (page: Page, name: string) => {
      // Whatever unfolds is read too.
      await page
        .locator('details:not([open]) > summary')
        .evaluateAll((all) => all.forEach((each) => (each as HTMLElement).click()));
      const found = [
        // A mark within a mark is no label that differs.
        ...(await lookAt(page)).filter((each) => !each.startsWith('label-content-name-mismatch')),
        ...(await unmarkedOn(page)).map((each) => `not of the catalogue: ${each}`),
      ];
      wrong.push(...found.map((each) => `${name}: ${each}`));
    };
    const first = (page: Page, selector: string) => page.locator(selector).first();
    const choose = (page: Page) => first(page, 'button.wallet:enabled').click();

    test('fit, and say nothing that is not of the catalogue: the checkout', LONG, async () => {
      wrong.length = 0;
      const { page } = await visitor();
      await page.goto(await linkOf({ trialSeconds: 7 * 86_400 }));
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      await first(page, 'button.wallet:enabled').waitFor();
      await look(page, 'offer');
      await choose(page);
      await look(page, 'connecting');
      await answerWallet(page, 'Connect');
      await first(page, '.terms').waitFor();
      await look(page, 'review without funds');
      await page.goto(await linkOf());
      await choose(page);
      await first(page, '.terms').waitFor();
      await look(page, 'review');
      await merchant.api.test.fund({
        address: await payerOn(merchant),
        mint: await world.service.mint(merchant),
      });
      await first(page, '.screen .button--wide').click();
      await first(page, '.message[data-tone="warn"]').waitFor();
      await page.locator('.screen .button--wide:not(.button--quiet)').last().click();
      await answerWallet(page, 'Reject');
      await first(page, '[role=alert]').waitFor();
      await look(page, 'declined');
      await first(page, '.screen .button--wide').click();
      await answerWallet(page, 'Approve');
      await first(page, '.receipt').waitFor();
      await look(page, 'paid');
      const printed = await page.locator('a[href*="/receipt/"]').first().getAttribute('href');
      const sheet = await page.context().newPage();
      await sheet.goto(printed!);
      await look(sheet, 'receipt');
      await sheet.close();
      await page.reload();
      await first(page, '.receipt').waitFor();
      await look(page, 'paid before');
      await page.goto(
        await makeProduct(world.service, merchant, await world.service.wallet(merchant), {
          sellMode: 'both',
        }),
      );
      await first(page, 'button.wallet:enabled').waitFor();
      await look(page, 'product');
      const { id, client_secret } = await pending(merchant);
      await page.goto(`${world.service.url}/checkout/${id}#${client_secret}`);
      await first(page, 'button.wallet').waitFor();
      await look(page, 'choice of a wallet');
      await merchant.api.mandates.revoke(id);
      await page.reload();
      await first(page, '.screen-heading[data-tone="warn"]').waitFor();
      await look(page, 'cancelled');
      // Another fragment alone would load nothing.
      await page.goto('about:blank');
      await page.goto(`${world.service.url}/checkout/${id}#cs_wrong`);
      await first(page, '.screen-heading[data-tone="bad"]').waitFor();
      await look(page, 'not valid');
      for (const path of ['/', '/pay', '/pay/lnk_unknown', '/wallet/x']) {
        await page.goto(world.service.url + path);
        await look(page, path);
      }
      expect(wrong).toEqual([]);
    });

    test('fit, and say nothing that is not of the catalogue: without a wallet', LONG, async () => {
      wrong.length = 0;
      const nobody = await visitor();
      await withoutTestWallet(nobody);
      await nobody.page.goto(await linkOf());
      await first(nobody.page, 'a.wallet').waitFor();
      await look(nobody.page, 'no wallet');
      await nobody.page.goto(`${world.service.url}/wallet`);
      await first(nobody.page, 'a.wallet').waitFor();
      await look(nobody.page, 'no wallet in the portal');
      expect(wrong).toEqual([]);
    });

    test('fit, and say nothing that is not of the catalogue: the portal', LONG, async () => {
      wrong.length = 0;
      const { page } = await visitor();
      await page.goto(`${world.service.url}/wallet`);
      await first(page, 'button.wallet:enabled').waitFor();
      await look(page, 'sign-in');
      await choose(page);
      await answerWallet(page, 'Connect', { funded: true });
      await answerWallet(page, 'Approve');
      await page.locator('.account ~ h1').waitFor();
      await first(page, '.account').waitFor();
      await look(page, 'nothing yet');
      await page.goto(await linkOf());
      await choose(page);
      await first(page, '.terms').waitFor();
      await first(page, '.screen .button--wide').click();
      await answerWallet(page, 'Approve');
      await first(page, '.receipt').waitFor();
      await page.goto(`${world.service.url}/wallet`);
      await first(page, 'a.mandate').waitFor();
      await look(page, 'list');
      await first(page, 'a.mandate').click();
      await first(page, '.charges').waitFor();
      await look(page, 'one subscription');
      await first(page, '.actions a:not(.button--danger)').click();
      await first(page, 'select#payments').waitFor();
      await look(page, 'top up');
      await page.goBack();
      await first(page, '.actions .button--danger').click();
      await first(page, 'button.button--danger').waitFor();
      await look(page, 'cancel');
      await first(page, 'button.button--danger').click();
      await page.locator('#on-chain').waitFor();
      await first(page, 'section .terms').waitFor();
      await look(page, 'cancelled');
      expect(wrong).toEqual([]);
    });

    test('fit, and say nothing that is not of the catalogue: a payment that fails', LONG, async () => {
      wrong.length = 0;
      const { page } = await visitor();
      await page.goto(await linkOf({ amountPerPeriod: '600000000' }));
      await choose(page);
      await answerWallet(page, 'Connect', { funded: true });
      await first(page, '.terms').waitFor();
      await first(page, '.screen .button--wide').click();
      await answerWallet(page, 'Approve');
      await first(page, '.receipt').waitFor();
      await merchant.api.test.advanceClock({ seconds: 30 * 86_400 + 60 });
      await page.goto(`${world.service.url}/wallet`);
      await choose(page);
      await answerWallet(page, 'Approve');
      await page.locator('.badge[data-tone="bad"]').first().waitFor();
      await look(page, 'list');
      await page.locator('a.mandate', { has: page.locator('.badge[data-tone="bad"]') }).click();
      await first(page, '.message[data-tone="bad"]').waitFor();
      await look(page, 'failing');
      expect(wrong).toEqual([]);
    });
  },
);

/** The file of words that the build makes, of marked words. */
async function pseudoWordsOf(page: string): Promise<string> {
  const contents = `import { formats, common, ${page} } from './pages/words/catalogue/en.ts';
    import { pseudo } from './test/pages/support/pseudo.ts';
    Object.assign((globalThis.autopayWords ??= {}), pseudo({ formats, common, ${page} }));`;
  const stdin = { contents, resolveDir: ROOT };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', charset: 'utf8', write: false });
  return outputFiles[0]!.text;
}

async function payerOn(merchant: TestMerchant): Promise<string> {
  const [latest] = (await merchant.api.mandates.list()).data;
  return latest!.payer;
}

async function pending({ api }: TestMerchant) {
  const [{ address: payer }, { address: payee }] = await Promise.all([
    api.test.createWallet({}),
    api.test.createWallet({}),
  ]);
  const { mint } = (await api.tokens.list()).data.find((token) => token.floor)!;
  const terms = { amountPerPeriod: '1000000', periodSeconds: 30 * 86_400, maxPeriods: 12 };
  return api.mandates.create({ payer, payee, mint, ...terms } as never);
}

/** What stands on the page and is neither marked nor data: visible text, and what is said of elements to those who hear them. */
async function unmarkedOn(page: Page): Promise<string[]> {
  const told = await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...named];
  });
  return told.flatMap((text) => {
    let rest = outsideMarks(text);
    for (const data of DATA)
      rest = rest.replaceAll(typeof data === 'string' ? data : new RegExp(data, 'g'), ' ');
    return rest
      .split('\n')
      .filter((line) => /\p{L}/u.test(line))
      .map((line) => line.trim());
  });
}

function outsideMarks(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === OPENS) depth += 1;
    else if (character === CLOSES) depth -= 1;
    else if (depth === 0) outside += character;
  }
  return outside;
}
