import type { Signature } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { alignDelegate } from '../delegations/align-delegate.ts';
import { lookForAuthorization } from '../activation/look-for-authorization.ts';
import { getMandateForCheckout, type MandateRow } from '../mandates/queries.ts';
import { collectNow } from '../collection/collect-now.ts';
import { alignSchemeIfFits } from './align-scheme.ts';
import { presentCheckout } from './present.ts';

/**
 * Looks for the payer's signature on chain, activates the mandate and settles its first charge, waiting at
 * most 8 s for it. Returns the view in the state reached: still pending if nothing is there yet. Throws
 * mandate_not_pending, verification_failed, broadcast_unavailable; ChainUnavailableError.
 */
export async function refreshCheckout(
  deployment: Deployment,
  mandate: MandateRow,
  { signature, signal }: { signature?: string | undefined; signal: AbortSignal },
): Promise<components['schemas']['CheckoutView']> {
  const chain = requirePending(deployment, mandate);
  const outcome = await lookForAuthorization(deployment, chain, mandate, {
    signature: signature as Signature | undefined,
  });
  if (outcome === 'short_of_funds') throw new ApiError('verification_failed');
  if (outcome === 'activated' || outcome === 'not_pending') await collectNow(deployment, mandate, signal);
  const current = await getMandateForCheckout(deployment.db, mandate.id);
  const aligned = await alignDelegate(deployment, chain, await alignSchemeIfFits(deployment, current));
  return presentCheckout(deployment, aligned);
}

/** The chain of a mandate that is not authorized yet. Throws broadcast_unavailable, mandate_not_pending. */
export function requirePending(deployment: Deployment, mandate: MandateRow): Chain {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  if (mandate.status !== 'pending') throw new ApiError('mandate_not_pending');
  return chain;
}
