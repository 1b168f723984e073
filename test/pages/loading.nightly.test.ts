import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { noteLoading, readLoading } from './support/measure.ts';
import { openShop, type Shop } from './support/tour.ts';
import { World } from './support/world.ts';

const DESK = { width: 1350, height: 940 };
const PHONE = { width: 412, height: 823 };
/** Of everything that a person looks at, about a fiftieth. */
const MOST_SHIFT = 0.02;
/** What loads late arrives this much after the page, so that it cannot arrive with it by chance. */
const LATE_MS = 400;
const VIEWS = [
  '',
  '/mandates',
  '/charges',
  '/refunds',
  '/customers',
  '/products',
  '/payment-links',
  '/tokens',
  '/webhooks',
  '/events',
  '/api-keys',
  '/business-details',
  '/failed-payments',
  '/forecast',
  '/statements',
  '/test-tools',
  '/going-live',
  '/payout-wallet',
];

describeUnless(missingProgram('chromium'), 'a page that loads', () => {
  let world: World;
  let shop: Shop;
  beforeAll(async () => {
    world = await World.start();
    shop = await openShop(world.service.url);
  }, 90_000);
  afterAll(() => world?.stop());

  test.each([
    ['desk', DESK],
    ['phone', PHONE],
  ])(
    'moves nothing that is on display, of the signed-in dashboard at a %s',
    { timeout: 180_000 },
    async (_, viewport) => {
      const { page } = await world.visitor({ viewport });
      await page.goto('/dashboard');
      await page.getByLabel('E-mail').fill(shop.email);
      await page.getByLabel('Password').fill(shop.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await noteLoading(page);
      await page.route('**/v1/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATE_MS * (0.5 + Math.random())));
        await route.continue();
      });
      const wrong: string[] = [];
      const ofOne = [`/mandates/${shop.mandateId}`, `/charges/${shop.chargeId}`];
      for (const view of [...VIEWS, ...ofOne]) {
        await page.goto(`/dashboard${view}`, { waitUntil: 'networkidle' });
        await page.waitForTimeout(LATE_MS);
        const { shift, moved } = await readLoading(page);
        if (shift >= MOST_SHIFT)
          wrong.push(`${view || '/'}: ${shift.toFixed(3)}, ${moved.slice(0, 3).join('; ')}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('moves nothing that is on display, where payers sign in on a phone', { timeout: 60_000 }, async () => {
    const { page } = await world.visitor({ viewport: PHONE });
    await noteLoading(page);
    await page.goto('/wallet', { waitUntil: 'networkidle' });
    await page.waitForTimeout(LATE_MS);
    const { shift, moved } = await readLoading(page);
    expect(shift < MOST_SHIFT ? [] : moved).toEqual([]);
  });
});
