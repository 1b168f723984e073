import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import {
  getMandateGathered,
  isListedMandate,
  listMandates,
  type MandateRow,
  readMandateFilter,
} from './queries.ts';
import { revokeMandate } from './revoke-mandate.ts';

/** The operations on mandates that exist. */
export function mandateRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    listMandates: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const filter = await readMandateFilter(db, tenant, query);
      const source = {
        exists: (id: string) => isListedMandate(db, tenant, filter, id),
        read: (page: PageQuery) => listMandates(db, tenant, filter, page),
        cursorOf: ({ id }: MandateRow) => id,
      };
      return {
        status: 200,
        body: await readPage<MandateRow, ReturnType<typeof presentMandate>>(query, source, presentMandate),
      };
    },

    getMandate: async (ctx, { path }) => ({
      status: 200,
      body: presentMandate(await getMandateGathered(db, tenantOf(ctx), path.id)),
    }),

    revokeMandate: async (ctx, { path }) => ({
      status: 200,
      body: await revokeMandate(deployment, tenantOf(ctx), path.id, ctx.idempotency),
    }),
  } satisfies Pick<Handlers, 'listMandates' | 'getMandate' | 'revokeMandate'>;
}
