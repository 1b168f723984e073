import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { expectAccessible } from './accessible.ts';
import { makeLink, type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, payWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

const LONG = { timeout: 60_000 };

describeUnless(missingProgram('chromium'), 'what pages say is so', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());

  async function sell({ merchant }: Owner) {
    const [payer, payee] = [await world.service.wallet(merchant), await world.service.wallet(merchant)];
    const mandate = await createMandate(world.service, merchant, payer, payee);
    await authorizeMandate(world.service, mandate, payer);
    return mandate;
  }

  test('a cancelled subscription has no payment to come, for its payer and its merchant', LONG, async () => {
    const { page, merchant } = await owner();
    const payee = await world.service.wallet(merchant);
    await payWithTestWallet(page, await makeLink(world.service, merchant, payee));
    await page.goto('/wallet');
    await press(page, /^Sign in with Test wallet/);
    await answerWallet(page, 'Approve');
    await page.getByRole('link', { name: 'Coffee Club' }).click();
    await page.getByText('Planned', { exact: true }).waitFor();
    const [mandate] = (await merchant.api.mandates.list()).data;
    await merchant.api.mandates.revoke(mandate!.id);
    await page.getByText('Will not be collected', { exact: true }).waitFor();
    expect(await page.getByText('Planned', { exact: true }).count()).toBe(0);
    await expectAccessible(page);

    await page.goto('/dashboard/charges');
    await page.getByText('called off', { exact: true }).waitFor();
    expect(await page.locator('.badge', { hasText: 'scheduled' }).count()).toBe(0);
    await page.goto(`/dashboard/mandates/${mandate!.id}`);
    await page.getByText('called off', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('switching the mode on the page of an object goes to its list', LONG, async () => {
    const seller = await owner();
    const { page } = seller;
    const { id } = await sell(seller);
    await page.goto(`/dashboard/mandates/${id}`);
    await heading(page, /^Mandate/);
    await page.getByLabel('Live', { exact: true }).check({ force: true });
    await heading(page, 'No mandates yet');
    expect(new URL(page.url()).pathname).toBe('/dashboard/mandates');
    await page.getByLabel('Test', { exact: true }).check({ force: true });
    await page.getByRole('row').filter({ hasText: 'active' }).waitFor();
  });

  test('a secret that is shown once stays until it is stored, whatever is pressed', LONG, async () => {
    const { page } = await owner();
    const receiver = await startReceiver();
    await page.goto('/dashboard/webhooks');
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('http://localhost:4000/hooks');
    await press(page, 'Add the endpoint');
    await page.getByText(/AUTOPAY_WEBHOOK_ALLOW=127\.0\.0\.1\/32/).waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await press(page, 'Add the endpoint');
    await heading(page, 'Store this secret now');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    const secret = page.getByRole('dialog').getByText(/^whsec_/);
    expect((await secret.innerText()).length).toBeGreaterThan(40);
    await expectAccessible(page);
    await press(page, 'I have stored it');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await receiver.close();
  });
});
