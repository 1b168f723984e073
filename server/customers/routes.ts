import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { type Customer, readCustomers } from './list-customers.ts';
import { checkCreatedRange } from '../../rules/http/created-range.ts';
import { presentCustomer } from '../../rules/metrics/present-customer.ts';
import { isCustomer } from './queries.ts';

/** The operation on customers. */
export function customerRoutes(deployment: Deployment) {
  return {
    listCustomers: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      checkCreatedRange(query);
      const source = {
        exists: (payer: string) => isCustomer(deployment.db, tenant, query, payer),
        read: (page: PageQuery) =>
          readCustomers({ db: deployment.db, contactsOf: deployment }, tenant, query, page),
        cursorOf: (row: Customer) => row.payer,
      };
      return { status: 200, body: await readPage(query, source, presentCustomer) };
    },
  } satisfies Pick<Handlers, 'listCustomers'>;
}
