import { ApiError } from '../../../rules/api-error.ts';
import type { Handlers } from './operation.ts';
import type { MandateRow } from './rows.ts';
import { isOf, merchantNow, type World } from './world.ts';

/** `validUntil` is null for unlimited access, and if nothing entitles. */
interface Entitlement {
  entitled: boolean;
  validUntil: number | null;
}

const NONE: Entitlement = { entitled: false, validUntil: null };

/** The best entitlement that any of the purchases gives. */
function decide(world: World, purchases: readonly MandateRow[], now: number): Entitlement {
  const rank = ({ entitled, validUntil }: Entitlement) => (entitled ? (validUntil ?? Infinity) : -1);
  return purchases
    .map((purchase) => entitlementOf(world, purchase, now))
    .reduce((best, next) => (rank(next) > rank(best) ? next : best), NONE);
}

function entitlementOf(world: World, mandate: MandateRow, now: number): Entitlement {
  const { id, anchorAt, sellMode, periodSeconds, trialSeconds, status } = mandate;
  const charges = world.charges.filter(({ mandateId }) => mandateId === id);
  const paid = charges.filter((charge) => charge.status === 'succeeded' && charge.refunded < charge.amount);
  const paidPeriod = paid.length === 0 ? null : Math.max(...paid.map(({ periodIndex }) => periodIndex));
  if (sellMode === 'once') return paidPeriod === null ? NONE : { entitled: true, validUntil: null };
  if (anchorAt === null || (paidPeriod === null && trialSeconds === 0)) return NONE;
  const validUntil = paidPeriod === null ? anchorAt : anchorAt + (paidPeriod + 1) * periodSeconds;
  const open = charges.find((charge) => world.openCharges.has(charge));
  // The charge after the covered period is due and not decided yet.
  const isBeingCharged =
    status === 'active' && open !== undefined && open.dueAt <= now && open.dueAt <= validUntil;
  return now < validUntil || isBeingCharged ? { entitled: true, validUntil } : NONE;
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
    const decision = decide(world, isPayer || secret === undefined ? all : proven, now);
    const mayRead = decision.entitled && (isPayer || secret !== undefined);
    return {
      status: 200,
      body: {
        object: 'entitlement',
        livemode: product.livemode,
        createdAt: now,
        product: product.id,
        payer,
        ...decision,
        content: mayRead ? { title: product.contentTitle, body: product.contentBody } : null,
      },
    };
  },
} satisfies Pick<Handlers, 'getEntitlement'>;
