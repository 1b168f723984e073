import { foundIn, type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { presentMerchant, presentPlatformMerchant } from '../../rules/merchants/present.ts';
import { approveMerchant, getNamedMerchant, listMerchants, type MerchantRow } from '../merchants/queries.ts';
import { requireName } from '../../rules/merchants/require-name.ts';
import { approveTokenRequest } from '../token-requests/approve-token-request.ts';
import { presentTokenRequest } from '../../rules/tokens/present-request.ts';
import { getTokenRequest, listTokenRequests, type TokenRequestRow } from '../token-requests/queries.ts';
import { rejectTokenRequest } from '../token-requests/reject-token-request.ts';
import { presentPlatformToken } from '../../rules/tokens/present.ts';
import { readRegistry } from '../tokens/read-registry.ts';
import { registerToken } from '../tokens/register-token.ts';
import { unregisterToken } from '../tokens/unregister-token.ts';
import { updateToken } from '../tokens/update-token.ts';
import { ownersMode, viewerOf } from './owner.ts';

/** The operations of the platform's owner; merchants may read the registry. */
export function platformRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    listPlatformTokens: async (ctx, { query }) => ({
      status: 200,
      body: await readRegistry(db, viewerOf(ctx), query),
    }),

    createPlatformToken: async (ctx, { body }) => ({
      status: 201,
      body: presentPlatformToken(await registerToken(deployment, ownersMode(ctx), body)),
    }),

    updatePlatformToken: async (ctx, { path, body }) => ({
      status: 200,
      body: presentPlatformToken(await updateToken(deployment, ownersMode(ctx), path.mint, body)),
    }),

    deletePlatformToken: async (ctx, { path }) => ({
      status: 200,
      body: presentPlatformToken(await unregisterToken(deployment, ownersMode(ctx), path.mint)),
    }),

    createPlatformMerchant: async (ctx, { body }) => {
      requireName(body.name);
      const { merchant, keys } = await createMerchant(deployment, body.name);
      return { status: 201, body: { ...presentMerchant(merchant, ownersMode(ctx)), keys } };
    },

    listPlatformMerchants: async (ctx, { query }) => {
      const livemode = ownersMode(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getNamedMerchant(db, id)),
        read: (page: PageQuery) => listMerchants(db, query, page),
        cursorOf: (row: MerchantRow) => row.id,
      };
      const present = (row: MerchantRow) => presentPlatformMerchant(row, livemode);
      return { status: 200, body: await readPage(query, source, present) };
    },

    approvePlatformMerchant: async (ctx, { path }) => ({
      status: 200,
      body: presentPlatformMerchant(await approveMerchant(db, path.id, ctx.now), ownersMode(ctx)),
    }),

    listTokenRequests: async (ctx, { query }) => {
      const livemode = ownersMode(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getTokenRequest(db, livemode, id)),
        read: (page: PageQuery) => listTokenRequests(db, livemode, query, page),
        cursorOf: (row: TokenRequestRow) => row.id,
      };
      return { status: 200, body: await readPage(query, source, presentTokenRequest) };
    },

    approveTokenRequest: async (ctx, { path, body }) => {
      const request = await approveTokenRequest(deployment, ownersMode(ctx), path.id, body);
      ctx.audit?.concerns(request.merchantId);
      return { status: 200, body: presentTokenRequest(request) };
    },

    rejectTokenRequest: async (ctx, { path }) => {
      const request = await rejectTokenRequest(deployment, ownersMode(ctx), path.id);
      ctx.audit?.concerns(request.merchantId);
      return { status: 200, body: presentTokenRequest(request) };
    },
  } satisfies Pick<
    Handlers,
    | 'listPlatformTokens'
    | 'createPlatformToken'
    | 'updatePlatformToken'
    | 'deletePlatformToken'
    | 'createPlatformMerchant'
    | 'listPlatformMerchants'
    | 'approvePlatformMerchant'
    | 'listTokenRequests'
    | 'approveTokenRequest'
    | 'rejectTokenRequest'
  >;
}
