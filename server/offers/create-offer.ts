import type { Address } from '@solana/kit';
import { beforeCreating } from '../chain/nothing-created.ts';
import type { Deployment } from '../deployment.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newId } from '../lib/ids.ts';
import { checkReceiver } from '../activation/check-parties.ts';
import { checkSale } from '../activation/check-sale.ts';
import { requireScheme } from '../activation/choose-scheme.ts';
import { readMoment } from '../merchants/moment.ts';
import { requireQuota, requireRoom } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import {
  checkOffer,
  DEFAULT_NAME,
  recurringTerms,
  type RequestedOffer,
} from '../../rules/offers/check-offer.ts';
import { offerTexts } from '../../rules/offers/texts.ts';
import { countOffers, insertOffer, type OfferRow } from './queries.ts';

/**
 * Creates a payment link or a product, under the rules for mandates: it must be possible to sell it today.
 * The response is stored with the idempotency claim in the transaction that inserts it. Throws
 * parameter_invalid, recurring_unavailable, broadcast_unavailable, purchases_unavailable, mint_not_allowed,
 * no_payout_wallet, rate_limit_exceeded; internal_error if no node responds.
 */
export async function createOffer<Body>(
  deployment: Deployment,
  tenant: Tenant,
  offer: { kind: OfferRow['kind']; request: RequestedOffer; present: (row: OfferRow) => Body },
  idempotency: IdempotencyClaim | null,
): Promise<Body> {
  const { db, clock, quotas } = deployment;
  const { kind, request, present } = offer;
  const onceOnly = deployment.sellMode === 'once';
  const terms = checkOffer(request, { livemode: tenant.livemode, onceOnly });
  const texts = offerTexts(request);
  const { chain, token, payee } = await checkSale(deployment, tenant, {
    payee: request.payee,
    mint: request.mint,
    onceOnly: terms.sellMode === 'once',
  });
  const receiver = {
    payee: payee as Address,
    mint: request.mint as Address,
    tokenProgram: token.program,
  };
  const what = kind === 'product' ? 'product' : 'payment link';
  const decimals = await beforeCreating(what, async () => {
    const { mint, payeeRequiresMemo } = await checkReceiver(chain, receiver, token);
    await requireScheme(chain, { asked: request.scheme, payeeRequiresMemo }, recurringTerms(terms));
    return mint.decimals;
  });

  const { now, realNow } = await readMoment(db, tenant, clock);
  const row: OfferRow = {
    id: newId(kind === 'product' ? 'product' : 'paymentLink'),
    ...tenant,
    kind,
    name: request.name ?? DEFAULT_NAME,
    payee: receiver.payee,
    mint: receiver.mint,
    decimals,
    ...terms,
    ...texts,
    scheme: request.scheme ?? null,
    contentTitle: request.contentTitle ?? null,
    contentBody: request.contentBody ?? null,
    active: true,
    createdAt: now,
  };
  const body = present(row);
  await db.begin(async (tx) => {
    await insertOffer(tx, row);
    await requireQuota(tx, tenant, { kind, limit: quotas.objectsPerDay, now: realNow });
    requireRoom(await countOffers(tx, tenant, kind, quotas.objects), quotas.objects, kind);
    await idempotency?.complete(tx, { status: 201, body });
  });
  return body;
}
