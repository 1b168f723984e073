import type { TokenFacts } from '../../rules/metrics/stable-total.ts';
import type { Sql } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { listTokenFacts, totalDecimals } from '../metrics/token-facts.ts';
import { addressOf, type ContactRow } from '../payer-contacts/contact.ts';
import { listConfirmed } from '../payer-contacts/queries.ts';
import type { SecretKeyRing } from '../lib/secret-box.ts';
import { type CustomerFilter, type CustomerRow, listCustomers, listPaid, type PaidRow } from './queries.ts';

/** A customer with all their payments. */
export interface Customer extends CustomerRow {
  last: CustomerRow;
  livemode: boolean;
  paid: (PaidRow & TokenFacts)[];
  /** What the merchant may know of their notices; null where the deployment sends no mail. */
  contact: { notices: boolean; email: string | null } | null;
  /** Decimals of the total over all tokens. */
  totalDecimals: number;
}

/** A page of customers as of one moment, in a few statements whatever its length. With `contactsOf`, with what the merchant may know of their notices. */
export function readCustomers(
  { db, contactsOf }: { db: Sql; contactsOf: Pick<Deployment, 'mail' | 'secretKeys'> | null },
  tenant: Tenant,
  filter: CustomerFilter,
  page: PageQuery,
): Promise<Customer[]> {
  return db.begin('isolation level repeatable read read only', async (tx) => {
    const rows = await listCustomers(tx, tenant, filter, page);
    const payers = rows.map(({ payer }) => payer);
    const paid = await listPaid(tx, tenant, payers);
    const tokens = await listTokenFacts(tx, tenant, [...new Set(paid.map(({ mint }) => mint))]);
    const decimals = await totalDecimals(tx, tenant.livemode);
    const keys = contactsOf === null || contactsOf.mail === null ? null : contactsOf.secretKeys;
    const contacts = keys === null ? [] : await listConfirmed(tx, tenant, payers);
    const contactOf = new Map(contacts.map((contact) => [contact.payer, contact]));
    const byPayer = Map.groupBy(paid, ({ payer }) => payer);
    return rows.map((row) => {
      const own = new Map((byPayer.get(row.payer) ?? []).map((part) => [part.mint, part]));
      return {
        ...row,
        last: row,
        livemode: tenant.livemode,
        totalDecimals: decimals,
        contact: keys === null ? null : contactFor(keys, contactOf.get(row.payer)),
        // Ordered like the tokens.
        paid: [...tokens.values()].flatMap((token) => {
          const part = own.get(token.mint);
          return part === undefined ? [] : [{ ...part, ...token }];
        }),
      };
    });
  });
}

/** That there are notices, and the address only of a payer who lets this merchant see it. */
function contactFor(ring: SecretKeyRing, contact: ContactRow | undefined) {
  const email = contact?.shared === true ? addressOf(ring, contact) : null;
  return { notices: contact !== undefined, email };
}
