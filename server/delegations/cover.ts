import { saturatingU64 } from '../../rules/money.ts';
import type { SlotShare } from './share-queries.ts';

/**
 * What the slot must still cover to activate: amounts in flight may already have been taken from it. Atomic
 * units.
 */
export function coverNeeded(budgetAtomic: bigint, others: readonly SlotShare[]): bigint {
  return saturatingU64(budgetAtomic + sum(others.map((other) => other.remaining - other.inFlight)));
}

/** Whether nothing was signed, settled or moved to another delegate for these mandates between two reads of them. */
export function sameLedger(before: readonly SlotShare[], after: readonly SlotShare[]): boolean {
  const mark = (rows: readonly SlotShare[]) =>
    rows
      .map((row) => `${row.mandateId} ${row.delegate} ${row.remaining} ${row.version} ${row.signed.join()}`)
      .join('\n');
  return mark(before) === mark(after);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
