import { expect } from 'vitest';

/** What the machine's clock shows, in whole seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Expects `seconds` to have been read from the machine's clock since it showed `startedAt`, give or take the rounding. */
export function expectSince(startedAt: number, seconds: number): void {
  expect(seconds).toBeGreaterThanOrEqual(startedAt - 1);
  expect(seconds).toBeLessThanOrEqual(nowSeconds() + 1);
}
