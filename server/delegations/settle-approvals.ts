import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { DelegatedAccount } from './detect-cancellation.ts';
import { listMandatesById } from '../mandates/queries.ts';
import { settleCancellations } from './settle-cancellations.ts';
import { applyTopUps, TOP_UP_SECONDS } from './apply-top-ups.ts';
import { listToLookFor } from './top-up-queries.ts';

/**
 * Brings a payer's mandates in one token up to date with what the payer signed, before another approval
 * replaces the current one: what was revoked on chain must not be covered again, and what was renewed must
 * not be cut. Throws ChainUnavailableError.
 */
export async function settleApprovals(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
  options: { keptMandateId?: string | null } = {},
): Promise<void> {
  await applyLandedTopUps(deployment, chain, account);
  await settleCancellations(deployment, chain, account, options);
}

/**
 * Counts the top-ups of a payer's mandates in one token that landed unnoticed, and moves the mandates they
 * carry. Throws ChainUnavailableError.
 */
export async function applyLandedTopUps(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
): Promise<void> {
  const { db, clock } = deployment;
  const ids = await listToLookFor(db, account, clock.seconds() - TOP_UP_SECONDS);
  for (const mandate of await listMandatesById(db, ids)) await applyTopUps(deployment, chain, mandate);
}
