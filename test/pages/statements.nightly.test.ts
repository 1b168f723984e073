import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribe } from '../schedule/support.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { signUpVisitor } from './support/merchant.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the view of statements', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  }, 90_000);
  afterAll(() => world?.stop());

  test('shows what settled this month and its sums, and prints without what is pressed', async () => {
    const { page, merchant } = await signUpVisitor(world.service, await world.visitor());
    const subscribed = await subscribe(world.service, merchant);
    const [charge] = (await merchant.api.charges.list({ mandate: subscribed.id, status: 'succeeded' })).data;
    await page.goto('/dashboard/statements');
    await page.getByText('TEST-000001').waitFor();
    expect(await page.getByRole('table', { name: 'Sums' }).innerText()).toContain('1.00');
    expect(await page.getByRole('table', { name: 'Payments and refunds' }).innerText()).toContain(
      charge!.txSignature,
    );
    expect(await lookAt(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByText('TEST-000001').isVisible()).toBe(true);
    expect(await world.sendHome()).toEqual([]);
  });
});
