import { type PageQuery, readPage } from '../db/page.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentToken } from './present.ts';
import { findToken, listMerchantTokens, type MerchantToken } from './queries.ts';
import { presentBalance, readWalletBalance } from './wallet-balance.ts';

/** The operations on tokens and on what wallets hold of them. */
export function tokenRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    listTokens: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: async (mint: string) => (await findToken(db, tenant.livemode, mint)) !== null,
        read: (page: PageQuery) => listMerchantTokens(db, tenant, page),
        cursorOf: (row: MerchantToken) => row.mint,
      };
      return {
        status: 200,
        body: await readPage(query, source, presentToken),
      };
    },

    getWalletBalance: async ({ now }, { query, header }) => {
      const chain = chainOf(deployment, header['svc-mode'] === 'live');
      if (chain === null) throw new ApiError('broadcast_unavailable');
      return { status: 200, body: presentBalance(await readWalletBalance(chain, query), now) };
    },
  } satisfies Pick<Handlers, 'listTokens' | 'getWalletBalance'>;
}
