import { presentCustomer, type ShownCustomer } from '../../../rules/metrics/present-customer.ts';
import { checkCreatedRange } from '../../../rules/http/created-range.ts';
import { type Filter, isBought, isCreatedIn } from './filter.ts';
import type { Handlers } from './operation.ts';
import { pageOf } from './page.ts';
import type { MandateRow, Tenant } from './rows.ts';
import { tokenFacts, totalDecimals } from './totals.ts';
import { isOf, tenantOf, type World } from './world.ts';

/** Every payer who ever had an active mandate that the filter asks for, by the first activation among these, newest first. */
export function customersOf(
  world: World,
  tenant: Tenant,
  filter: Filter & { order?: 'asc' | 'desc' | undefined },
): ShownCustomer[] {
  checkCreatedRange(filter);
  const activated = world.mandates.filter((row) => isOf(tenant)(row) && row.activatedAt !== null);
  const asked = activated.filter((row) => isBought(filter, row));
  const rows = [...Map.groupBy(asked, ({ payer }) => payer)]
    .map(([payer, theirs]) => ({
      ...customerOf(
        world,
        tenant,
        activated.filter((row) => row.payer === payer),
      ),
      since: Math.min(...theirs.map(({ activatedAt }) => activatedAt!)),
    }))
    .filter(({ since }) => isCreatedIn(filter, since))
    .sort((a, b) => b.since - a.since || (a.payer < b.payer ? 1 : -1));
  return filter.order === 'asc' ? rows.toReversed() : rows;
}

/** `mandates` are all of the payer's with the merchant, at least one. */
function customerOf(world: World, tenant: Tenant, mandates: readonly MandateRow[]): ShownCustomer {
  const since = Math.min(...mandates.map(({ activatedAt }) => activatedAt!));
  const ids = new Set(mandates.map(({ id }) => id));
  const paid = world.charges.filter((row) => ids.has(row.mandateId) && row.status === 'succeeded');
  const mintOf = (mandateId: string) => world.mandates.get(mandateId).mint;
  const byMint = tokenFacts(
    world,
    tenant,
    paid.map(({ mandateId }) => mintOf(mandateId)),
  ).map((token) => ({
    ...token,
    amountAtomic: paid
      .filter(({ mandateId }) => mintOf(mandateId) === token.mint)
      .reduce((sum, { amount }) => sum + amount, 0n),
  }));
  return {
    livemode: tenant.livemode,
    payer: mandates[0]!.payer,
    since,
    subscriptions: mandates.length,
    activeSubscriptions: mandates.filter((row) => row.status === 'active' && row.sellMode === 'subscription')
      .length,
    paid: byMint,
    totalDecimals: totalDecimals(world, tenant.livemode),
    last: mandates.toSorted((a, b) => a.activatedAt! - b.activatedAt! || (a.id < b.id ? -1 : 1)).at(-1)!,
  };
}

/** The operation on customers. */
export const customerHandlers = {
  listCustomers: (world, call) => {
    const rows = customersOf(world, tenantOf(call), call.query);
    return {
      status: 200,
      body: pageOf(call.query, rows, { cursorOf: ({ payer }) => payer }, presentCustomer),
    };
  },
} satisfies Pick<Handlers, 'listCustomers'>;
