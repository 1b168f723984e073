import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSale } from '../refunds/support.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { heading } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the page that checks proofs', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  }, 90_000);
  afterAll(() => world?.stop());

  test('says what holds, and what does not when a field was altered; it sends the file nowhere', async () => {
    const { merchant, charge } = await makeSale(world.service);
    const proof = await merchant.api.charges.getProof(charge.id);
    const { page } = await world.visitor();
    await page.goto('/proof');
    expect(await lookAt(page)).toEqual([]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const choose = (file: object) =>
      page.getByLabel('The proof’s file').setInputFiles({
        name: 'proof.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(file)),
      });
    await choose(proof);
    await heading(page, 'The proof holds');
    await page.getByText('The terms derive the reference that the payer signed.').waitFor();
    expect(await lookAt(page)).toEqual([]);

    await choose({ ...proof, amount: '999' });
    await heading(page, 'The proof does not hold');
    await page.getByText('It moves 1000000, and the charge says 999.').waitFor();
    await choose({ no: 'proof' });
    await heading(page, 'The proof does not hold');
    expect(sent).toEqual([]);
    expect(await world.sendHome()).toEqual([]);
  });
});
