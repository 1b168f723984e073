import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import { tenantOf } from '../merchants/tenant.ts';
import type { Handlers } from '../http/handler.ts';
import { locateRow, readFilter } from '../mandates/list-belongings.ts';
import { getMandate } from '../mandates/queries.ts';
import { createRefund } from './create-refund.ts';
import { presentRefund } from './present.ts';
import {
  getRefund,
  listMerchantRefunds,
  listRefunds,
  locateRefund,
  refundBelongings,
  type RefundRow,
} from './queries.ts';
import { reissueRefund } from './reissue-refund.ts';
import { submitRefund } from './submit-refund.ts';

/** The refund operations. */
export function refundRoutes(deployment: Deployment) {
  return {
    refundCharge: async (ctx, { path, body }) => ({
      status: 201,
      body: await createRefund(deployment, tenantOf(ctx), path.id, body, ctx.idempotency),
    }),
    listRefunds: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const filter = await readFilter(deployment.db, tenant, query);
      const source = {
        locate: (id: string) => locateRow(deployment.db, tenant, refundBelongings(deployment.db), filter, id),
        read: (page: PageQuery) => listMerchantRefunds(deployment.db, tenant, filter, page),
        cursorOf: ({ id }: RefundRow) => id,
      };
      return { status: 200, body: await readPage(query, source, (row: RefundRow) => presentRefund(row)) };
    },
    listMandateRefunds: async (ctx, { path, query }) => {
      const tenant = tenantOf(ctx);
      const mandate = await getMandate(deployment.db, tenant, path.id);
      const source = {
        locate: (id: string) => locateRefund(deployment.db, tenant, mandate.id, id),
        read: (page: PageQuery) => listRefunds(deployment.db, tenant, mandate.id, page),
        cursorOf: ({ id }: RefundRow) => id,
      };
      return { status: 200, body: await readPage(query, source, (row: RefundRow) => presentRefund(row)) };
    },
    getRefund: async (ctx, { path }) => ({
      status: 200,
      body: presentRefund(await getRefund(deployment.db, tenantOf(ctx), path.id)),
    }),
    createRefundTransaction: async (ctx, { path }) => ({
      status: 200,
      body: await reissueRefund(deployment, tenantOf(ctx), path.id),
    }),
    submitRefund: async (ctx, { path, body }) => ({
      status: 200,
      body: await submitRefund(deployment, tenantOf(ctx), path.id, body.signedTransaction),
    }),
  } satisfies Pick<
    Handlers,
    | 'refundCharge'
    | 'listRefunds'
    | 'listMandateRefunds'
    | 'getRefund'
    | 'createRefundTransaction'
    | 'submitRefund'
  >;
}
