import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { makeLink, signUpVisitor } from './support/merchant.ts';
import { heading } from './support/page-parts.ts';
import { walletDialog } from './support/wallet.ts';
import { World } from './support/world.ts';

/** More stops than any page has on the way to what is looked for. */
const MOST_STOPS = 80;

describeUnless(missingProgram('chromium'), 'with the keyboard alone', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** The text of what has the focus, in the wallet's shadow tree too. */
  function focused(page: Page): Promise<string> {
    return page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const { labels, innerText = '' } = element as HTMLInputElement;
      return (labels?.[0]?.innerText ?? innerText).replaceAll(/\s+/g, ' ');
    });
  }

  /** Tabs to what is called so and presses the key on it. What has the focus is drawn with an outline. */
  async function reach(page: Page, name: RegExp, key: 'Enter' | 'Space' | null = 'Enter'): Promise<void> {
    const seen: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const text = await focused(page);
      if (name.test(text)) {
        if (key !== null) await page.keyboard.press(key);
        return;
      }
      seen.push(text.slice(0, 40));
    }
    throw new Error(`Not reached: ${name}. Stops: ${seen.join(' | ')}`);
  }

  test('a payer goes from a link to a payment, and each screen’s heading takes the focus', async () => {
    const { service } = world;
    const merchant = await service.merchant();
    const { page } = await world.visitor();
    await page.goto(await makeLink(service, merchant, await service.wallet(merchant)));
    await heading(page, 'Choose a wallet');
    await reach(page, /^Test wallet/);
    await walletDialog(page).waitFor();
    expect(await focused(page)).toBe('Let this page see your address?');
    await reach(page, /^Get 1,000/);
    await page.getByText('have arrived').waitFor();
    await reach(page, /^Connect$/);
    await heading(page, 'Check what you agree to');
    await expect.poll(() => focused(page)).toBe('Check what you agree to');
    await reach(page, /^Who collects, fees, and addresses to compare/, 'Space');
    await reach(page, /^Approve with/);
    await walletDialog(page).waitFor();
    // Escape is a no.
    await page.keyboard.press('Escape');
    await heading(page, 'That did not work');
    await expect.poll(() => focused(page)).toBe('That did not work');
    await reach(page, /^Try again$/);
    await walletDialog(page).waitFor();
    await reach(page, /^Approve$/);
    await heading(page, 'Paid');
    await expect.poll(() => focused(page)).toBe('Paid');
    expect(await page.getByRole('status').first().innerText()).toContain('12.50 TUSD went to');
  });

  test('a merchant signs in, skips the navigation, switches to live, and makes and revokes a key', async () => {
    const { person, page, context } = await signUpVisitor(world.service, await world.visitor());
    await context.clearCookies();
    await page.goto('/dashboard');
    await heading(page, 'Sign in');
    await reach(page, /^E-mail/, null);
    await page.keyboard.type(person.email);
    await reach(page, /^Password/, null);
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Overview');
    await reach(page, /^Live$|^Test$/, null);
    await page.keyboard.press('ArrowRight');
    await page.getByText('Send it to somebody who wants to pay you.').waitFor();
    await reach(page, /^API keys$/);
    await heading(page, 'API keys');
    await reach(page, /^Make a key$/);
    await heading(page, 'Make a key');
    await reach(page, /^Name/, null);
    await page.keyboard.type('Reports');
    await page.keyboard.press('Enter');
    await heading(page, 'Store this key now');
    await page
      .getByRole('dialog')
      .getByText(/^sk_live_/)
      .waitFor();
    await reach(page, /^I have stored it$/);
    await reach(page, /^Revoke Reports$/);
    await heading(page, 'Revoke Reports?');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await reach(page, /^Revoke Reports$/);
    await reach(page, /^Revoke the key$/);
    await page.getByRole('row').filter({ hasText: 'Reports' }).getByText('revoked').waitFor();
    await page.goto('/dashboard/charges');
    await heading(page, 'No payments yet');
    await reach(page, /^Skip to the content$/);
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('view');
  });
});
