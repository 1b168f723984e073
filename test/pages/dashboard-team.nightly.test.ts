import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { joinTeam } from '../support/member.ts';
import { signUpBody } from '../support/person.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the dashboard, for a merchant’s team', () => {
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

  /** Makes a link for somebody, as the dashboard's person does, and returns it. */
  async function inviteOn(page: Page, role: string): Promise<string> {
    await page.goto('/dashboard/team');
    await press(page, 'Invite somebody');
    await page.getByRole('dialog').getByLabel('Role').selectOption(role);
    await press(page, 'Make the link');
    const link = await page.getByText(/dashboard\/invitation#invite_/).innerText();
    await press(page, 'Done');
    return link;
  }

  test('invites somebody by a link, who joins as a new person and sees what their role allows', async () => {
    const { page } = await owner({ name: 'Roasters' });
    const link = await inviteOn(page, 'finance');
    await page.getByRole('table', { name: 'Invitations' }).getByText('finance').waitFor();

    const guest = (await world.visitor()).page;
    await guest.goto(link);
    await heading(guest, 'Join Roasters');
    expect(guest.url()).not.toContain('invite_');
    const { email } = signUpBody();
    await guest.getByLabel('E-mail').fill(email);
    await guest.getByLabel('Password').fill('a good long password');
    await press(guest, 'Join');
    await heading(guest, 'Overview');
    const navigation = guest.getByRole('navigation', { name: 'Dashboard' });
    expect(await navigation.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await navigation.getByRole('link', { name: 'Products' }).click();
    await heading(guest, 'Products');
    expect(await guest.getByRole('button', { name: 'Make a product' }).count()).toBe(0);
    await guest.goto('/dashboard/api-keys');
    await guest.getByText('this is for the role owner, admin or developer').waitFor();
    await guest.goto('/dashboard/payout-wallet');
    await guest.getByText('this is for the role owner.').waitFor();
    await guest.goto('/dashboard/business-details');
    expect(await guest.getByLabel('Legal name').isEnabled()).toBe(true);
    await guest.goto('/dashboard/branding');
    expect(await guest.getByLabel('Address of your logo').isDisabled()).toBe(true);

    await page.reload();
    await page.getByRole('row', { name: email }).getByText('finance').waitFor();
    await page.getByRole('table', { name: 'Invitations' }).getByText('joined').waitFor();
  });

  test('changes a role and removes somebody, who is then shown the door', async () => {
    const { page, person } = await owner();
    const member = await joinTeam(world.service, person.merchantId, 'viewer');
    await page.goto('/dashboard/team');
    await press(page, `Change ${member.email}`);
    await page.getByRole('dialog').getByLabel('Role').selectOption('developer');
    await press(page, 'Save');
    await page.getByRole('row', { name: member.email }).getByText('developer').waitFor();
    await press(page, `Change ${member.email}`);
    await press(page, 'Remove from the team');
    await page.getByRole('row', { name: member.email }).waitFor({ state: 'detached' });
    await press(page, 'Leave this team');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByText('A merchant keeps at least one owner').waitFor();
  });

  test('lets who is in two merchants go over, each tab at its own', async () => {
    const first = await owner({ name: 'Tea House' });
    const link = await inviteOn(first.page, 'viewer');
    const { page } = await owner({ name: 'Book Shop' });
    await page.goto(link);
    await page.getByRole('button', { name: /^Join as/ }).click();
    await heading(page, 'Overview');
    const name = (of: Page) => of.getByRole('banner').getByRole('link').first();
    await page.getByLabel('Merchant').waitFor();
    expect(await name(page).innerText()).toBe('Tea House');

    const tab = await page.context().newPage();
    await tab.goto('/dashboard');
    await tab.getByLabel('Merchant').selectOption('Book Shop');
    await tab.waitForLoadState();
    await tab.getByRole('banner').getByText('Book Shop').first().waitFor();
    await heading(tab, 'Overview');
    await page.getByRole('link', { name: 'Branding' }).click();
    await page.getByText('Your role in this team is viewer').waitFor();
    await page.reload();
    await page.getByText('Your role in this team is viewer').waitFor();
    expect(await name(page).innerText()).toBe('Tea House');
    await tab.close();
  });

  test('says what is wrong with a link that does not work any more', async () => {
    const { page } = await world.visitor();
    await page.goto('/dashboard/invitation#invite_nothing');
    await page.getByText('This invitation does not work any more').waitFor();
  });
});
