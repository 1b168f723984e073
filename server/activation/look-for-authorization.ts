import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import {
  type AuthorizationOutcome,
  type AuthorizationSearch,
  authorizeMandate,
} from './authorize-mandate.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { authorizeSubscription } from './authorize-subscription.ts';
import { recordPayments } from './record-payments.ts';

/** Looks on chain for what the payer signed: an approval or a subscription to its plan, or the payment itself for a one-time order. */
export function lookForAuthorization(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  search: AuthorizationSearch,
): Promise<AuthorizationOutcome> {
  if (mandate.sellMode === 'once') return recordPayments(deployment, chain, mandate, search);
  return mandate.scheme === 'plan'
    ? authorizeSubscription(deployment, chain, mandate, search)
    : authorizeMandate(deployment, chain, mandate, search);
}
