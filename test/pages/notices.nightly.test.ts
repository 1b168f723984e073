import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { signUpVisitor } from './support/merchant.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 120_000 };

describeUnless(missingProgram('chromium'), 'what a member is told by mail, in a browser', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => expect(await world.sendHome()).toEqual([]));
  afterAll(() => world?.stop());

  test('is chosen with an hour, a time zone and a language, and stays', LONG, async () => {
    const { page } = await signUpVisitor(world.service, await world.visitor());
    await page.goto('/dashboard/notices');
    await page.getByText('This deployment sends no mail yet.').waitFor();
    const lost = page.getByRole('checkbox', { name: /^Lost payments/ });
    const started = page.getByRole('checkbox', { name: /^New subscriptions/ });
    await expect.poll(() => lost.isChecked()).toBe(true);
    expect(await started.isChecked()).toBe(false);
    await lost.uncheck();
    await started.check();
    await page.getByLabel('Hour of the digest').selectOption('19');
    await page.getByLabel('Time zone').selectOption('Europe/Madrid');
    await page.getByLabel('Language of mails').selectOption('es');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await lookAt(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => started.isChecked()).toBe(true);
    expect(await lost.isChecked()).toBe(false);
    expect(await page.getByLabel('Hour of the digest').inputValue()).toBe('19');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Madrid');
    expect(await page.getByLabel('Language of mails').inputValue()).toBe('es');
  });
});
