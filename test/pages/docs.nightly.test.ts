import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the reference of the API', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  }, 90_000);
  afterAll(() => world?.stop());

  test('fits phones and desks, is accessible, and opens an operation that an address names', async () => {
    const { page } = await world.visitor();
    await page.goto('/docs');
    expect(await lookAt(page)).toEqual([]);
    await page.goto('/docs#createMandate');
    await page.getByText('Creates the mandate and its on-chain plan', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Address' }).and(page.locator(':visible')).first().click();
    await page.locator('#schema-Address').waitFor();
    expect(await lookAt(page)).toEqual([]);
    expect(await world.sendHome()).toEqual([]);
  });

  test('can be tried at the same address', async () => {
    const { page } = await world.visitor();
    await page.goto('/docs');
    await page.getByRole('link', { name: 'Try it in the browser' }).click();
    await page.locator('.opblock').first().waitFor();
    expect(await world.sendHome()).toEqual([]);
  });
});
