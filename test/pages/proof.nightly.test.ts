import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf } from '../../pages/proof/facts.ts';
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
    const proven = page.getByRole('region', { name: 'What is proven' });
    const { payer, payee, mint } = proof.terms;
    const said = (await proven.locator('dl > div').allInnerTexts()).map((text) => text.split(/\n+/));
    expect(said).toEqual([
      ['Amount', '1.00'],
      ['Token', mint],
      ['Paid by', payer],
      ['Paid to', payee],
      ['How', 'It was collected, as the payer had allowed.'],
      ['Which payment', 'Of period 1'],
      ['Transaction', charge.txSignature],
      ['What the payer agreed to', '1.00 every 30 days, 12 times at most'],
      ['When', 'Nobody signed a time. The chain says when the transaction landed.'],
    ]);
    expect(await page.locator('#proof').innerText()).not.toMatch(/\bcharges?\b|\bmandates?\b/i);
    expect(await lookAt(page)).toEqual([]);
    // Whatever nobody signed could be anything.
    await choose({ ...proof, createdAt: 1, livemode: true, chargeId: 'chg_other' });
    await heading(page, 'The proof holds');
    expect(await proven.innerText()).not.toMatch(/1970|chg_other|live/);

    await choose({ ...proof, amount: '999' });
    await heading(page, 'The proof does not hold');
    await page.getByText('It moves 1000000, and the payment says 999.').waitFor();
    expect(await proven.count()).toBe(0);
    await choose({ no: 'proof' });
    await heading(page, 'The proof does not hold');
    expect(sent).toEqual([]);
    expect(await world.sendHome()).toEqual([]);
  });

  test('shows no field that the signatures of its kind do not cover', async () => {
    const { merchant, charge } = await makeSale(world.service);
    const proof = await merchant.api.charges.getProof(charge.id);
    const facts = new Map(factsOf(proof, ['decimals', 'periodIndex']));
    expect(facts.get('Amount')).toBe('1000000 of the token’s smallest unit');
    expect(facts.has('Which payment')).toBe(false);
    const once = { ...proof, terms: { ...proof.terms, sellMode: 'once' as const } };
    expect(new Map(factsOf(once, [])).get('What the payer agreed to')).toBe('1.00, once');
  });
});
