import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

/** Where somebody wants to look at what is tested. */
const SHOTS = process.env['AUTOPAY_TEST_SHOTS'];

describeUnless(missingProgram('chromium'), 'the dashboard finds', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const eventually = (look: () => unknown) => expect.poll(look, { timeout: 40_000 });

  async function look(page: Page, name: string): Promise<void> {
    await expectAccessible(page);
    const { scroll, inner } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      inner: innerWidth,
    }));
    expect(scroll, `${name} is wider than its screen`).toBeLessThanOrEqual(inner);
    if (SHOTS === undefined) return;
    await mkdir(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }

  /** A sale of each of two names, the second with a refund that waits for the payee's signature. */
  async function sell({ merchant }: Owner) {
    const { service } = world;
    const payee = await service.wallet(merchant);
    const sales = [];
    for (const name of ['Beans, monthly', 'Tea, monthly']) {
      const payer = await service.wallet(merchant);
      const mandate = await createMandate(service, merchant, payer, payee, {
        name,
        clientReference: `user-${name.slice(0, 3).toLowerCase()}`,
        metadata: { order: `A-${name.slice(0, 3)}` },
      });
      await authorizeMandate(service, mandate, payer);
      const { data } = await merchant.api.charges.list({ mandate: mandate.id, status: 'succeeded' });
      sales.push({ payer, mandate, charge: data[0]! });
    }
    const [beans, tea] = sales as [(typeof sales)[0], (typeof sales)[0]];
    const refund = await merchant.api.charges.refund(tea.charge.id, {
      amount: '250000',
      reason: 'Too bitter',
    });
    return { beans, tea, refund };
  }

  describe.each([
    ['a phone', 390, 844],
    ['a desktop', 1280, 900],
  ])('on %s', (_, width, height) => {
    const visit = async () => {
      const us = await signUpVisitor(world.service, await world.visitor({ viewport: { width, height } }));
      return { ...us, ...(await sell(us)) };
    };

    test('anything in one field, by the keyboard alone', async () => {
      const { page, beans, tea, refund } = await visit();
      await page.goto('/dashboard');
      await heading(page, 'Overview');
      const field = page.getByRole('combobox', { name: 'Search' });
      const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
      await page.keyboard.press('/');
      await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field.inputValue()).toBe('');

      await page.keyboard.type('beans');
      await eventually(() => options.allInnerTexts()).toEqual([
        expect.stringMatching(/Subscription\s+Beans, monthly\s+active/),
      ]);
      await look(page, `search-open-${width}`);
      await page.keyboard.press('ArrowDown');
      expect(await field.getAttribute('aria-activedescendant')).toBe('found-0');
      await page.keyboard.press('Enter');
      await eventually(() => page.url()).toContain(`/mandates/${beans.mandate.id}`);
      expect(await field.inputValue()).toBe('');

      const leads: [text: string, kind: string, to: string][] = [
        [beans.charge.id, 'Payment', `/charges/${beans.charge.id}`],
        [beans.charge.txSignature!.slice(0, 12), 'Payment', `/charges/${beans.charge.id}`],
        [refund.id.slice(0, -2), 'Refund', `/refunds/${refund.id}`],
        [tea.payer.address.slice(0, 8), 'Customer', `/mandates?payer=${tea.payer.address}`],
        ['user-tea', 'Subscription', `/mandates/${tea.mandate.id}`],
        ['a-tea', 'Subscription', `/mandates/${tea.mandate.id}`],
      ];
      for (const [text, kind, to] of leads) {
        await page.locator('#view').focus();
        await page.keyboard.press('/');
        await page.keyboard.type(text);
        await eventually(() => options.first().innerText()).toMatch(new RegExp(`^${kind}`));
        await options.first().click();
        await eventually(() => page.url()).toContain(to);
      }

      // Without a choice, Enter shows all of it; Escape forgets it.
      await field.fill('user-');
      await eventually(() => options.count()).toBe(2);
      await field.press('Enter');
      await eventually(() => page.url()).toContain('/search?query=user-');
      await eventually(() => page.getByRole('table', { name: 'Found' }).getByRole('row').count()).toBe(3);
      await look(page, `search-${width}`);
      await field.fill('nothing of the kind');
      await page.getByText('Nothing is found by that.').waitFor();
      await field.press('Escape');
      await eventually(() => page.getByText('Nothing is found by that.').isVisible()).toBe(false);
    });

    test('refunds, those that wait for a signature first of all to the eye', async () => {
      const { page, beans, tea, refund } = await visit();
      await page.goto('/dashboard/refunds');
      const rows = page.getByRole('table', { name: 'Refunds' }).getByRole('row');
      await eventually(() => rows.count()).toBe(2);
      await page.getByText('Nothing is paid back until you sign.').waitFor();
      await look(page, `refunds-${width}`);
      await rows.last().getByRole('link').first().click();
      await eventually(() => page.url()).toContain(refund.id);
      await heading(page, /^Refund of 0\.25 TUSD/);
      await page.getByText('Too bitter').waitFor();
      await page.getByTitle(tea.charge.txSignature!).waitFor();
      await look(page, `refund-${width}`);
      await page.goto(`/dashboard/refunds?payer=${beans.payer.address}`);
      await heading(page, 'No refund matches');
      await page.getByText('The filter “Payer” leaves out all others.').waitFor();
      expect(await page.getByText('A refund is made on its payment').count()).toBe(0);
      await look(page, `refunds-empty-${width}`);
      await press(page, 'Take the filters away');
      await eventually(() => rows.count()).toBe(2);
    });

    test('charges by when and what, in either order, and the address keeps it', async () => {
      const { page, beans, tea } = await visit();
      const today = new Date().toISOString().slice(0, 10);
      await page.goto('/dashboard/charges?status=succeeded');
      const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
      await eventually(() => rows.count()).toBe(2);
      expect(await rows.first().innerText()).toContain('Tea, monthly');
      if (width < 640) await page.getByLabel('Order').selectOption('asc');
      else {
        const head = page.getByRole('columnheader', { name: 'Created' });
        expect(await head.getAttribute('aria-sort')).toBe('descending');
        await head.getByRole('button').click();
        await eventually(() => head.getAttribute('aria-sort')).toBe('ascending');
      }
      await eventually(() => rows.first().innerText()).toContain('Beans, monthly');
      expect(page.url()).toContain('order=asc');
      await page.reload();
      await eventually(() => rows.first().innerText()).toContain('Beans, monthly');

      await page.getByText('More filters').click();
      await page.getByLabel('Created from').fill(today);
      await page.getByLabel('Reference').fill('user-tea');
      await page.keyboard.press('Enter');
      await eventually(() => rows.count()).toBe(1);
      expect(await rows.first().innerText()).toContain('Tea, monthly');
      await page.getByLabel('Token').selectOption({ label: 'TUSD' });
      await eventually(() => page.url()).toContain(`mint=${tea.charge.mint}`);
      await eventually(() => rows.count()).toBe(1);
      await look(page, `charges-filtered-${width}`);
      await page.getByLabel('Created from').fill('2099-01-01');
      await heading(page, 'No payment matches');
      await press(page, 'Clear filters');
      await eventually(() => rows.count()).toBeGreaterThan(2);
      await page.getByLabel('Payer').fill(beans.payer.address);
      await page.keyboard.press('Enter');
      await eventually(() => rows.count()).toBe(2);
    });

    test('customers and mandates likewise', async () => {
      const { page, beans } = await visit();
      await page.goto('/dashboard/customers?clientReference=user-bea');
      await eventually(() => page.getByRole('table').locator('tbody tr').count()).toBe(1);
      await page.getByTitle(beans.payer.address).waitFor();
      await look(page, `customers-${width}`);
      await page.goto('/dashboard/mandates?metadata=order:A-Bea');
      await eventually(() => page.getByRole('table').locator('tbody tr').count()).toBe(1);
      await look(page, `mandates-${width}`);
    });
  });
});
