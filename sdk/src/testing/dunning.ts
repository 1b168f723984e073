import {
  type DunningPolicy,
  dunningOf,
  presentDunning,
  STANDARD_DUNNING,
} from '../../../rules/dunning/policy.ts';
import type { Handlers } from './operation.ts';
import type { Tenant } from './rows.ts';
import { tenantOf, type World } from './world.ts';

const modeOf = ({ livemode }: Tenant) => (livemode ? 'live' : 'test');

/** What the merchant has chosen for charges that fail from now on. */
export function dunningAt(world: World, tenant: Tenant): DunningPolicy {
  return world.merchants.get(tenant.merchantId).dunning[modeOf(tenant)]?.policy ?? STANDARD_DUNNING;
}

function present(world: World, tenant: Tenant) {
  const { createdAt, dunning } = world.merchants.get(tenant.merchantId);
  const updatedAt = dunning[modeOf(tenant)]?.updatedAt ?? null;
  return presentDunning(dunningAt(world, tenant), { livemode: tenant.livemode, createdAt, updatedAt });
}

/** What happens when a renewal fails. */
export const dunningHandlers = {
  getDunning: (world, call) => ({ status: 200, body: present(world, tenantOf(call)) }),
  setDunning: (world, call) => {
    const tenant = tenantOf(call);
    const { dunning } = world.merchants.get(tenant.merchantId);
    dunning[modeOf(tenant)] = { policy: dunningOf(call.body), updatedAt: world.shownNow };
    return { status: 200, body: present(world, tenant) };
  },
} satisfies Pick<Handlers, 'getDunning' | 'setDunning'>;
