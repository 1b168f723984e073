import { expect, test } from 'vitest';
import { bundleSize } from '../../scripts/size/bundle.ts';

test('what is imported counts at once, what import() loads counts as later', async () => {
  const atOnce = await bundleSize(`export { default } from 'openapi-fetch'`);
  const later = await bundleSize(`export const load = () => import('openapi-fetch')`);
  expect(atOnce.eager).toBeGreaterThan(1_000);
  expect(atOnce.lazy).toBe(0);
  expect(later.eager).toBeLessThan(300);
  expect(later.lazy).toBeGreaterThan(1_000);
});

test('what both parts need counts at once', async () => {
  const { eager, lazy } = await bundleSize(
    `import create from 'openapi-fetch';
    export const load = () => import('openapi-fetch');
    export const client = create({ baseUrl: location.origin });`,
  );
  expect(eager).toBeGreaterThan(1_000);
  expect(lazy).toBeLessThan(300);
});

test('what an app does not use weighs nothing', async () => {
  const { eager, lazy } = await bundleSize(
    `import { mergeHeaders } from 'openapi-fetch'; export const answer = 42;`,
  );
  expect(eager).toBeLessThan(100);
  expect(lazy).toBe(0);
});

test('an import that the package does not offer is an error, not a size', async () => {
  await expect(bundleSize(`export { nothing } from 'openapi-fetch'`)).rejects.toThrow('nothing');
});
