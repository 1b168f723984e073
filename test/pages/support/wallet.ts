import type { Locator, Page } from 'playwright-core';

/** What the test wallet's own dialog offers. */
export type WalletAnswer = 'Connect' | 'Approve' | 'Reject';

/** The test wallet's dialog, which lies over whatever asked for it. */
export function walletDialog(page: Page): Locator {
  return page.locator('dialog').filter({ hasText: 'Test network only: no real money' });
}

/** Returns the test wallet; with `funded` after it was given 1,000 test tokens. */
export async function answerWallet(
  page: Page,
  answer: WalletAnswer,
  { funded = false }: { funded?: boolean } = {},
): Promise<void> {
  const dialog = walletDialog(page);
  if (funded) {
    await dialog.getByRole('button', { name: 'Get 1,000 test tokens' }).click();
    await dialog.getByText('have arrived').waitFor();
  }
  await dialog.getByRole('button', { name: answer, exact: true }).click();
}

/** Goes from a link or product to its terms with the test wallet, which is funded unless said otherwise. */
export async function reviewWithTestWallet(page: Page, url: string, { funded = true } = {}): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: /^Test wallet/ }).click();
  await answerWallet(page, 'Connect', { funded });
  await page.getByRole('heading', { name: /^Check/ }).waitFor();
}

/** Pays a link or product with the test wallet, to the screen that says how it ended. */
export async function payWithTestWallet(page: Page, url: string): Promise<void> {
  await reviewWithTestWallet(page, url);
  await page.getByRole('button', { name: /^(Approve|Pay) with/ }).click();
  await answerWallet(page, 'Approve');
  await page.getByRole('heading', { name: /^(Paid|Your trial has begun)$/ }).waitFor();
}
