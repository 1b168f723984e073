import type { Address } from '@solana/kit';
import type { MandateRow } from './queries.ts';

/** A mandate of the plan scheme whose plan is chosen. */
export interface SubscribedMandate extends MandateRow {
  planAccount: Address;
  planOwner: Address;
  subscriptionAccount: Address;
}

/** Whether the mandate says which plan its payer subscribes to. */
export function hasPlan<M extends MandateRow>(mandate: M): mandate is M & SubscribedMandate {
  const { scheme, planAccount, planOwner, subscriptionAccount } = mandate;
  return scheme === 'plan' && planAccount !== null && planOwner !== null && subscriptionAccount !== null;
}
