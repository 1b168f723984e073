import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wordsOfEvent } from '../../pages/dashboard/parts/event-words.ts';
import { OPT_IN_EVENTS } from '../../rules/webhooks/event-filter.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), "an endpoint's purpose and events, in the dashboard", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  test('are chosen in words when it is added, and shown beside its address', async () => {
    const { page, merchant } = await signUpVisitor(world.service, await world.visitor());
    await page.goto('/dashboard/webhooks');
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('http://127.0.0.1:9/stock');
    await page.getByLabel('Description').fill('The stock');
    await page.getByLabel('Only what I choose').check();
    await page.getByText('Choose at least one.').waitFor();
    const add = page.getByRole('button', { name: 'Add the endpoint' });
    expect(await add.isDisabled()).toBe(true);
    await page.getByLabel('A payment arrived').check();
    await page.getByLabel('A subscription was cancelled').check();
    expect(await lookAt(page)).toEqual([]);
    await add.click();
    await heading(page, 'Store this secret now');
    await press(page, 'I have stored it');

    const row = page.getByRole('row').filter({ hasText: 'The stock' });
    await row.getByText('2 kinds of event').click();
    await row.getByText('A payment arrived').waitFor();
    expect(await lookAt(page)).toEqual([]);
    expect((await merchant.api.webhookEndpoints.list()).data).toMatchObject([
      { description: 'The stock', events: ['mandate.revoked', 'charge.succeeded'] },
    ]);

    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('http://127.0.0.1:9/all');
    const told = page.getByRole('group', { name: 'What it is told' });
    await page.getByLabel('The 10 usual kinds').waitFor();
    expect(await told.getByRole('listitem').allInnerTexts()).toEqual(OPT_IN_EVENTS.map(wordsOfEvent));
    expect(await lookAt(page)).toEqual([]);
    await press(page, 'Add the endpoint');
    await press(page, 'I have stored it');
    await page.getByRole('row').filter({ hasText: '/all' }).getByText('the 10 usual kinds of event').click();
    const kinds = page.getByRole('row').filter({ hasText: '/all' }).getByRole('listitem');
    expect(await kinds.count()).toBe(10);
    expect((await merchant.api.webhookEndpoints.list()).data[0]).toMatchObject({
      description: null,
      events: null,
    });
  });

  test('lead to the field that a refusal is about, however far it is from the button', async () => {
    const { page } = await signUpVisitor(world.service, await world.visitor());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard/webhooks');
    await press(page, 'Add an endpoint');
    const address = page.getByLabel('Address');
    await address.fill('http://localhost:9/x');
    await page.getByLabel('Only what I choose').check();
    await page.getByLabel('A refund failed').check();
    expect(await isInSight(address)).toBe(false);
    await press(page, 'Add the endpoint');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await isInSight(address)).toBe(true);
    expect(await isInSight(page.getByRole('alert'))).toBe(true);
    // What is about no field stands at the foot here; and each refusal leads to itself again.
    await page.route('**/v1/webhook_endpoints', (route) => route.abort());
    await press(page, 'Add the endpoint');
    const message = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
    await message.waitFor({ timeout: 30_000 });
    await expect.poll(() => message.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await isInSight(message)).toBe(true);
  });

  test('a field that is folded away is unfolded by a refusal', async () => {
    const { page } = await signUpVisitor(world.service, await world.visitor());
    await page.goto('/dashboard/payment-links');
    await press(page, 'Make a link');
    await page.getByLabel('Name').fill('Espresso');
    await page
      .getByLabel(/^Amount|^Price/)
      .first()
      .fill('5');
    await press(page, 'Use a new test wallet');
    await page.getByText('A new test wallet.').waitFor();
    await page.getByText('Description and more').click();
    const metadata = page.getByLabel('Metadata');
    await metadata.fill(`${'k'.repeat(41)}: v`);
    await page.getByText('Description and more').click();
    await press(page, /^Make the/);
    await expect.poll(() => metadata.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

async function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}
