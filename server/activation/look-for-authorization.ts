import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import {
  type AuthorizationOutcome,
  type AuthorizationSearch,
  authorizeMandate,
} from './authorize-mandate.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { recordPayments } from './record-payments.ts';

/** Looks on chain for what the payer signed: an approval for a subscription, the payment itself for a one-time order. */
export function lookForAuthorization(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  search: AuthorizationSearch,
): Promise<AuthorizationOutcome> {
  return mandate.sellMode === 'once'
    ? recordPayments(deployment, chain, mandate, search)
    : authorizeMandate(deployment, chain, mandate, search);
}
