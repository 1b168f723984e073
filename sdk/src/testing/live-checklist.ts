import { decideLiveItems, isReady, type LiveFacts } from '../../../rules/live-checklist/decide.ts';
import type { Handlers } from './operation.ts';
import type { Tenant } from './rows.ts';
import { summarizeTokens } from './tokens.ts';
import { isOf, tenantOf, type World } from './world.ts';

function factsOf(world: World, merchantId: string): LiveFacts {
  const live: Tenant = { merchantId, livemode: true };
  const ofLive = isOf(live);
  return {
    publicUrl: world.baseUrl,
    isApproved: true,
    chain: world.live === null ? 'none' : 'reachable',
    tokens: summarizeTokens(world, live),
    hasPayoutWallet: world.merchants.get(merchantId).payoutWallet !== null,
    hasKey:
      world.apiKeys.first((row) => ofLive(row) && row.scope === 'full' && row.revokedAt === null) !== null,
    hasEndpoint: world.endpoints.first(ofLive) !== null,
    wasDelivered: world.deliveries.first((row) => ofLive(row) && row.status === 'delivered') !== null,
  };
}

/** The operation on the live checklist. */
export const liveChecklistHandlers = {
  getLiveChecklist: (world, call) => {
    const items = decideLiveItems(factsOf(world, tenantOf(call).merchantId));
    return {
      status: 200,
      body: {
        object: 'live_checklist',
        livemode: true,
        createdAt: world.shownNow,
        ready: isReady(items),
        items,
      },
    };
  },
} satisfies Pick<Handlers, 'getLiveChecklist'>;
