import { presentChargeAttempt } from '../../rules/charges/present-attempt.ts';
import { type AttemptRow, chargeAttemptExists, listChargeAttempts } from '../attempts/queries.ts';
import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { locateRow, readFilter } from '../mandates/list-belongings.ts';
import { getMandate } from '../mandates/queries.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { chargeBelongings, type ListedCharge, listMerchantCharges } from './list-queries.ts';
import { type ChargedMandate, presentChargeWithReceipt } from '../../rules/charges/present.ts';
import { receiptUrlOf } from './receipt-url.ts';
import { type ChargeRow, getCharge, listCharges, locateCharge } from './queries.ts';

const idOf = ({ id }: { id: string }) => id;

/** The operations that read charges. */
export function chargeRoutes({ db, secretKeys }: Pick<Deployment, 'db' | 'secretKeys'>) {
  const presentCharge = (row: ChargeRow, mandate: ChargedMandate) =>
    presentChargeWithReceipt(row, mandate, receiptUrlOf(secretKeys, row));
  return {
    listCharges: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const filter = await readFilter(db, tenant, query);
      const source = {
        locate: (id: string) => locateRow(db, tenant, chargeBelongings(db), filter, id),
        read: (page: PageQuery) => listMerchantCharges(db, tenant, filter, page),
        cursorOf: idOf,
      };
      const present = (row: ListedCharge) => presentCharge(row, row);
      return { status: 200, body: await readPage(query, source, present) };
    },

    listMandateCharges: async (ctx, { path, query }) => {
      const tenant = tenantOf(ctx);
      const mandate = await getMandate(db, tenant, path.id);
      const source = {
        locate: (id: string) => locateCharge(db, tenant, mandate.id, id),
        read: (page: PageQuery) => listCharges(db, tenant, mandate.id, page),
        cursorOf: idOf,
      };
      const present = (row: ChargeRow) => presentCharge(row, mandate);
      return { status: 200, body: await readPage(query, source, present) };
    },

    getCharge: async (ctx, { path }) => {
      const tenant = tenantOf(ctx);
      const charge = await getCharge(db, tenant, path.id);
      return {
        status: 200,
        body: presentCharge(charge, await getMandate(db, tenant, charge.mandateId)),
      };
    },

    listChargeAttempts: async (ctx, { path, query }) => {
      const tenant = tenantOf(ctx);
      const { id: chargeId } = await getCharge(db, tenant, path.id);
      const source = {
        exists: (id: string) => chargeAttemptExists(db, tenant, chargeId, id),
        read: (page: PageQuery) => listChargeAttempts(db, tenant, chargeId, page),
        cursorOf: idOf,
      };
      const present = (row: AttemptRow) => presentChargeAttempt(row, chargeId);
      return { status: 200, body: await readPage(query, source, present) };
    },
  } satisfies Pick<Handlers, 'listCharges' | 'listMandateCharges' | 'getCharge' | 'listChargeAttempts'>;
}
