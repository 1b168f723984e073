import { ask, type Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { hasFullKey } from '../merchants/api-key-queries.ts';
import { getMerchant } from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findChainState } from '../recovery/chain-state.ts';
import { summarizeTokens } from '../tokens/queries.ts';
import { hasDelivered } from '../webhooks/delivery-queries.ts';
import { countEndpoints } from '../webhooks/queries.ts';
import type { LiveFacts } from '../../rules/live-checklist/decide.ts';

/** A person waits for the page: a network that takes longer counts as silent. */
const CHAIN_MS = 3_000;

/** What is known about a merchant's way to live money, whatever the mode of the request. */
export async function readLiveFacts(
  deployment: Pick<Deployment, 'db' | 'chains' | 'publicUrl'>,
  merchantId: string,
): Promise<LiveFacts> {
  const { db, chains, publicUrl } = deployment;
  const live: Tenant = { merchantId, livemode: true };
  const [merchant, chain, tokens, hasKey, endpoints, wasDelivered] = await Promise.all([
    getMerchant(db, merchantId),
    chains.live === null ? ('none' as const) : stateOf(deployment, chains.live),
    summarizeTokens(db, live),
    hasFullKey(db, live),
    countEndpoints(db, live, 1),
    hasDelivered(db, live),
  ]);
  return {
    publicUrl: publicUrl(),
    isApproved: merchant.approvedAt !== null,
    chain,
    tokens,
    hasPayoutWallet: merchant.payoutWallet !== null,
    hasKey,
    hasEndpoint: endpoints > 0,
    wasDelivered,
  };
}

async function stateOf({ db }: Pick<Deployment, 'db'>, chain: Chain): Promise<LiveFacts['chain']> {
  const [state, answers] = await Promise.all([
    findChainState(db, chain.livemode),
    withinDeadline(chain.clock, CHAIN_MS, () => ask(chain, (rpc) => rpc.getSlot())).then(
      () => true,
      () => false,
    ),
  ]);
  if ((state?.haltedReason ?? null) !== null) return 'halted';
  return answers ? 'reachable' : 'silent';
}
