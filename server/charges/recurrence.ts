import type { Recurrence } from '../../rules/charges/machine.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** The schedule of a mandate's charges. Throws for one that was never activated: it has no charges. */
export function recurrenceOf(mandate: MandateRow): Recurrence {
  if (mandate.anchorAt === null)
    throw new Error(`Bug: mandate ${mandate.id} has a charge and was never activated.`);
  return {
    active: mandate.status === 'active',
    anchorAt: mandate.anchorAt,
    periodSeconds: mandate.periodSeconds,
    maxPeriods: mandate.maxPeriods,
    sellMode: mandate.sellMode,
  };
}
