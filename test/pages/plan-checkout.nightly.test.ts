import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import type { TestMerchant } from '../support/service.ts';
import { missingBuilds, pathOfBuild, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { lookAt } from './support/look-at.ts';
import { makeLink } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { answerWallet, reviewWithTestWallet } from './support/wallet.ts';
import { World } from './support/world.ts';

describeUnless(
  missingBuilds() ?? missingProgram('chromium'),
  'the hosted checkout under the plan scheme',
  () => {
    describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
      const takesTwo = build !== 'subscriptions-head.so';
      let world: World;
      let merchant: TestMerchant;
      beforeAll(async () => {
        world = await World.start({
          AUTOPAY_LOCALNET_PROGRAMS: `${SUBSCRIPTIONS_PROGRAM}=${pathOfBuild(build)}`,
        });
        merchant = await world.service.merchant();
      });
      afterEach(async () => {
        expect(await world.sendHome()).toEqual([]);
      });
      afterAll(() => world?.stop());

      const linkOf = async (terms: object = {}) =>
        makeLink(world.service, merchant, await world.service.wallet(merchant), { scheme: 'plan', ...terms });

      test('says before the wallet opens what the program enforces, and is paid', async () => {
        const { page } = await world.visitor();
        await reviewWithTestWallet(page, await linkOf());
        const terms = await page.locator('.terms').first().innerText();
        expect(terms).toMatch(
          /The Solana program enforces: at most 12\.50 TUSD per 30 days, to .+’s wallet only\./,
        );
        expect(terms).toContain('It may show an unlimited approval');
        expect(terms).toContain('it may ask for two signatures');
        expect(terms).toContain('0.0036 SOL');
        expect(terms).toContain('stops everything that you subscribed to in TUSD');
        expect(terms).not.toContain('and no more');
        expect(await lookAt(page)).toEqual([]);
        await press(page, /^Approve with/);
        const status = page.getByRole('status').first();
        if (takesTwo) {
          await status.filter({ hasText: 'signature 1 of 2' }).waitFor();
          await answerWallet(page, 'Approve');
          await status.filter({ hasText: 'signature 2 of 2' }).waitFor();
        }
        await answerWallet(page, 'Approve');
        await heading(page, 'Paid');
        const { data } = await merchant.api.mandates.list({});
        expect(data[0]).toMatchObject({ scheme: 'plan', status: 'active', periodsCharged: 1 });
      });

      test('says who waits for the end of a trial, and what is enforced of an approval instead', async () => {
        const { page } = await world.visitor();
        await reviewWithTestWallet(page, await linkOf({ trialSeconds: 604_800 }));
        const terms = page.locator('.terms').first();
        // Folded, until the payer unfolds it.
        const folded = page.locator('details .terms').first();
        expect(await folded.textContent()).toContain('The program cannot wait for the end of the trial');
        await page.goto('about:blank');
        await page.goto(await linkOf({ scheme: 'approval' }));
        await page.getByRole('button', { name: /^Test wallet/ }).click();
        await heading(page, 'Check what you agree to');
        expect(await folded.textContent()).toContain('the network itself enforces only the total');
        expect(await terms.innerText()).not.toContain('The Solana program');
      });

      if (takesTwo) {
        test('goes on with the second signature alone in a tab that was reloaded between the two', async () => {
          const { page } = await world.visitor();
          await reviewWithTestWallet(page, await linkOf());
          await press(page, /^Approve with/);
          await answerWallet(page, 'Approve');
          await page.getByRole('status').filter({ hasText: 'signature 2 of 2' }).first().waitFor();
          await page.reload();
          await page.getByRole('button', { name: /^Test wallet/ }).click();
          await heading(page, 'Check what you agree to');
          await press(page, /^Approve with/);
          await answerWallet(page, 'Approve');
          await heading(page, 'Paid');
        });
      }
    });
  },
);
