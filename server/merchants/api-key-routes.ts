import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { requireQuota, requireRoom } from './quota.ts';
import { tenantOf } from './tenant.ts';
import { newApiKey } from './new-api-key.ts';
import { presentApiKey } from '../../rules/merchants/present-api-key.ts';
import {
  apiKeyExists,
  type ApiKeyRow,
  countApiKeys,
  insertApiKeys,
  listApiKeys,
  revokeApiKey,
} from './api-key-queries.ts';

/**
 * The operations on API keys. A signed-in person sees and creates keys of both modes, whatever the mode of
 * the request.
 */
export function apiKeyRoutes({ db, quotas }: Deployment) {
  return {
    listApiKeys: async (ctx, { query }) => {
      const { merchantId } = tenantOf(ctx);
      const source = {
        exists: (id: string) => apiKeyExists(db, merchantId, id),
        read: (page: PageQuery) => listApiKeys(db, merchantId, page),
        cursorOf: (row: ApiKeyRow) => row.id,
      };
      return { status: 200, body: await readPage(query, source, (row) => presentApiKey(row)) };
    },

    createApiKey: async (ctx, { body: { name, mode, scope = 'full' } }) => {
      const { merchantId } = tenantOf(ctx);
      const { key, row } = newApiKey({
        merchantId,
        livemode: mode === 'live',
        scope,
        name,
        createdAt: ctx.now,
      });
      const body = presentApiKey({ ...row, revokedAt: null }, key);
      await db.begin(async (tx) => {
        await insertApiKeys(tx, [row]);
        await requireQuota(tx, row, { kind: 'api_key', limit: quotas.objectsPerDay, now: ctx.now });
        requireRoom(await countApiKeys(tx, row, quotas.objects), quotas.objects, 'api_key');
        await ctx.idempotency?.complete(tx, { status: 201, body });
      });
      return { status: 201, body };
    },

    revokeApiKey: async (ctx, { path }) => {
      const { merchantId } = tenantOf(ctx);
      return {
        status: 200,
        body: presentApiKey(await revokeApiKey(db, { merchantId, id: path.id }, ctx.now)),
      };
    },
  } satisfies Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'>;
}
