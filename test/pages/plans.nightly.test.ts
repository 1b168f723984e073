import { generateKeyPairSigner } from '@solana/kit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { look } from '../schedule/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { missingBuilds, pathOfBuild } from '../support/subscriptions-program.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink, type Owner, signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, payWithTestWallet, walletDialog } from './support/wallet.ts';
import { World } from './support/world.ts';

const HOUR = 3_600;

describeUnless(
  missingBuilds() ?? missingProgram('chromium'),
  'the dashboard, for plans that the merchant owns',
  () => {
    let world: World;
    beforeAll(async () => {
      world = await World.start({
        AUTOPAY_LOCALNET_PROGRAMS: `${SUBSCRIPTIONS_PROGRAM}=${pathOfBuild('subscriptions-head.so')}`,
      });
    });
    afterEach(async () => {
      expect(await world.sendHome()).toEqual([]);
    });
    afterAll(() => world?.stop());

    /** A merchant whose payout wallet is the browser's own test wallet. */
    async function proven(): Promise<Owner & { wallet: string }> {
      const us = await signUpVisitor(world.service, await world.visitor());
      const { page, person } = us;
      await page.goto('/dashboard/plans');
      await heading(page, 'Your payout wallet comes first');
      expect(await lookAt(page)).toEqual([]);
      await page.getByRole('link', { name: 'Prove your payout wallet' }).click();
      await press(page, /^Sign a text/);
      await answerWallet(page, 'Connect', { funded: true });
      await answerWallet(page, 'Approve');
      await page.getByText(/^Proven,/).waitFor();
      const wallet = (await person.call('GET', '/v1/merchant')).body.payoutWallet as string;
      return { ...us, wallet };
    }

    /** Fills the form, up to the signature. */
    async function askForPlan(page: Page, unit: 'hours' | 'days', count: string): Promise<void> {
      await page.goto('/dashboard/plans');
      await press(page, 'Create a plan');
      await page.getByLabel('Amount of each payment in TUSD').fill('12.5');
      await page.getByLabel('A payment every', { exact: true }).fill(count);
      await page.getByLabel('A payment every: unit').selectOption(unit);
      await press(page, 'Go on to sign');
      await heading(page, 'Sign the plan');
    }

    async function sign(page: Page, done: string | RegExp): Promise<void> {
      await press(page, /^Sign with Test wallet/);
      await answerWallet(page, 'Approve');
      await page.getByText(done).waitFor();
      await press(page, 'Done');
    }

    const OPEN = 'The plan is yours, and open to subscriptions.';

    test('creates one with one signature, to which a payer subscribes, and moves it away with another', async () => {
      const { page, merchant, wallet } = await proven();
      await page.goto('/dashboard/plans');
      await heading(page, 'No plan of yours yet');
      expect(await lookAt(page)).toEqual([]);
      await press(page, 'Create a plan');
      expect(await lookAt(page)).toEqual([]);
      await askForPlan(page, 'days', '30');
      expect(await lookAt(page)).toEqual([]);
      await press(page, /^Sign with Test wallet/);
      const asked = await walletDialog(page).innerText();
      expect(asked).toMatch(/Create the plan .+ and own it: .+ may collect 12,500,000 .+ every 720 hours/);
      await answerWallet(page, 'Reject');
      await page.getByText(/You declined in your wallet/).waitFor();
      await sign(page, OPEN);
      await page.getByText('No subscription uses it').waitFor();
      expect(await lookAt(page)).toEqual([]);
      const [plan] = (await merchant.api.subscriptionPlans.list()).data;
      expect(plan).toMatchObject({ status: 'open', owner: wallet, payee: wallet, rentLamports: 4_308_240 });

      const payer = await world.visitor();
      await payWithTestWallet(
        payer.page,
        await makeLink(world.service, merchant, { address: wallet }, { scheme: 'plan' }),
      );
      const [mandate] = (await merchant.api.mandates.list({})).data;
      expect(mandate!.subscription).toMatchObject({ plan: plan!.account, planOwner: wallet });
      await page.goto(`/dashboard/mandates/${mandate!.id}`);
      const owner = page.locator('.terms > div').filter({ hasText: 'Its plan is owned by' });
      expect(await owner.innerText()).toContain('your wallet');
      await owner.getByTitle(wallet).waitFor();

      await page.goto('/dashboard/plans');
      const row = page.getByRole('table', { name: 'Your plans' }).getByRole('row').last();
      expect(await row.innerText()).toMatch(
        /12\.50 TUSD every 30 days\s+Open\s+Your payout wallet .+\s+1\s+0\.00430824 SOL/,
      );
      expect(await lookAt(page)).toEqual([]);
      await row.getByRole('link').click();
      expect(await page.getByRole('button', { name: 'Close the plan' }).isDisabled()).toBe(true);
      await press(page, 'Move to another operator');
      await page.getByLabel('Key of the next operator').fill((await generateKeyPairSigner()).address);
      await press(page, 'Go on to sign');
      await page
        .getByText(/This service collects nothing through it any more, and the subscription on it ends here/)
        .waitFor();
      expect(await lookAt(page)).toEqual([]);
      await sign(page, /^The other operator collects from now on/);
      await page.getByText('Another operator collects through it now.').waitFor();
      await eventually(async () => {
        await look(world.service, 'subscriptions:watch');
        return (await merchant.api.mandates.get(mandate!.id)).status === 'revoked';
      });
    });

    test('takes over what is subscribed to a plan, and says of whom nothing was found', async () => {
      const { page, merchant, wallet } = await proven();
      await askForPlan(page, 'hours', '1');
      await sign(page, OPEN);
      const terms = { scheme: 'plan', periodSeconds: HOUR };
      const payer = await world.visitor();
      await payWithTestWallet(
        payer.page,
        await makeLink(world.service, merchant, { address: wallet }, terms),
      );
      const [plan] = (await merchant.api.subscriptionPlans.list()).data;
      const [mandate] = (await merchant.api.mandates.list({})).data;
      await page.goto('/dashboard/plans');
      await press(page, 'Bring a plan here');
      await page.getByLabel('The plan’s address on chain').fill(plan!.account);
      await page.getByLabel('Payers').fill(`${mandate!.payer}\n${randomAddress()}`);
      expect(await lookAt(page)).toEqual([]);
      await press(page, 'Bring it here');
      await heading(page, 'The plan is here');
      await page.getByText(/^0 subscriptions go on here, and 1 were here already\./).waitFor();
      await page.getByText(/not subscribed to this plan/).waitFor();
      expect(await lookAt(page)).toEqual([]);
      await page.getByRole('link', { name: 'Open the plan' }).click();
      await page.getByText('1 subscription uses it').waitFor();
    });

    test('closes one in two signatures, a period apart, and the rent is back', async () => {
      const { page, merchant } = await proven();
      await askForPlan(page, 'hours', '1');
      await sign(page, OPEN);
      await press(page, 'Close the plan');
      await sign(page, /^The plan takes no more subscriptions/);
      await page.getByText(/^It ends .+ After that you get its rent back/).waitFor();
      expect(await lookAt(page)).toEqual([]);
      await press(page, 'Get the rent back');
      await press(page, /^Sign with Test wallet/);
      await page.getByText(/^It ends .+ Come back then/).waitFor();
      await press(page, 'Close');
      await merchant.api.test.advanceClock({ seconds: 2 * HOUR });
      await press(page, 'Get the rent back');
      await sign(page, 'The plan is closed, and its rent is back in your wallet.');
      await page.getByText('It is not on chain any more.').waitFor();
      const [plan] = (await merchant.api.subscriptionPlans.list()).data;
      expect(plan).toMatchObject({ status: 'closed', rentLamports: 0 });
    });

    test('never signed goes away without a signature, and no other wallet can sign it', async () => {
      const { page, merchant, wallet } = await proven();
      const other = await signUpVisitor(world.service, await world.visitor());
      await askForPlan(page, 'days', '7');
      await press(page, /^Sign with Test wallet/);
      await answerWallet(page, 'Reject');
      await page.getByText(/You declined/).waitFor();
      const { pathname } = new URL(page.url());
      await other.page.goto(pathname);
      await heading(other.page, 'There is nothing here in test mode');
      await page.goto(pathname);
      await page.getByText('It is not on chain yet').waitFor();
      const [plan] = (await merchant.api.subscriptionPlans.list()).data;
      expect(plan).toMatchObject({ status: 'pending', owner: wallet, mandates: 0 });
      expect(await lookAt(page)).toEqual([]);
    });
  },
);
