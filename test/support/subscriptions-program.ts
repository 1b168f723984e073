import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where builds of the Subscriptions program lie, beside the checkout: the repository ships no binary. */
const BUILDS = new URL('../../../shared/subscriptions/', import.meta.url);

/** The newest source, and the version that was on mainnet in July 2026. */
export const SUBSCRIPTIONS_BUILDS = ['subscriptions-head.so', 'subscriptions-v0.4.0.so'] as const;

export function pathOfBuild(name: (typeof SUBSCRIPTIONS_BUILDS)[number]): string {
  return fileURLToPath(new URL(name, BUILDS));
}

/** Why tests of the program cannot run; null if its builds are there. */
export function missingBuilds(): string | null {
  const missing = SUBSCRIPTIONS_BUILDS.filter((name) => !existsSync(pathOfBuild(name)));
  return missing.length === 0 ? null : `no ${missing.join(', ')} in ../shared/subscriptions`;
}
