import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resetFor } from '../../server/accounts/operate.ts';
import { codeOf } from '../accounts/support.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

/** A device with a fingerprint reader, as Chromium pretends to have one. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describeUnless(missingProgram('chromium'), 'how people sign in', () => {
  let world: World;
  beforeAll(async () => {
    // Passkeys belong to a name, which an address is not.
    world = await World.start({ AUTOPAY_HOST: 'localhost' });
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  const owner = async (): Promise<Owner> => signUpVisitor(world.service, await world.visitor());
  const open = async (page: Page) => {
    await page.goto('/dashboard/security');
    await heading(page, 'Account & security');
  };
  const signIn = async (page: Page, { email, password }: Owner['person']) => {
    await page.goto('/dashboard');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
  };
  const storeCodes = async (page: Page): Promise<string[]> => {
    await heading(page, 'Store these codes now');
    const text = await page.locator('.recovery-codes').innerText();
    await press(page, 'I have stored them');
    return text.trim().split(/\s+/);
  };

  test('a passkey is added, is asked for after the password, and signs in by itself', async () => {
    const { page, person } = await owner();
    const device = await withAuthenticator(page);
    await open(page);
    await expectAccessible(page);
    await press(page, 'Add a second factor');
    await page.getByLabel('Your password').fill(person.password);
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await press(page, 'Add a passkey');
    expect(await storeCodes(page)).toHaveLength(10);
    await page.getByRole('cell', { name: 'My laptop', exact: true }).waitFor();
    await press(page, 'Sign out');

    await signIn(page, person);
    await heading(page, 'One more step');
    await expectAccessible(page);
    await press(page, 'Use a passkey');
    await heading(page, 'Overview');
    await press(page, 'Sign out');

    await heading(page, 'Sign in');
    await press(page, 'Sign in with a passkey');
    await heading(page, 'Overview');
    await press(page, 'Sign out');

    // Somebody else's finger.
    await device.verifies(false);
    await press(page, 'Sign in with a passkey');
    expect(await page.getByRole('alert').innerText()).toContain('No passkey was used');
  });

  test('an authenticator app is added by its secret, and a recovery code stands in for it once', async () => {
    const { page, person } = await owner();
    await open(page);
    await press(page, 'Add a second factor');
    await page.getByLabel('Your password').fill(person.password);
    await press(page, 'Add an authenticator app');
    const uri = await page
      .getByRole('img', { name: 'Code for the authenticator app' })
      .getAttribute('data-text');
    const secret = new URL(uri!).searchParams.get('secret')!;
    await page.getByLabel('Code that the app shows').fill('000 000');
    await press(page, 'Add the app');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code that the app shows').fill(codeOf(secret, -1));
    await press(page, 'Add the app');
    const codes = await storeCodes(page);
    await press(page, 'Sign out');

    await signIn(page, person);
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret));
    await press(page, 'Continue');
    await heading(page, 'Overview');
    await press(page, 'Sign out');
    for (const isFresh of [true, false]) {
      await signIn(page, person);
      await press(page, 'Use a recovery code');
      await page.getByLabel('Recovery code').fill(codes[0]!);
      await press(page, 'Continue');
      if (isFresh) {
        await heading(page, 'Overview');
        await press(page, 'Sign out');
      } else await page.getByRole('alert').waitFor();
    }
  });

  test('what needs the factor again asks for it where it stands', async () => {
    const { page, person, merchant } = await owner();
    await withAuthenticator(page);
    await open(page);
    await press(page, 'Add a second factor');
    await page.getByLabel('Your password').fill(person.password);
    await press(page, 'Add a passkey');
    await storeCodes(page);
    await world.service.db`
      update sessions set second_factor_at = second_factor_at - 3600 where merchant_id = ${merchant.id}`;
    await press(page, 'Make new ones');
    await heading(page, 'Is it you?');
    await press(page, 'Use a passkey');
    expect(await storeCodes(page)).toHaveLength(10);
    await press(page, 'Require one');
    await page.getByText('requires a second factor of everybody in its team').waitFor();
  });

  test('a merchant that requires one leads whoever has none to it', async () => {
    const { page, person, merchant } = await owner();
    await withAuthenticator(page);
    await world.service.db`update merchants set second_factor_required = true where id = ${merchant.id}`;
    await page.goto('/dashboard/charges');
    await heading(page, 'Add a second factor');
    await expectAccessible(page);
    await page.getByLabel('Your password').fill(person.password);
    await press(page, 'Add a passkey');
    await page.locator('.recovery-codes').waitFor();
    await press(page, 'I have stored them');
    await heading(page, 'Payments');
  });

  test('a password is changed, and sessions elsewhere are seen and ended', async () => {
    const { page, person } = await owner();
    const other = await world.visitor();
    await signIn(other.page, person);
    await heading(other.page, 'Overview');
    await open(page);
    await page.getByRole('cell', { name: 'Chrome on Linux' }).first().waitFor();
    await press(page, 'End the session of Chrome on Linux');
    await other.page.goto('/dashboard');
    await heading(other.page, 'Sign in');
    await press(page, 'Change the password');
    await page.getByLabel('Password until now').fill('not the password');
    await page.getByLabel('New password').fill('a password that is new');
    await press(page, 'Change it');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password until now').fill(person.password);
    await press(page, 'Change it');
    await page.getByLabel('Password until now').waitFor({ state: 'detached' });
    await press(page, 'Sign out everywhere');
    await heading(page, 'Sign in');
  });

  test('a forgotten password is set by the operator’s link, and the page says so without mail', async () => {
    const { person } = await owner();
    const { page } = await world.visitor();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('This deployment sends no e-mail').waitFor();
    await expectAccessible(page);
    const now = Math.floor(Date.now() / 1000);
    await page.goto(await resetFor(world.service.db, person.email, { publicUrl: world.service.url, now }));
    await heading(page, 'A new password');
    // The token is not left in the address.
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('New password').fill('a password that is new');
    await press(page, 'Set the password');
    await page.getByText('signed out everywhere').waitFor();
    await signIn(page, { ...person, password: 'a password that is new' });
    await heading(page, 'Overview');
  });
});
