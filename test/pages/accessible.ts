import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

let source: Promise<string> | undefined;

/** Expects that axe finds nothing wrong with what the page shows, in light and dark. Shadow trees are looked into as well. */
export async function expectAccessible(page: Page): Promise<void> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The dark scheme changes colours and nothing else.
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    const { violations } = await page.evaluate(
      (options) =>
        (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
      rules,
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    expect(found, colorScheme).toEqual([]);
  }
}
