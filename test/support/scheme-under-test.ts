import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { test } from 'vitest';
import { type Program, readPrograms } from '../../server/localnet/programs.ts';
import { pathOfBuild } from './subscriptions-program.ts';

/**
 * Tests of what holds under both schemes run twice. In the project `nightly, on plans` of vitest.config.ts subscriptions are on plans wherever a
 * test does not say otherwise.
 */
export const isOnPlans = process.env['AUTOPAY_TEST_SCHEME'] === 'plan';

const BUILD = 'subscriptions-head.so';

/** Settings of a deployment whose localnet is its own. */
export function schemeSettings(): Record<string, string> {
  return isOnPlans
    ? {
        AUTOPAY_SCHEME: 'plan',
        AUTOPAY_LOCALNET_PROGRAMS: `${SUBSCRIPTIONS_PROGRAM}=${pathOfBuild(BUILD)}`,
        AUTOPAY_PLANS_PER_DAY: '1000000',
      }
    : {};
}

/** For a localnet that the test starts. */
export function programsUnderTest(): Program[] {
  return isOnPlans ? readPrograms([{ address: SUBSCRIPTIONS_PROGRAM, path: pathOfBuild(BUILD) }]) : [];
}

/** A test of something that only approvals have: a sum that was approved, or a second pull that the chain lets through. */
export const ofApprovals: typeof test = isOnPlans
  ? (Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof test)
  : test;
