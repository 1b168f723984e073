import { presentCharge } from '../charges/present.ts';
import { type ChargeRow, listCharges, locateCharge } from '../charges/queries.ts';
import { readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentRefund } from '../refunds/present.ts';
import { listRefunds, locateRefund, type RefundRow } from '../refunds/queries.ts';
import { startFirstCharge } from '../collection/collect-now.ts';
import { createMandate } from '../activation/create-mandate.ts';
import { presentMandate } from './present.ts';
import { getMandate, isListedMandate, listMandates, type MandateRow } from './queries.ts';
import { revokeMandate } from './revoke-mandate.ts';

const idOf = ({ id }: { id: string }) => id;

/** The mandate operations. */
export function mandateRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    createMandate: async (ctx, { body }) => {
      const created = await createMandate(deployment, tenantOf(ctx), body, {
        idempotency: ctx.idempotency,
      });
      // The response is stored and sent first; the charge continues in the background.
      if (created.mandate.status === 'active') startFirstCharge(deployment, created.mandate);
      return { status: 201, body: created.body };
    },

    listMandates: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => isListedMandate(db, tenant, query, id),
        read: (page: Parameters<typeof listMandates>[3]) => listMandates(db, tenant, query, page),
        cursorOf: idOf,
      };
      return {
        status: 200,
        body: await readPage<MandateRow, ReturnType<typeof presentMandate>>(query, source, presentMandate),
      };
    },

    getMandate: async (ctx, { path }) => ({
      status: 200,
      body: presentMandate(await getMandate(db, tenantOf(ctx), path.id)),
    }),

    listMandateCharges: async (ctx, { path, query }) => {
      const tenant = tenantOf(ctx);
      const mandate = await getMandate(db, tenant, path.id);
      const source = {
        locate: (id: string) => locateCharge(db, tenant, mandate.id, id),
        read: (page: Parameters<typeof listCharges>[3]) => listCharges(db, tenant, mandate.id, page),
        cursorOf: idOf,
      };
      return {
        status: 200,
        body: await readPage(query, source, (row: ChargeRow) => presentCharge(row, mandate)),
      };
    },

    listMandateRefunds: async (ctx, { path, query }) => {
      const tenant = tenantOf(ctx);
      const mandate = await getMandate(db, tenant, path.id);
      const source = {
        locate: (id: string) => locateRefund(db, tenant, mandate.id, id),
        read: (page: Parameters<typeof listRefunds>[3]) => listRefunds(db, tenant, mandate.id, page),
        cursorOf: idOf,
      };
      return { status: 200, body: await readPage(query, source, (row: RefundRow) => presentRefund(row)) };
    },

    revokeMandate: async (ctx, { path }) => ({
      status: 200,
      body: await revokeMandate(deployment, tenantOf(ctx), path.id, ctx.idempotency),
    }),
  } satisfies Pick<
    Handlers,
    | 'createMandate'
    | 'listMandates'
    | 'getMandate'
    | 'listMandateCharges'
    | 'listMandateRefunds'
    | 'revokeMandate'
  >;
}
