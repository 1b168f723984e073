import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRefund, delegateRefunds, makeSale } from '../refunds/support.ts';
import { subscribe } from '../schedule/support.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { World } from './support/world.ts';

/** What the margins leave of a sheet, in CSS pixels, upright and turned. */
const SHEETS = [
  ['A4', { width: 718, height: 1047 }],
  ['A4, turned', { width: 1047, height: 718 }],
  ['Letter', { width: 740, height: 980 }],
  ['Letter, turned', { width: 980, height: 740 }],
] as const;
const DETAILS = {
  legalName: 'Coffee Club GmbH & Co. KG',
  addressLines: ['Hauptstr. 1', '10115 Berlin'],
  country: 'DE',
  taxId: 'DE123456789',
};
const NAME = 'Espresso of the month for offices of more than twenty';

describeUnless(missingProgram('chromium'), 'the view of statements', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  }, 90_000);
  afterAll(() => world?.stop());

  test('shows what settled this month and its sums, and prints without what is pressed', async () => {
    const { page, merchant } = await signUpVisitor(world.service, await world.visitor());
    const subscribed = await subscribe(world.service, merchant);
    const [charge] = (await merchant.api.charges.list({ mandate: subscribed.id, status: 'succeeded' })).data;
    await page.goto('/dashboard/statements');
    await page.getByText('TEST-000001').waitFor();
    expect(await page.getByRole('table', { name: 'Sums' }).innerText()).toContain('1.00');
    const lines = page.getByRole('table', { name: 'Payments and refunds' });
    await lines.getByTitle(charge!.txSignature!).waitFor();
    expect(await lookAt(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByText('TEST-000001').isVisible()).toBe(true);
    expect(await lines.innerText()).toContain(charge!.txSignature);
    expect(await world.sendHome()).toEqual([]);
  });

  test('prints on the whole width of a sheet, with nothing cut, whose it is and for when', async () => {
    const owner = await signUpVisitor(world.service, await world.visitor());
    const { page, merchant } = owner;
    await openLongStatement(owner);
    await page.emulateMedia({ media: 'print' });
    for (const [sheet, size] of SHEETS) {
      await page.setViewportSize(size);
      expect([sheet, ...(await cutOff(page))]).toEqual([sheet]);
      const width = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width);
      expect([sheet, width]).toEqual([sheet, size.width]);
    }
    const sheet = await page.getByRole('main').innerText();
    const { symbol, mint } = (await merchant.api.tokens.list()).data.find(({ floor }) => floor)!;
    const month = new Date().toLocaleDateString('en-GB', {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    const head = [DETAILS.legalName, 'Hauptstr. 1', '10115 Berlin', 'Germany', 'DE123456789'];
    for (const said of [...head, `${month}: 1 ${month} to `, `${symbol} ${mint}`, 'no real money'])
      expect(sheet).toContain(said);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(1_000);
    expect(await world.sendHome()).toEqual([]);
  });

  test('has the amount in sight on a desk, and names in whole words', async () => {
    const owner = await signUpVisitor(world.service, await world.visitor());
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await openLongStatement(owner);
    expect(await cutOff(page)).toEqual([]);
    const name = page.getByRole('cell', { name: `Refund: ${NAME}` }).locator('bdi');
    // Each of its lines holds several words.
    expect(await name.evaluate((bdi) => bdi.getClientRects().length)).toBeLessThan(5);
    expect(await world.sendHome()).toEqual([]);
  });

  /** Opens a statement of a payment and its refund, of something with a long name. */
  async function openLongStatement({ page, merchant }: Owner): Promise<void> {
    const { service } = world;
    await merchant.api.businessDetails.set(DETAILS);
    const sale = await makeSale(service, { merchant });
    await delegateRefunds(service, sale, 1_000_000n);
    const { body } = await askRefund(service, sale, { amount: '400000' });
    await eventually(async () => (await merchant.api.refunds.get(body.id)).status === 'succeeded');
    await page.route('**/v1/statements?*', async (route) => {
      const response = await route.fetch();
      const statement = (await response.json()) as { lines: object[] };
      const lines = statement.lines.map((line) => ({ ...line, name: NAME }));
      await route.fulfill({ response, json: { ...statement, lines } });
    });
    await page.goto('/dashboard/statements');
    await page.getByText(`Refund: ${NAME}`).waitFor();
  }
});

/** What of the view reaches beyond the page, or beyond what cuts it off. */
function cutOff(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1 || element.closest('.visually-hidden')) return [];
      const frame = element.closest('.table-frame')?.getBoundingClientRect();
      const end = Math.min(document.documentElement.clientWidth, frame?.right ?? Infinity);
      const isCut = left < -1 || right > end + 1;
      return isCut ? [`${element.localName}.${element.className} ends at ${right} of ${end}`] : [];
    }),
  );
}
