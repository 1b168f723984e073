import { timingSafeEqual } from 'node:crypto';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { Auth } from '../http/context.ts';
import { hashSecret } from '../lib/secrets.ts';
import { readMoment } from '../merchants/moment.ts';
import { findOffer, getOffer, type OfferRow } from '../offers/queries.ts';
import { decideEntitlement } from '../../rules/entitlements/machine.ts';
import { listPurchases, type PurchaseRow } from './queries.ts';

/** The question, and the payer's proof if there is one. */
export interface EntitlementQuestion {
  product: string;
  payer: string;
  client_secret?: string;
}

/**
 * Whether a wallet is entitled to a product, by its merchant's clock. The response includes the content if
 * the request has the payer's own proof: the client_secret, which counts only for its own purchase, or their
 * wallet session. An inactive product still entitles those who paid. `auth` is null if the client_secret is
 * the only proof. Throws wallet_proof_required, resource_missing, invalid_client_secret.
 */
export async function readEntitlement(
  deployment: Deployment,
  auth: Auth | null,
  { product: id, payer, client_secret: secret }: EntitlementQuestion,
): Promise<components['schemas']['Entitlement']> {
  const { db, clock } = deployment;
  const isPayer = auth?.kind === 'wallet' && auth.payer === payer;
  if (auth?.kind === 'wallet' && !isPayer && secret === undefined) {
    throw new ApiError('wallet_proof_required', { message: 'Sign in with the wallet that you ask about.' });
  }
  const product = await findProduct(deployment, auth, id);
  const all = await listPurchases(db, product, payer);
  const proven = secret === undefined ? [] : [purchaseOf(all, secret)];
  const purchases = isPayer || secret === undefined ? all : proven;

  const { now } = await readMoment(db, product, clock);
  const decision = decideEntitlement(purchases, now);
  const mayRead = decision.entitled && (isPayer || secret !== undefined);
  return {
    object: 'entitlement',
    livemode: product.livemode,
    createdAt: now,
    product: product.id,
    payer,
    entitled: decision.entitled,
    validUntil: decision.entitled ? decision.validUntil : null,
    content: mayRead ? { title: product.contentTitle, body: product.contentBody } : null,
  };
}

/**
 * A merchant can ask about its own products in its mode; a payer about any, in the product's mode. Throws
 * resource_missing.
 */
async function findProduct({ db }: Deployment, auth: Auth | null, id: string): Promise<OfferRow> {
  if (auth?.kind === 'key' || auth?.kind === 'session') {
    return getOffer(db, { merchantId: auth.merchantId, livemode: auth.livemode }, 'product', id);
  }
  const product = await findOffer(db, 'product', id);
  if (product === null) throw new ApiError('resource_missing');
  return product;
}

/**
 * The purchase that a client_secret belongs to. It proves no other: anyone can start one in a stranger's name
 * from the public link, and must not see what the stranger paid for.
 */
function purchaseOf(purchases: readonly PurchaseRow[], secret: string): PurchaseRow {
  const hash = hashSecret(secret);
  const found = purchases.find(({ clientSecretHash }) => timingSafeEqual(hash, clientSecretHash));
  if (found !== undefined) return found;
  throw new ApiError('invalid_client_secret', {
    param: 'client_secret',
    message: 'The client_secret is of no purchase of this product by this payer.',
  });
}
