import { expect, test } from 'vitest';
import { readContract } from '../../scripts/generate/contract.ts';
import { ACCOUNT_FAILURES } from '../../rules/failures.ts';

const { schemas } = (await readContract())['components'] as { schemas: Record<string, { enum: string[] }> };

test('the contract lists the failures of a charge that occur, and no others', () => {
  expect(schemas['ChargeFailureCode']!.enum.toSorted()).toEqual(Object.keys(ACCOUNT_FAILURES).toSorted());
});
