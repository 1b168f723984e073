import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { signUpVisitor } from './support/merchant.ts';
import { heading } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the way to live money, in the dashboard', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** What a person reads of one thing on the list. */
  const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

  test('says from test mode what is missing, who does it and where, and leads into live mode', async () => {
    const { page, merchant } = await signUpVisitor(world.service, await world.visitor());
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'go live', exact: true }).click();
    await heading(page, 'Going live');
    await page.getByText('4 things are missing before you can be paid real money.').waitFor();
    await entry(page, 'A live key for your server').getByText('done').waitFor();
    await entry(page, 'The Solana network').getByText('missing').waitFor();
    await page.getByText(/npm run doctor/).waitFor();
    expect(await lookAt(page)).toEqual([]);
    await shoot(page, 'going-live');

    await page.getByRole('link', { name: 'Prove a payout wallet' }).click();
    await heading(page, 'Payout wallet');
    expect(await page.getByLabel('Live', { exact: true }).isChecked()).toBe(true);

    await world.service.db`
      update merchants set payout_wallet = 'somebody', payout_wallet_verified_at = 1 where id = ${merchant.id}`;
    await page.getByRole('link', { name: 'Going live' }).click();
    await page.getByText('3 things are missing before you can be paid real money.').waitFor();
    await entry(page, 'Your payout wallet').getByText('done').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'See what is missing' }).click();
    await heading(page, 'Going live');
    expect(await lookAt(page)).toEqual([]);
  });
});

/** For whoever looks at the page by eye. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['AUTOPAY_SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}
