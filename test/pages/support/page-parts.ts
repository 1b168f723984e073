import type { Page } from 'playwright-core';

/** Waits for a heading. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('heading', { name, exact: typeof name === 'string' })
    .first()
    .waitFor();
}

/** Presses a button. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}
