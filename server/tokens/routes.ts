import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentToken } from '../../rules/tokens/present.ts';
import { readRegistry } from './read-registry.ts';
import { setToken } from './set-token.ts';
import { presentBalance, readWalletBalance } from './wallet-balance.ts';

/** The operations on tokens and on wallets' balances. */
export function tokenRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    listTokens: async (ctx, { query }) => ({
      status: 200,
      body: await readRegistry(db, tenantOf(ctx), query),
    }),

    setToken: async (ctx, { body }) => {
      const { mint, enabled = true } = body;
      return {
        status: 200,
        body: presentToken(await setToken(deployment, tenantOf(ctx), { mint, enabled })),
      };
    },

    getWalletBalance: async ({ now }, { query, header }) => {
      const chain = chainOf(deployment, header['svc-mode'] === 'live');
      if (chain === null) throw new ApiError('broadcast_unavailable');
      return { status: 200, body: presentBalance(await readWalletBalance(chain, query), now) };
    },
  } satisfies Pick<Handlers, 'listTokens' | 'setToken' | 'getWalletBalance'>;
}
