import { ApiError } from '../../../rules/api-error.ts';
import { requireAmount } from '../../../rules/mandates/check-terms.ts';
import { NO_PROGRAM } from '../../../rules/mandates/scheme.ts';
import { payoutWalletOf } from '../../../rules/merchants/present.ts';
import type { Handlers } from './operation.ts';
import { acceptedToken } from './tokens.ts';
import { pageById } from './page.ts';
import { requireChain, tenantOf, type World } from './world.ts';

/** As the service on a chain without the Subscriptions program: the fake's has none, so nobody has a plan. */
function refuse(world: World, call: Parameters<typeof tenantOf>[0], mint: string | null): never {
  const { merchantId, livemode } = tenantOf(call);
  requireChain(world, livemode, 'broadcast_unavailable');
  if (mint !== null) acceptedToken(world, { merchantId, livemode }, mint);
  if (payoutWalletOf(world.merchants.get(merchantId), livemode).payoutWallet === null) {
    throw new ApiError('no_payout_wallet', {
      message: 'A plan of your own belongs to your payout wallet. Set and prove that first.',
    });
  }
  throw new ApiError('parameter_invalid', { message: `There are no plans here: ${NO_PROGRAM}.` });
}

function missing(): never {
  throw new ApiError('resource_missing');
}

/** The operations on plans that a merchant's wallet owns. */
export const subscriptionPlanHandlers = {
  createSubscriptionPlan: (world, call) => {
    requireAmount('amountPerPeriod', call.body.amountPerPeriod);
    return refuse(world, call, call.body.mint);
  },
  listSubscriptionPlans: (_, call) => ({ status: 200, body: pageById(call.query, [], missing) }),
  adoptSubscriptionPlan: (world, call) => refuse(world, call, null),
  getSubscriptionPlan: missing,
  createSubscriptionPlanTransaction: missing,
  setSubscriptionPlanPuller: missing,
  closeSubscriptionPlan: missing,
  submitSubscriptionPlan: missing,
} satisfies Partial<Handlers>;
