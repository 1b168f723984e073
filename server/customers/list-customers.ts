import type { TokenFacts } from '../../rules/metrics/stable-total.ts';
import type { PageQuery } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { listTokenFacts, totalDecimals } from '../metrics/token-facts.ts';
import { type CustomerFilter, type CustomerRow, listCustomers, listPaid, type PaidRow } from './queries.ts';

/** A customer with all their payments. */
export interface Customer extends CustomerRow {
  last: CustomerRow;
  livemode: boolean;
  paid: (PaidRow & TokenFacts)[];
  /** Decimals of the total over all tokens. */
  totalDecimals: number;
}

/** A page of customers as of one moment, in a few statements whatever its length. */
export function readCustomers(
  { db }: Pick<Deployment, 'db'>,
  tenant: Tenant,
  filter: CustomerFilter,
  page: PageQuery,
): Promise<Customer[]> {
  return db.begin('isolation level repeatable read read only', async (tx) => {
    const rows = await listCustomers(tx, tenant, filter, page);
    const paid = await listPaid(
      tx,
      tenant,
      rows.map(({ payer }) => payer),
    );
    const tokens = await listTokenFacts(tx, tenant, [...new Set(paid.map(({ mint }) => mint))]);
    const decimals = await totalDecimals(tx, tenant.livemode);
    const byPayer = Map.groupBy(paid, ({ payer }) => payer);
    return rows.map((row) => {
      const own = new Map((byPayer.get(row.payer) ?? []).map((part) => [part.mint, part]));
      return {
        ...row,
        last: row,
        livemode: tenant.livemode,
        totalDecimals: decimals,
        // Ordered like the tokens.
        paid: [...tokens.values()].flatMap((token) => {
          const part = own.get(token.mint);
          return part === undefined ? [] : [{ ...part, ...token }];
        }),
      };
    });
  });
}
