import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { expectAccessible } from './accessible.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the dashboard, for developers', () => {
  let world: World;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    [world, receiver] = await Promise.all([World.start(), startReceiver()]);
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => Promise.all([world?.stop(), receiver?.close()]));

  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());

  /** A mandate that was charged once. */
  async function sell({ merchant }: Owner) {
    const [payer, payee] = [await world.service.wallet(merchant), await world.service.wallet(merchant)];
    const mandate = await createMandate(world.service, merchant, payer, payee);
    await authorizeMandate(world.service, mandate, payer);
    return mandate;
  }

  test('shows the secret of an endpoint once, and masked from then on', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/webhooks');
    await heading(page, 'No endpoints yet');
    await expectAccessible(page);
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill(`${receiver.url}/hooks`);
    await press(page, 'Add the endpoint');
    await heading(page, 'Store this secret now');
    // The list behind it may show its end already.
    const secret = await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .innerText();
    expect(secret.length).toBeGreaterThan(40);
    await expectAccessible(page);
    await press(page, 'I have stored it');
    await page.getByText(`whsec_...${secret.slice(-4)}`, { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect((await merchant.api.webhookEndpoints.list()).data).toHaveLength(1);
  });

  test('says at the field why an address is refused', async () => {
    const { page } = await owner();
    await page.goto('/dashboard/webhooks');
    await press(page, 'Add an endpoint');
    await page.getByLabel('Address').fill('http://169.254.169.254/latest');
    await press(page, 'Add the endpoint');
    await page.locator('#field-url-about').getByRole('alert').waitFor();
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  });

  test('shows each request and response, and delivers again', async () => {
    const seller = await owner();
    const { page, merchant } = seller;
    const answer = '<h1>Out of order</h1><script>document.title = "taken"</script>';
    receiver.answer = ({ response }) => void response.writeHead(500).end(answer);
    await merchant.api.webhookEndpoints.create({ url: `${receiver.url}/${'x'.repeat(120)}` });
    await sell(seller);
    await page.goto('/dashboard/webhooks');
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    const created = deliveries.getByRole('row').filter({ hasText: 'mandate.created' });
    await created.getByText('pending').waitFor();
    await page.getByLabel('State').selectOption('delivered');
    await heading(page, 'No delivery matches');
    await page.getByLabel('State').selectOption('pending');
    await expectAccessible(page);
    await created.getByRole('link').first().click();

    await heading(page, /^Delivery/);
    await page.getByText('HTTP 500', { exact: true }).waitFor();
    await page.getByText(answer, { exact: true }).waitFor();
    const body = JSON.parse(await page.getByRole('region', { name: 'Body' }).innerText());
    expect(body).toMatchObject({ object: 'event', type: 'mandate.created' });
    await expectAccessible(page);

    receiver.answer = ({ response }) => void response.writeHead(204).end();
    await press(page, 'Deliver again');
    await page.getByText('It was sent again, and it arrived.').waitFor();
    await heading(page, /delivered/);
    await page.getByText('none is planned').waitFor();
    expect(receiver.received.filter(({ id }) => id === body.id).length).toBeGreaterThan(1);

    await page.getByRole('link', { name: 'mandate.created' }).click();
    await page.getByRole('table', { name: 'Deliveries' }).getByText('delivered').waitFor();
    await expectAccessible(page);
  });

  test('narrows events by their type, and leads to what they are about', async () => {
    const seller = await owner();
    const { page } = seller;
    await page.goto('/dashboard/events');
    await heading(page, 'No events yet');
    const { id } = await sell(seller);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'charge.succeeded' }).waitFor();
    await page.getByLabel('Type').selectOption('mandate.activated');
    await page.getByRole('row').filter({ hasText: 'charge.succeeded' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'mandate.activated' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Subscription of 1\.00/ }).click();
    await page.getByText('Ids and addresses').click();
    await page.getByTitle(id).waitFor();

    await page.goto('/dashboard/events?mandate=man_unknown');
    await heading(page, 'No event matches');
    await page.goto('/dashboard/events/evt_unknown');
    await heading(page, 'There is nothing here in test mode');
  });

  test('declines and accepts a token, but never the floor', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/tokens');
    const other = page.getByRole('row').filter({ hasText: 'default' });
    await other.getByRole('switch').click();
    await other.getByText('declined').waitFor();
    const taken = async () => (await merchant.api.tokens.list()).data.filter(({ accepted }) => accepted);
    expect(await taken()).toMatchObject([{ floor: true }]);
    await other.getByRole('switch').focus();
    await page.keyboard.press('Space');
    await other.getByText('accepted').waitFor();
    expect(await taken()).toHaveLength(2);
    expect(await page.getByRole('row').filter({ hasText: 'main' }).getByRole('switch').isDisabled()).toBe(
      true,
    );
    await expectAccessible(page);
  });

  test('asks for a token, and says at the field what is no mint', async () => {
    const { page } = await owner();
    await page.goto('/dashboard/tokens');
    await press(page, 'Ask for a token');
    await page.getByLabel('Address of the token').fill('not a mint');
    await press(page, 'Ask for it');
    await page.locator('#field-mint-about').getByRole('alert').waitFor();
    await page.getByLabel('Address of the token').fill('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    await page.getByLabel('Why you need it').fill('Our customers hold it.');
    await press(page, 'Ask for it');
    await heading(page, 'Your request was taken');
    await page.getByRole('dialog').getByText('pending').waitFor();
    await expectAccessible(page);
  });

  test('moves the clock, says from when to when, and collects what falls due', async () => {
    const seller = await owner();
    const { page, merchant } = seller;
    const mandate = await sell(seller);
    await page.goto('/dashboard/test-tools');
    await page.getByText('the real time').waitFor();
    // Wherever the reader is, as in all tables.
    expect(await page.locator('.clock').innerText()).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC$/);
    await expectAccessible(page);
    await page.getByLabel('Move it by', { exact: true }).fill('5');
    await page.getByLabel('Move it by: unit').selectOption('weeks');
    await press(page, 'Move the clock');
    await page.getByText(/^It was .+ UTC, and is now .+ UTC\. All that fell due has settled\.$/).waitFor();
    await page.getByText('5 weeks ahead').waitFor();
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({ periodsCharged: 2 });
  });

  test('makes a wallet, funds it, makes a token and sends an event', async () => {
    const seller = await owner();
    const { page, merchant } = seller;
    await page.goto('/dashboard/test-tools');
    const tool = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const wallet = tool('A funded wallet');
    await wallet.getByLabel('Amount in TUSD').fill('12.5');
    await wallet.getByRole('button', { name: 'Make a wallet' }).click();
    await wallet.getByText('12.50 TUSD').waitFor();
    const [address, secretKey] = await wallet.locator('dd .mono').allInnerTexts();
    expect(Buffer.from(secretKey!, 'base64')).toHaveLength(64);

    const fund = tool('Funds for a wallet');
    await fund.getByLabel('Address').fill(address!);
    await fund.getByRole('button', { name: 'Fund it' }).click();
    await fund.getByText('1,012.50 TUSD').waitFor();
    await fund.getByLabel('Address').fill('nowhere');
    await fund.getByRole('button', { name: 'Fund it' }).click();
    await fund.getByRole('alert').waitFor();

    const token = tool('A token');
    await token.getByLabel('Decimals').fill('9');
    await token.getByLabel('Program').selectOption('token-2022');
    await token.getByRole('button', { name: 'Make a token' }).click();
    await token.getByText(/is on the test registry/).waitFor();
    expect((await merchant.api.tokens.list()).data.some(({ decimals }) => decimals === 9)).toBe(true);

    const event = tool('An event');
    await event.getByRole('button', { name: 'Send the event' }).click();
    // There is nothing yet that it could be about.
    await event.getByRole('alert').waitFor();
    await sell(seller);
    await event.getByRole('button', { name: 'Send the event' }).click();
    await expectAccessible(page);
    await event.getByRole('link', { name: 'See the event and its deliveries' }).click();
    await heading(page, /^A payment arrived/);
    await page.getByText('charge.succeeded', { exact: true }).waitFor();
    await page.getByText('This did not happen').waitFor();
    await expectAccessible(page);
    await page.goto('/dashboard/events');
    await page.getByRole('row').filter({ hasText: 'test event' }).waitFor();
  });

  test('says why there are no test tools for live money, and leads back', async () => {
    const { page } = await owner();
    await page.goto('/dashboard/test-tools');
    await page.getByRole('radio', { name: 'Live' }).check();
    await heading(page, 'Live money and live time are real');
    await expectAccessible(page);
    await press(page, 'Go to test mode');
    await heading(page, 'Clock');
  });
});
