import { forWallet, requireFirstScanner, requireOtherScanner } from '../../rules/offers/start.ts';
import { describeSeller, issueSolanaPay } from '../checkout/solana-pay.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import type { Handlers } from '../http/handler.ts';
import { hashSecret } from '../lib/secrets.ts';
import { isId } from '../lib/ids.ts';
import { getMandateForCheckout, type MandateRow } from '../mandates/queries.ts';
import { getOpenOffer } from './open-offer.ts';
import { findPhoneStart, keepPhoneStart } from './phone-start-queries.ts';
import type { OfferKind } from './queries.ts';
import { beginMandate } from './start-mandate.ts';

/** What the code of a link or product says, beside which it is. */
interface Scanned {
  client_secret_hash: string;
  sellMode?: 'subscription' | 'once';
  clientReference?: string;
}

/**
 * Both halves of the Solana Pay transaction request (specification 1.0) of a link or product, and what its page asks meanwhile. The code says
 * only which offer it is, so the terms are the offer's whoever drew it, and holds the SHA-256 of a secret that never leaves the page: whoever
 * photographs the code can pay, and can see nothing of who did.
 */
export function offerSolanaPayRoutes(deployment: Deployment) {
  const { db, clock } = deployment;
  return {
    getOfferSolanaPay: async (_ctx, { path }) => {
      const { merchantId } = await getOpenOffer(deployment, kindOf(path.id), path.id);
      return { status: 200, body: await describeSeller(deployment, merchantId) };
    },

    createOfferSolanaPayTransaction: async (_ctx, { path, query, body: { account } }) => {
      const mandate = await mandateOf(deployment, path.id, query, account);
      return { status: 200, body: await issueSolanaPay(deployment, mandate, account) };
    },

    getStartedMandate: async (_ctx, { path, query }) => {
      const { id, livemode } = await getOpenOffer(deployment, kindOf(path.id), path.id);
      const found = await findPhoneStart(db, hashSecret(query.client_secret));
      const started: components['schemas']['StartedMandate'] = {
        object: 'started_mandate',
        livemode,
        createdAt: clock.seconds(),
        mandate: found?.offerId === id ? found.mandateId : null,
      };
      return { status: 200, body: started };
    },
  } satisfies Pick<Handlers, 'getOfferSolanaPay' | 'createOfferSolanaPayTransaction' | 'getStartedMandate'>;
}

function kindOf(id: string): OfferKind {
  return isId('product', id) ? 'product' : 'payment_link';
}

/** The mandate of this code, started for `account` where nobody has scanned it before. Throws parameter_invalid for any other wallet, and what beginMandate throws. */
async function mandateOf(
  deployment: Deployment,
  offerId: string,
  { client_secret_hash, sellMode, clientReference }: Scanned,
  account: string,
): Promise<MandateRow> {
  const { db, clock } = deployment;
  const clientSecretHash = Buffer.from(client_secret_hash, 'hex');
  const scannedBefore = async (mandateId: string) => {
    const mandate = await getMandateForCheckout(db, mandateId);
    requireFirstScanner(mandate, offerId, account);
    return mandate;
  };
  const before = await findPhoneStart(db, clientSecretHash);
  if (before) return scannedBefore(before.mandateId);
  const kind = kindOf(offerId);
  requireOtherScanner(await getOpenOffer(deployment, kind, offerId), account);
  const request = {
    payer: account,
    ...(sellMode && { sellMode }),
    ...(clientReference === undefined ? {} : { clientReference }),
  };
  const begun = await beginMandate(deployment, { kind, id: offerId }, request, { clientSecretHash }).catch(
    (error: unknown) => {
      throw forWallet(error);
    },
  );
  const mine = { mandateId: begun.mandate.id, offerId };
  const { mandateId } = await keepPhoneStart(db, clientSecretHash, mine, clock.seconds());
  // Another scan was first: the mandate of this one is shown to nobody, was given to no wallet, and expires.
  return mandateId === begun.mandate.id ? begun.mandate : scannedBefore(mandateId);
}
