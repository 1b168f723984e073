import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { noteLoading, readLoading, slowDown } from './support/measure.ts';
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

  test('tries an operation where it stands, with a key that the page forgets', async () => {
    const { page } = await world.visitor();
    const { service } = world;
    const merchant = await service.merchant();
    const { address: payee } = await service.wallet(merchant);
    const terms = { name: 'Beans', payee, mint: await service.mint(merchant), amountPerPeriod: '12500000' };
    await page.goto('/docs#createPaymentLink');
    const operation = page.locator('details[open]');
    await operation.getByRole('button', { name: 'Try it' }).click();
    expect(await lookAt(page)).toEqual([]);
    await operation.getByLabel('Key or token').fill(merchant.testKey);
    await operation.getByLabel('Idempotency-Key').fill("it's once");
    await operation.getByLabel('Body').fill(JSON.stringify({ ...terms, periodSeconds: 86_400 }));
    const shell = operation.getByRole('region', { name: 'For a shell' });
    expect(await shell.textContent()).toContain("-H 'idempotency-key: it'\\''s once'");
    expect(await shell.textContent()).not.toContain(merchant.testKey);
    await operation.getByRole('button', { name: 'Send' }).click();
    const answer = operation.getByRole('region', { name: /^Status 201 after / });
    await answer.waitFor();
    const { id } = JSON.parse((await answer.textContent())!) as { id: string };
    expect(await lookAt(page)).toEqual([]);
    await page.goto('/docs#getPaymentLink');
    const reading = page.locator('details', { has: page.locator('#getPaymentLink') });
    await reading.getByRole('button', { name: 'Try it' }).click();
    await reading.getByRole('textbox', { name: 'id', exact: true }).fill(id);
    await reading.getByRole('button', { name: 'Send' }).click();
    await reading.getByRole('region', { name: /^Status 200 after / }).waitFor();
    await page.goto('about:blank');
    await page.goto('/docs#getPaymentLink');
    await page.getByRole('button', { name: 'Try it' }).click();
    expect(await page.getByLabel('Key or token').inputValue()).toBe('');
    expect(await world.sendHome()).toEqual([]);
  });

  test('opens an operation at once, and its form, with a processor of a fourth', async () => {
    const { page } = await world.visitor();
    await noteLoading(page);
    await page.goto('/docs', { waitUntil: 'networkidle' });
    await slowDown(page);
    const operation = page.locator('details', { has: page.locator('#createMandate') });
    await operation.locator('summary').click();
    await operation.getByRole('button', { name: 'Try it' }).click();
    await operation.getByLabel('Body').waitFor();
    expect((await readLoading(page)).longestMs).toBeLessThan(500);
    expect(await world.sendHome()).toEqual([]);
  });
});
