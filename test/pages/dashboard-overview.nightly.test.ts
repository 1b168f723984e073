import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY, LATER, paid, type PastMandate, pastMandate, writeHistory } from '../metrics/support.ts';
import { advance, finalize, lookForCancellations, subscribe } from '../schedule/support.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading } from './support/page-parts.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 240_000 };

describeUnless(missingProgram('chromium'), 'the overview', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** Subscriptions of the last months: some stay, some left, one is behind, one recovered, one was lost. */
  async function history({ merchant }: Owner): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const mint = await world.service.mint(merchant);
    const make = (part: Partial<PastMandate>) =>
      pastMandate({ merchantId: merchant.id, mint, amount: 12_500_000n, ...part });
    const ended = { status: 'revoked', endedAt: now - DAY } as const;
    const staying = [5, 70, 100, 130].map((days) => make({ activatedAt: now - days * DAY }));
    const left = make({ ...ended, activatedAt: now - 65 * DAY, endedBy: 'payer' });
    const lost = make({ ...ended, activatedAt: now - 66 * DAY, endedBy: 'payment_failed' });
    const tried = make({ activatedAt: now - 40 * DAY, trial: 14 * DAY, periodsCharged: 1 });
    const failing = { attempts: 1, failed: true, settledAt: null, receiptNumber: null, dueAt: LATER };
    await writeHistory(world.service.db, {
      mandates: [...staying, left, lost, tried],
      charges: [
        paid(staying[1]!, now - 2 * DAY),
        { ...paid(staying[2]!, now - 3 * DAY), attempts: 3 },
        { ...paid(staying[3]!, 0), ...failing, status: 'retrying' },
        { ...paid(lost, 0), ...failing, status: 'abandoned', attempts: 5 },
      ],
      refunds: [],
    });
  }

  test.each([
    ['a phone', { width: 390, height: 844 }],
    ['a desk', { width: 1_280, height: 900 }],
  ])('shows what is at risk, who left and who stays, on %s', LONG, async (_, size) => {
    const owner = await signUpVisitor(world.service, await world.visitor());
    const { page } = owner;
    await history(owner);
    await page.setViewportSize(size);
    await page.goto('/dashboard');
    await heading(page, 'Failed payments');
    const tile = (label: string) =>
      page.locator('.figure').filter({ has: page.getByText(label, { exact: true }) });
    await tile('At risk').getByText('1 payment failed and is tried again').waitFor();
    const begun = new Date(Date.now() - 30 * DAY * 1000).toISOString().slice(0, 10);
    const recovered = tile('Recovered').getByRole('link', { name: '12.50' });
    expect(await recovered.getAttribute('href')).toBe(`/dashboard/charges?recovered=true&paidFrom=${begun}`);
    await tile('Lost').getByText('1 payment.').waitFor();
    const leadsTo = (label: string) => tile(label).getByRole('link').getAttribute('href');
    for (const label of ['Gross volume', 'Payments'])
      expect(await leadsTo(label)).toBe(`/dashboard/charges?status=succeeded&paidFrom=${begun}`);
    expect(await leadsTo('Active subscriptions')).toBe('/dashboard/mandates?status=active');
    expect(await leadsTo('New subscriptions')).toBe(`/dashboard/mandates?createdFrom=${begun}`);
    // There are none, so it leads nowhere.
    expect(await tile('Refunds').getByRole('link').count()).toBe(0);

    await heading(page, 'Churn and trials');
    const churn = page.getByRole('table', { name: 'Churn and trials by month' });
    await churn.getByText(/1 cancelled by the payer, 1 after failed payments/).waitFor();
    await churn.getByText('1 of 1').waitFor();
    const stays = page.getByRole('table', { name: 'Still active, by month of start' });
    expect(await stays.getByRole('row').count()).toBeGreaterThan(3);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    if (process.env['SHOTS'])
      await page.screenshot({ path: `/tmp/overview-${size.width}.png`, fullPage: true });

    const text = await page.getByRole('main').innerText();
    for (const word of [/\bmint\b/i, /delegate/i, /atomic/i, /(charge|mandate)\.[a-z]+/])
      expect(text).not.toMatch(word);

    await tile('At risk').getByRole('link').click();
    await page.getByRole('row').filter({ hasText: 'retrying' }).waitFor();
    expect(page.url()).toContain('status=retrying');

    const says = async () => {
      await page.getByText('Ask the payer to send more of the token to the wallet that pays').waitFor();
      await page.getByText(/It is tried again by itself at 2 Oct 2096/).waitFor();
      await expectAccessible(page);
    };
    await page.getByRole('row').filter({ hasText: 'retrying' }).getByRole('link').first().click();
    await page.getByText('This payment failed.').waitFor();
    await page.getByText('Nothing was sent to the chain: the attempt was seen to fail beforehand').waitFor();
    expect(await page.getByText('By the clock of the world').count()).toBe(0);
    await says();
    await page.locator('a[href*="/mandates/man_"]').first().click();
    await heading(page, /^Subscription/);
    await says();
  });

  test('leads from what is at risk to the forecast, which adds up', LONG, async () => {
    const { service } = world;
    const owner = await signUpVisitor(service, await world.visitor());
    const { page, merchant } = owner;
    const { mint } = await subscribe(service, merchant);
    const payer = await service.wallet(merchant, { mint, amount: '500000' });
    await subscribe(service, merchant, { mint, payer, terms: { trialSeconds: 3 * DAY } });
    await advance(merchant, DAY);
    await finalize(service);
    await lookForCancellations(service);
    await page.goto('/dashboard');
    const risk = page.locator('.figure').filter({ has: page.getByText('At risk', { exact: true }) });
    await risk.getByText('1 payment due within 7 days and not covered').waitFor();
    await risk.getByRole('link', { name: '1.00' }).click();
    await heading(page, 'Forecast');
    const figures = page.locator('.figures > div');
    await figures.first().waitFor();
    expect((await figures.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Falls due 2.00 2 payments',
      'Of it expected 1.00 1 payment',
      'Of it at risk 1.00 1 payment',
    ]);
    await expectAccessible(page);

    await page.route('**/v1/metrics*', async (route) => {
      const response = await route.fetch();
      const metrics = (await response.json()) as { atRisk: object };
      const atRisk = { ...metrics.atRisk, payments: 2, failed: 1 };
      await route.fulfill({ response, json: { ...metrics, atRisk } });
    });
    await page.goto('/dashboard');
    const both = risk.getByRole('link');
    await risk.getByRole('link', { name: '1 payment failed and is tried again' }).waitFor();
    const charges = '/dashboard/charges?status=retrying';
    expect(await both.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      charges,
      charges,
      '/dashboard/forecast',
    ]);
    await expectAccessible(page);
  });
});
