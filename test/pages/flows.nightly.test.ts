import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { signUpBody } from '../support/person.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { fillSignUp, makeLink, makeProduct, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, payWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const MONTH = 30 * 86_400;
/** Each plays several people one after the other. */
const LONG = { timeout: 240_000 };

describeUnless(missingProgram('chromium'), 'across the pages', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const eventually = (look: () => unknown) => expect.poll(look, { timeout: 40_000 });

  test('a payer pays a link, is charged again a month later, and stops it in the portal', LONG, async () => {
    const { service } = world;
    const merchant = await service.merchant();
    const payee = await service.wallet(merchant);
    const { page } = await world.visitor();
    await payWithTestWallet(page, await makeLink(service, merchant, payee));
    const [mandate] = (await merchant.api.mandates.list()).data;
    const paid = async () =>
      (await merchant.api.charges.list({ mandate: mandate!.id, status: 'succeeded' })).data.length;
    expect(await paid()).toBe(1);
    await merchant.api.test.advanceClock({ seconds: MONTH });
    expect(await paid()).toBe(2);

    await page.getByRole('link', { name: 'See or stop your payments' }).click();
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByText('25.00 TUSD paid so far').waitFor();
    await page.getByRole('link', { name: 'Coffee Club' }).click();
    await page.getByRole('link', { name: /^Cancel/ }).click();
    await heading(page, `Cancel “${mandate!.name!}”?`);
    await page.getByText(mandate!.name!, { exact: true }).waitFor();
    expect((await merchant.api.mandates.get(mandate!.id)).status).toBe('active');
    await press(page, 'Cancel now');
    await heading(page, 'Cancelled');
    await page.getByText(mandate!.name!, { exact: true }).first().waitFor();
    // Other subscriptions of the same seller go on.
    await page.getByText(`Nothing more is collected for “${mandate!.name!}” (Coffee Club).`).waitFor();
    expect((await merchant.api.mandates.get(mandate!.id)).status).toBe('revoked');
    await press(page, /^Take it back with/);
    await answerWallet(page, 'Approve');
    await page.getByText(/^Done. Your approval is taken back on chain/).waitFor();
    await merchant.api.test.advanceClock({ seconds: 2 * MONTH });
    expect(await paid()).toBe(2);
  });

  test('a buyer reads what was bought at once and by signing in later; others do not', LONG, async () => {
    const { service } = world;
    const merchant = await service.merchant();
    const product = await makeProduct(service, merchant, await service.wallet(merchant));
    const { page } = await world.visitor();
    await payWithTestWallet(page, product);
    await page.getByRole('article', { name: 'What you bought' }).getByText('Then beans.').waitFor();

    await page.evaluate(() => sessionStorage.clear());
    await page.goto(product);
    expect(await page.locator('body').innerText()).not.toContain('Then beans.');
    await page.getByText('Already paid?').click();
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByText('Then beans.').waitFor();

    // It is found from the payer's own page too.
    await page.goto('/wallet');
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByRole('link', { name: 'Coffee Club' }).click();
    await page.getByRole('link', { name: 'See what you bought' }).click();
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByText('Then beans.').waitFor();

    const stranger = await world.visitor();
    await stranger.page.goto(product);
    await stranger.page.getByText('Already paid?').click();
    await press(stranger.page, /^Sign in with Test wallet/);
    await answerWallet(stranger.page, 'Connect');
    await answerWallet(stranger.page, 'Approve');
    await stranger.page.getByText(/^This wallet has not paid for this/).waitFor();
    expect(await stranger.page.content()).not.toContain('beans.');
  });

  test(
    'a merchant signs up, proves a wallet, makes a link, is paid, and sees it on the overview',
    LONG,
    async () => {
      const { page } = await world.visitor();
      await page.goto('/dashboard/sign-up');
      await fillSignUp(page, { email: signUpBody().email });
      await heading(page, 'Welcome, Coffee Club');
      await page.getByText(/^sk_live_/).waitFor();
      await press(page, 'I have stored them');
      await page.getByRole('link', { name: 'Payout wallet' }).click();
      await press(page, /^Sign a text/);
      await answerWallet(page, 'Connect');
      await answerWallet(page, 'Approve');
      await page.getByText(/^Proven,/).waitFor();

      await page.getByRole('link', { name: 'Payment links' }).click();
      await press(page, 'Make a link');
      await page.getByLabel('Name').fill('Filter of the week');
      await page.getByLabel(/^Amount of each payment/).fill('7.25');
      await page.getByText('Payers are asked for 7.25 TUSD every 30 days').waitFor();
      await press(page, 'Make the link');
      await page.getByRole('heading', { level: 1 }).getByText('Filter of the week').waitFor();
      const address = await page
        .getByText(/^http:.+\/pay\//)
        .first()
        .innerText();

      const payer = await world.visitor();
      await payWithTestWallet(payer.page, address);
      await page.getByRole('link', { name: 'Overview' }).click();
      const gross = page.locator('.figure').filter({ hasText: 'Gross volume' });
      await eventually(() => gross.innerText()).toMatch(/7\.25\s+7\.25 more than before/);
      await page.locator('.plot-drawing').waitFor();
      await page.getByText('Show as a table').click();
      const today = page.getByRole('table', { name: 'Volume day by day' }).getByRole('row').nth(1);
      expect(await today.innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+1\s+7\.25\s+0\.00\s+7\.25$/);
    },
  );

  test('a merchant sees how an event was delivered, and has it delivered again', LONG, async () => {
    const receiver = await startReceiver();
    try {
      const owner = await signUpVisitor(world.service, await world.visitor());
      const { page } = owner;
      await page.goto('/dashboard/webhooks');
      await press(page, 'Add an endpoint');
      await page.getByLabel('Address').fill(`${receiver.url}/hooks`);
      await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
      await page.getByText(/^whsec_[^.…*]{20,}$/).waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /stored/ })
        .click();
      const [payer, payee] = [1, 2].map(() => world.service.wallet(owner.merchant));
      await createMandate(world.service, owner.merchant, (await payer)!, (await payee)!);
      await eventually(() => receiver.received.length).toBe(1);
      const { id } = receiver.received[0]!;
      const row = page.getByRole('row').filter({ hasText: 'delivered' });
      await row.getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).getByText('delivered').waitFor();
      expect(await page.locator('main').innerText()).toContain(`"id": "${id}"`);
      await press(page, 'Deliver again');
      await page.getByText('It was sent again, and it arrived.').waitFor();
      expect(receiver.received.map((each) => each.id)).toEqual([id, id]);
      await page.getByRole('link', { name: 'mandate.created' }).click();
      await page.getByText(id).first().waitFor();
    } finally {
      await receiver.close();
    }
  });
});
