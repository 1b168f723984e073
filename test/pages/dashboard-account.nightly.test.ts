import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Autopay } from '@autopay/sdk';
import { signUpBody } from '../support/person.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import { fillSignUp, makeLink, type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the dashboard, for its merchant’s account', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const owner = async (more?: object): Promise<Owner> =>
    signUpVisitor(world.service, await world.visitor(), more);

  test('signs a merchant up, shows its keys once, and lets it in', async () => {
    const { page } = await world.visitor();
    const { email } = signUpBody();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await fillSignUp(page, { name: 'Roasters & Sons', email });
    await heading(page, 'Welcome, Roasters & Sons');
    const key = await page.getByText(/^sk_test_/).innerText();
    const { data } = await new Autopay(key, { baseUrl: world.service.url }).tokens.list();
    expect(data.length).toBeGreaterThan(0);
    await press(page, 'I have stored them');
    await heading(page, 'Overview');
    await page.reload();
    await heading(page, 'Overview');
    expect(await page.content()).not.toContain(key);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toMatch(/sk_|session/);
  });

  test('says at the field what keeps somebody from signing up', async () => {
    const { person } = await owner();
    const { page } = await world.visitor();
    await page.goto('/dashboard/sign-up');
    await fillSignUp(page, { email: person.email });
    expect(await page.getByRole('alert').innerText()).toContain(
      'An account with this e-mail exists already.',
    );
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
    await fillSignUp(page, { email: signUpBody().email, password: 'short' });
    await page.locator('[aria-invalid=true][type=password]').waitFor();
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('false');
  });

  test('lets in who knows the password, nobody else, and out again', async () => {
    const { person } = await owner();
    const { page } = await world.visitor();
    await page.goto('/dashboard/mandates');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill('not the password');
    await press(page, 'Sign in');
    expect(await page.getByRole('alert').innerText()).toContain('The e-mail or the password is wrong.');
    await page.getByLabel('Password').fill(person.password);
    await press(page, 'Sign in');
    // Where the person wanted to go.
    await heading(page, 'Subscriptions');
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
    await page.reload();
    await heading(page, 'Sign in');
  });

  test('asks to sign in again once the session has ended elsewhere', async () => {
    const { page, person } = await owner();
    await page.goto('/dashboard/charges');
    await heading(page, 'No payments yet');
    await person.call('DELETE', '/v1/sessions/current');
    await heading(page, 'Sign in');
  });

  test('makes a key that is shown once and works, until it is revoked', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard/api-keys');
    await press(page, 'Make a key');
    await page.getByLabel('Name').fill('Reports');
    await page.getByLabel('It may').selectOption('read');
    await press(page, 'Make the key');
    await heading(page, 'Store this key now');
    const key = await page.getByText(/^rk_test_/).innerText();
    const reader = new Autopay(key, { baseUrl: world.service.url });
    await reader.mandates.list();
    await press(page, 'I have stored it');
    const row = page.getByRole('row').filter({ hasText: 'Reports' });
    expect(await row.innerText()).toContain('only read');
    expect(await page.content()).not.toContain(key);

    await row.getByRole('button', { name: 'Revoke Reports' }).click();
    await heading(page, 'Revoke Reports?');
    await press(page, 'Revoke the key');
    await row.getByText('revoked').waitFor();
    await expect(reader.mandates.list()).rejects.toMatchObject({ status: 401 });
    // The others go on.
    await merchant.api.mandates.list();
  });

  test.each([
    ['a signed text', /^Sign a text/],
    ['a transaction', /^Send a transaction/],
  ])('proves the payout wallet by %s, after the wallet was asked and had said no once', async (_, way) => {
    const { page, person } = await owner();
    await page.goto('/dashboard/payout-wallet');
    await page.getByText('None yet: nothing can be sold in live mode before.').waitFor();
    await press(page, way);
    await answerWallet(page, 'Connect', { funded: true });
    await answerWallet(page, 'Reject');
    await page.getByText(/You declined in your wallet/).waitFor();
    await press(page, way);
    await answerWallet(page, 'Approve');
    await page.getByText('Proven, for test mode only. Live payments never go to a test wallet.').waitFor();
    const live = await person.call('GET', '/v1/merchant', { headers: { 'svc-mode': 'live' } });
    expect(live.body.payoutWallet).toBeNull();
    const { body } = await person.call('GET', '/v1/merchant');
    expect(body.payoutWallet).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    await page.getByText(body.payoutWallet, { exact: true }).waitFor();
    await page.reload();
    await page.getByText('It counts in test mode only. For live mode no wallet is proven yet.').waitFor();
    expect(await lookAt(page)).toEqual([]);
  });

  test('teaches the first steps to whoever has no payment yet, and then shows figures, days and events', async () => {
    const { page, merchant } = await owner();
    await page.goto('/dashboard');
    await heading(page, 'No payment yet');
    await page.getByRole('link', { name: 'Make a payment link' }).waitFor();
    const payee = await world.service.wallet(merchant);
    expect(await makeLink(world.service, merchant, payee)).toContain('/pay/');
    await page.getByLabel('Window').selectOption('7');
    await page.getByText(/against the 7 days before/).waitFor();
    await page.getByText('Show as a table').click();
    // Seven times 24 hours touch eight days, and a head.
    const days = page.getByRole('table', { name: 'Volume day by day' }).getByRole('row');
    expect(await days.count()).toBeGreaterThanOrEqual(8);
  });

  test('shows live data apart from test data, in this tab until it is switched back', async () => {
    const { page } = await owner();
    await page.goto('/dashboard');
    await heading(page, 'No payment yet');
    await page.getByText('Pay it with the test wallet').waitFor();
    await page.getByRole('radio', { name: 'Live' }).check();
    await page.getByText('Send it to somebody who wants to pay you.').waitFor();
    await page.reload();
    await page.getByText('Send it to somebody who wants to pay you.').waitFor();
    expect(await page.getByRole('radio', { name: 'Live' }).isChecked()).toBe(true);
  });

  test('says in which mode an object is missing, and leads to its list', async () => {
    const { page } = await owner();
    for (const [path, list] of [
      ['/charges/chg_unknown', 'Payments'],
      ['/mandates/man_unknown', 'Subscriptions'],
      ['/refunds/ref_unknown', 'Refunds'],
      ['/products/prd_unknown', 'Products'],
      ['/payment-links/lnk_unknown', 'Payment links'],
      ['/events/evt_unknown', 'Events'],
      ['/webhooks/whd_unknown', 'Webhooks'],
      ['/plans/pln_unknown', 'Your plans'],
    ] as const) {
      await page.goto(`/dashboard${path}`);
      await heading(page, 'There is nothing here in test mode');
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Go to the list' }).click();
      await heading(page, list);
    }
    await page.goto('/dashboard/charges/chg_unknown');
    await heading(page, 'There is nothing here in test mode');
    expect(await lookAt(page)).toEqual([]);
  });

  test('says of the proven wallet, and of a change that waits, in which modes they count', async () => {
    const { page } = await owner();
    const [both, own, next] = [1, 2, 3].map((seed) => String(seed + 1).repeat(44)) as [
      string,
      string,
      string,
    ];
    let ofMode = { test: both, live: both };
    await page.route('**/v1/sessions/current', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { merchant: object };
      const livemode = route.request().headers()['svc-mode'] === 'live';
      const proven = {
        payoutWallet: ofMode[livemode ? 'live' : 'test'],
        payoutWalletVerifiedAt: 1_790_000_000,
      };
      const pendingPayoutWallet = { address: next, provenAt: 1_790_000_000, takesEffectAt: 4_000_000_000 };
      const merchant = { ...session.merchant, ...proven, pendingPayoutWallet };
      await route.fulfill({ response, json: { ...session, merchant } });
    });
    await page.goto('/dashboard/payout-wallet');
    await page.getByText('It counts in live mode and in test mode.').waitFor();
    const banner = page.getByRole('region', { name: 'Change of the payout wallet' });
    expect(await banner.innerText()).toMatch(
      new RegExp(`new sales pay\\s+${next}[^.]*, in live mode and in test mode`),
    );
    ofMode = { test: own, live: both };
    await page.reload();
    await page.getByText('It counts in test mode only. In live mode it is').waitFor();
    await page.getByTitle(both).waitFor();
  });

  test('folds its menu away on a phone, beside the name of the view, and opens it by the keyboard too', async () => {
    const name = 'The Coffee Club of the Old Harbour and all its Friends';
    const { page } = await owner({ name });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard/charges');
    await heading(page, 'Payments');
    const brand = page.locator('.brand > span');
    expect(await brand.innerText()).toBe(name);
    expect(await brand.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true);
    const navigation = page.getByRole('navigation', { name: 'Dashboard' });
    const menu = navigation.getByRole('button', { name: 'Menu' });
    await navigation.getByText('Payments', { exact: true }).first().waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await navigation.getByRole('link').count()).toBe(0);
    expect(await lookAt(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await menu.focus();
    await page.keyboard.press('Enter');
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    for (const group of ['Business', 'Selling', 'Developers', 'Account'])
      await navigation.getByRole('heading', { name: group }).waitFor();
    const here = navigation.getByRole('link', { name: 'Payments', exact: true });
    expect(await here.getAttribute('aria-current')).toBe('page');
    expect(await lookAt(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await menu.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);

    await menu.click();
    await navigation.getByRole('link', { name: 'Business details' }).click();
    await heading(page, 'Business details');
    expect(await navigation.getByRole('link').count()).toBe(0);
    expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
    // The present view is a choice too.
    await menu.click();
    await navigation.getByRole('link', { name: 'Business details' }).click();
    await expect.poll(() => navigation.getByRole('link').count()).toBe(0);
    await menu.click();
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
  });
});
