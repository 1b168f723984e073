import { getCharge } from '../charges/queries.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { getMandate } from '../mandates/queries.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { readProof } from './read-proof.ts';
import { readReceipt, requireReceiptChain } from './read-receipt.ts';

/** The receipts that merchants read. */
export function receiptRoutes(deployment: Pick<Deployment, 'db' | 'chains'>) {
  const { db } = deployment;
  return {
    getChargeReceipt: async (ctx, { path }) => {
      const tenant = tenantOf(ctx);
      const chain = requireReceiptChain(deployment, tenant.livemode);
      const charge = await getCharge(db, tenant, path.id);
      const mandate = await getMandate(db, tenant, charge.mandateId);
      return { status: 200, body: await readReceipt(deployment, chain, mandate, charge) };
    },
    getChargeProof: async (ctx, { path }) => {
      const tenant = tenantOf(ctx);
      const chain = requireReceiptChain(deployment, tenant.livemode);
      const charge = await getCharge(db, tenant, path.id);
      const mandate = await getMandate(db, tenant, charge.mandateId);
      return { status: 200, body: await readProof(deployment, chain, mandate, charge) };
    },
  } satisfies Pick<Handlers, 'getChargeReceipt' | 'getChargeProof'>;
}
