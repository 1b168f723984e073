import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setRecipient } from '../../server/receipts/printed-queries.ts';
import { makeSale, type Sale, submitRefund } from '../refunds/support.ts';
import { getCharge } from '../../server/charges/queries.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { lookAt } from './support/look-at.ts';
import { signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

/** As long as all of it may be. */
const LONGEST = {
  legalName: `${'Coffee Club and Sons '.repeat(5)}GmbH`.slice(0, 120),
  addressLines: Array.from({ length: 6 }, (_, at) => `${at} ${'Long Street Name '.repeat(5)}`),
  country: 'DE',
  taxId: `DE${'1'.repeat(58)}`,
  receiptNote: 'No VAT is charged by small businesses. '.repeat(12),
};

describeUnless(missingProgram('chromium'), 'the page of a receipt', () => {
  let world: World;
  let sale: Sale;
  let url: string;
  beforeAll(async () => {
    world = await World.start();
    sale = await makeSale(world.service);
    for (let count = 0; count < 4; count += 1) {
      const refund = await sale.merchant.api.charges.refund(sale.charge.id, { amount: '50000' });
      await submitRefund(world.service, sale, refund, await signIssued(sale.payee, refund.transaction!));
    }
    await sale.merchant.api.businessDetails.set(LONGEST);
    url = (await sale.merchant.api.charges.get(sale.charge.id)).receiptUrl!;
    const { db } = world.service.running.deployment;
    const tenant = { merchantId: sale.merchant.id, livemode: false };
    const charge = await getCharge(db, tenant, sale.charge.id);
    const recipient = { name: 'Payer and Company '.repeat(6), addressLines: LONGEST.addressLines };
    await setRecipient(db, charge, recipient, 1);
    await db`update mandates set name = ${'The espresso of the month, whole beans'.repeat(5)}, description = ${'Fresh beans each month. '.repeat(40)}
      where id = ${sale.mandate.id}`;
  }, 90_000);
  afterEach(async () => expect(await world.sendHome()).toEqual([]));
  afterAll(() => world?.stop());

  test.each(['A4', 'Letter'] as const)(
    'prints to one page of %s, white, whatever stands on it',
    async (format) => {
      const { page } = await world.visitor({ colorScheme: 'dark' });
      await page.goto(url);
      const pdf = await page.pdf({ format });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const paper = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        const { display } = getComputedStyle(document.querySelector('aside')!);
        return { backgroundColor, color, display };
      });
      expect(paper).toEqual({
        backgroundColor: 'rgb(255, 255, 255)',
        color: 'rgb(0, 0, 0)',
        display: 'none',
      });
    },
  );

  test('reads well on a phone and on a desk, in light and dark, with its form open', async () => {
    const { page } = await world.visitor();
    await page.goto(url);
    await page.getByText('Change the name on this receipt').click();
    expect(await lookAt(page)).toEqual([]);
    // Its days are counted in UTC, as its moments are, and say so.
    expect(await page.locator('.facts').first().innerText()).toMatch(/ to \d+ \w+ \d{4} UTC/);
    await page.goto(`${url}?lang=es`);
    await heading(page, /Recibo/);
    expect(await lookAt(page)).toEqual([]);
  });

  test('takes a name without JavaScript, and takes it off', async () => {
    const { page } = await world.visitor({ javaScriptEnabled: false });
    const { charge } = await makeSale(world.service);
    const { receiptUrl } = await sale.merchant.api.charges.get(sale.charge.id);
    expect(charge.id).not.toBe(sale.charge.id);
    await page.goto(receiptUrl!);
    await page.getByText('Change the name on this receipt').click();
    await page.getByLabel('Name or company').fill('Ann & Sons <b>');
    await page.getByLabel('Address').fill('Main Street 1\nSpringfield');
    await press(page, 'Save');
    await page.getByText('Ann & Sons <b>').waitFor();
    expect(await page.getByRole('article').innerText()).toContain('Springfield');
    await page.getByText('Change the name on this receipt').click();
    await press(page, 'Remove the name');
    await page.getByText('Put a name on this receipt').waitFor();
    expect(await page.getByRole('article').innerText()).not.toContain('Springfield');
  });

  test('has what the merchant says of its business, whose form names the field that is wrong', async () => {
    const { page, merchant } = await signUpVisitor(world.service, await world.visitor());
    await page.goto('/dashboard/business-details');
    await page.getByLabel('Legal name').fill('Coffee Club GmbH');
    await page.getByLabel('Country').fill('qq');
    await press(page, 'Save');
    expect(await page.getByRole('alert').innerText()).toContain('two capital letters of a country');
    expect(await page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Country').fill('de');
    await page.getByLabel('Address').fill('Hauptstr. 1\n10115 Berlin');
    await press(page, 'Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await merchant.api.businessDetails.get()).toMatchObject({
      legalName: 'Coffee Club GmbH',
      addressLines: ['Hauptstr. 1', '10115 Berlin'],
      country: 'DE',
    });
    expect(await lookAt(page)).toEqual([]);
  });
});
