import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { lookAt } from './support/look-at.ts';
import {
  type Names,
  openShop,
  type Screen,
  type Shop,
  type Stage,
  tourOfCheckout,
  tourOfDashboard,
  tourOfFailures,
  tourOfOthers,
  tourOfPortal,
} from './support/tour.ts';
import { World } from './support/world.ts';

const HURT = '<img src=x onerror="hurt=1"></script><script>hurt=1</script>';
/** Everything that a merchant names, as somebody would who wants to break the pages of payers. */
const HOSTILE: Names = {
  // What turns text around is refused here.
  merchant: `${HURT}${'W'.repeat(200)}`.slice(0, 200),
  link: 'w'.repeat(200),
  product: `${'👩‍👩‍👧‍👦'.repeat(10)}${HURT}`,
  // U+202E turns what follows around.
  contentTitle: `\u202e${HURT}`,
  contentBody: `${HURT}\n${'W'.repeat(2_000)}\n\u202eback to front`,
  key: HURT,
  reason: HURT,
};

describeUnless(
  missingProgram('chromium'),
  'every screen fits phones and desks, is accessible, and runs nothing of what a merchant names',
  () => {
    let world: World;
    let stage: Stage;
    let shop: Shop;
    beforeAll(async () => {
      world = await World.start();
      stage = { url: world.service.url, visitor: () => world.visitor() };
      shop = await openShop(stage.url, HOSTILE);
    }, 90_000);
    afterEach(async () => {
      expect(await world.sendHome()).toEqual([]);
    });
    afterAll(() => world?.stop());

    test.each<[string, (stage: Stage, shop: Shop) => AsyncGenerator<Screen>]>([
      ['of the checkout', tourOfCheckout],
      ['of a checkout that does not go on', tourOfFailures],
      ['of the portal', tourOfPortal],
      ['of the dashboard', tourOfDashboard],
      ['that stands by itself', tourOfOthers],
    ])('%s', { timeout: 180_000 }, async (_, tour) => {
      const wrong: string[] = [];
      for await (const { name, page } of tour(stage, shop)) {
        wrong.push(...(await lookAt(page)).map((each) => `${name}: ${each}`));
        const ran = await page.evaluate(
          () => 'hurt' in window || document.querySelector('img[src=x]') !== null,
        );
        if (ran) wrong.push(`${name}: runs what the merchant wrote`);
      }
      expect(wrong).toEqual([]);
    });

    test('a chart that is not yet fitted to a narrower window does not widen the page', async () => {
      const { page } = await stage.visitor();
      // As between the window's change and the next frame, in which the observer fits the chart.
      await page.addInitScript('window.ResizeObserver = class { observe() {} disconnect() {} };');
      await page.goto(`${stage.url}/dashboard`);
      await page.getByLabel('E-mail').fill(shop.email);
      await page.getByLabel('Password').fill(shop.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('.plot-drawing').waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(beyond).toBe(0);
    });
  },
);
