import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bundleScript } from '../browser/shop.ts';
import { planOf } from '../browser/payer-page.ts';
import type { Question } from '../browser/test-wallet.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { expectAccessible } from './accessible.ts';
import { signUpVisitor } from './support/merchant.ts';
import { heading, press } from './support/page-parts.ts';
import { World } from './support/world.ts';

describeUnless(missingProgram('chromium'), 'the payout wallet in live mode', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.sendHome()).toEqual([]);
  });
  afterAll(() => world?.stop());

  /** An owner at a browser with two wallets of the main network; the first one is their proven payout wallet. */
  async function ownerWithTwo() {
    const visitor = await world.visitor();
    const owner = await signUpVisitor(world.service, visitor);
    const [present, next] = [
      await world.service.ownWallet(owner.merchant),
      await world.service.ownWallet(owner.merchant),
    ];
    const { context, page } = visitor;
    const asked: Question[] = [];
    await context.exposeBinding('autopayTestAsk', (_, question: Question) => (asked.push(question), true));
    const real = { chains: ['solana:mainnet'], signs: ['solana:signMessage'] } as const;
    const plans = [
      planOf(present, { name: 'Present', chains: [...real.chains], signs: [...real.signs] }),
      planOf(next, { name: 'Next', chains: [...real.chains], signs: [...real.signs] }),
    ];
    await context.addInitScript((wallets) => (window.autopayTestWallets = wallets), plans);
    await context.addInitScript({ content: await bundleScript('test-wallet.ts') });
    await page.addInitScript(() => sessionStorage.setItem('autopay-mode', 'live'));
    await page.goto('/dashboard/payout-wallet');
    await press(page, 'Sign a text with Present');
    await page.getByText('Proven. Live payments go to this wallet from now on.').waitFor();
    const wallet = async () => {
      const live = await owner.person.call('GET', '/v1/merchant', { headers: { 'svc-mode': 'live' } });
      return live.body as { payoutWallet: string; pendingPayoutWallet: { address: string } | null };
    };
    expect((await wallet()).payoutWallet).toBe(present.address);
    return { page, present, next, asked, wallet };
  }

  test('changes at once where the present wallet signs too, which it is asked for by name', async () => {
    const { page, next, asked, wallet } = await ownerWithTwo();
    await press(page, 'Sign with the present wallet too');
    await heading(page, 'Where is the present wallet?');
    await expectAccessible(page);
    await press(page, 'Next');
    await page.getByText('Next does not show that account to this page.', { exact: false }).waitFor();
    await press(page, 'Present');
    await page.getByText('Present will be asked to agree', { exact: false }).waitFor();
    asked.length = 0;
    await press(page, 'Sign a text with Next');
    await page.getByText('Proven. Live payments go to this wallet from now on.').waitFor();
    const texts = asked.filter(({ kind }) => kind === 'text');
    expect(texts.map((one) => one.wallet)).toEqual(['Present', 'Next']);
    expect(texts[0]!.text).toContain(next.address);
    const changed = await wallet();
    expect(changed.payoutWallet).toBe(next.address);
    expect(changed.pendingPayoutWallet ?? null).toBeNull();
  });

  test('waits for a day without it', async () => {
    const { page, present, next, wallet } = await ownerWithTwo();
    await press(page, 'Sign a text with Next');
    await page.getByText('It becomes your payout wallet in 24 hours', { exact: false }).waitFor();
    expect(await wallet()).toMatchObject({
      payoutWallet: present.address,
      pendingPayoutWallet: { address: next.address },
    });
  });
});
