import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { World } from './support/world.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

describeUnless(missingProgram('chromium'), 'the first visit', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ AUTOPAY_SETUP_TOKEN: TOKEN });
  }, 90_000);
  afterAll(() => world?.stop());

  test('leads whoever has the token from the front door to the dashboard, and fits phones and desks', async () => {
    const { page } = await world.visitor();
    await page.goto('/');
    await page.getByLabel('Token').fill(TOKEN);
    expect(await lookAt(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name of your business').fill('Coffee Club');
    await page.getByLabel('E-mail').fill('owner@coffee.example');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('checkbox').check();
    expect(await lookAt(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the owner' }).click();
    await page.getByRole('heading', { name: 'Keep these keys' }).waitFor();
    expect(await lookAt(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.getByRole('link', { name: 'Look at everything' }).click();
    await page.getByRole('heading', { name: 'What this deployment stands on' }).waitFor();
    expect(await lookAt(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Finish, and open the dashboard' }).click();
    await page.waitForURL('**/dashboard**');
    // Signed in: the merchant's own pages, not a form.
    await page.getByText('Coffee Club').first().waitFor();
    expect(await world.sendHome()).toEqual([]);
  });
});
