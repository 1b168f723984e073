import type { Recurrence } from '../../rules/charges/machine.ts';
import { ownWindowSeconds, type Subscribed } from '../../rules/charges/program-windows.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** The schedule of a mandate's charges. Throws for one that was never activated: it has no charges. */
export function recurrenceOf(mandate: MandateRow): Recurrence {
  return {
    active: mandate.status === 'active',
    anchorAt: anchorOf(mandate),
    periodSeconds: mandate.periodSeconds,
    maxPeriods: mandate.maxPeriods,
    sellMode: mandate.sellMode,
    windowSeconds: mandate.scheme === 'plan' ? ownWindowSeconds(subscribedOf(mandate)) : null,
  };
}

/** What a mandate's windows in the Subscriptions program follow from. Throws for one without a subscription. */
export function subscribedOf(mandate: MandateRow): Subscribed {
  const { id, subscribedAt, periodSeconds, trialSeconds } = mandate;
  if (subscribedAt === null) throw new Error(`Bug: mandate ${id} has a charge and no subscription.`);
  return { subscribedAt, anchorAt: anchorOf(mandate), periodSeconds, trialSeconds };
}

function anchorOf({ id, anchorAt }: MandateRow): number {
  if (anchorAt === null) throw new Error(`Bug: mandate ${id} has a charge and was never activated.`);
  return anchorAt;
}
