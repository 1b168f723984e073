import { expect, test } from 'vitest';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';

describeUnless(missingBuilds(), 'schedules, retries and crashes on plans', () => {
  test('run in a project of their own', () => expect(missingBuilds()).toBeNull());
});
