import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
    await press(page, 'Add the endpoint');
    await press(page, 'I have stored it');
    await page.getByRole('row').filter({ hasText: '/all' }).getByText('everything').waitFor();
    expect((await merchant.api.webhookEndpoints.list()).data[0]).toMatchObject({
      description: null,
      events: null,
    });
  });
});
