import { decideEntitlement, type Purchase } from '../../../rules/entitlements/machine.ts';
import { ApiError } from '../../../rules/api-error.ts';
import type { Handlers } from './operation.ts';
import type { MandateRow } from './rows.ts';
import { isOf, merchantNow, type World } from './world.ts';

/** A mandate started from a product, with the facts about its charges that decide. */
function purchaseOf(world: World, mandate: MandateRow): Purchase {
  const charges = world.charges.filter(({ mandateId }) => mandateId === mandate.id);
  const paid = charges.filter((charge) => charge.status === 'succeeded' && charge.refunded < charge.amount);
  const open = charges.find((charge) => world.openCharges.has(charge));
  return {
    ...mandate,
    paidPeriod: paid.length === 0 ? null : Math.max(...paid.map(({ periodIndex }) => periodIndex)),
    openDueAt: open?.dueAt ?? null,
    openFailed: (open?.attempts ?? 0) > 0,
    keepsAccess: open?.dunning?.keepsAccess ?? true,
  };
}

/** Whether a wallet is entitled to what a product unlocks. */
export const entitlementHandlers = {
  getEntitlement: (world, { caller, query }) => {
    const { payer, client_secret: secret } = query;
    const isPayer = caller?.kind === 'wallet' && caller.payer === payer;
    if (caller?.kind === 'wallet' && !isPayer && secret === undefined) {
      throw new ApiError('wallet_proof_required', { message: 'Sign in with the wallet that you ask about.' });
    }
    // A merchant can ask about its own products in its mode; a payer about any.
    const isAsked = caller?.kind === 'key' || caller?.kind === 'session' ? isOf(caller) : () => true;
    const product = world.offers.get(query.product, (row) => row.kind === 'product' && isAsked(row));
    const all = world.mandates.filter((row) => row.offerId === product.id && row.payer === payer);
    const proven = all.filter(({ clientSecret }) => clientSecret === secret);
    if (secret !== undefined && proven.length === 0) {
      throw new ApiError('invalid_client_secret', {
        param: 'client_secret',
        message: 'The client_secret is of no purchase of this product by this payer.',
      });
    }
    const now = merchantNow(world, product);
    const purchases = isPayer || secret === undefined ? all : proven;
    const decision = decideEntitlement(
      purchases.map((mandate) => purchaseOf(world, mandate)),
      now,
    );
    const mayRead = decision.entitled && (isPayer || secret !== undefined);
    return {
      status: 200,
      body: {
        object: 'entitlement',
        livemode: product.livemode,
        createdAt: now,
        product: product.id,
        payer,
        entitled: decision.entitled,
        validUntil: decision.entitled ? decision.validUntil : null,
        content: mayRead ? { title: product.contentTitle, body: product.contentBody } : null,
      },
    };
  },
} satisfies Pick<Handlers, 'getEntitlement'>;
