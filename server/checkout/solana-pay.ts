import { describeTerms } from '../../rules/describe-terms.ts';
import { displayName } from '../../rules/display-name.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { Handlers } from '../http/handler.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findToken } from '../tokens/queries.ts';
import { findCheckoutMandate } from './find-mandate.ts';
import { issueInstruction } from './issue-instruction.ts';
import { symbolOf } from '../../rules/mandates/present-for-payer.ts';

/** Both halves of a Solana Pay transaction request (Solana Pay specification 1.0), for wallets that scan a code. */
export function solanaPayRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    getSolanaPayRequest: async (_ctx, { path, query }) => {
      const { merchantId } = await findCheckoutMandate(db, path.id, query.client_secret);
      return { status: 200, body: await describeSeller(deployment, merchantId) };
    },

    createSolanaPayTransaction: async (_ctx, { path, query, body: { account } }) => {
      const mandate = await findCheckoutMandate(db, path.id, query.client_secret);
      return { status: 200, body: await issueSolanaPay(deployment, mandate, account) };
    },
  } satisfies Pick<Handlers, 'getSolanaPayRequest' | 'createSolanaPayTransaction'>;
}

/** What a wallet shows of who asks. */
export async function describeSeller(
  { db, publicUrl }: Deployment,
  merchantId: string,
): Promise<components['schemas']['SolanaPayRequest']> {
  const { name } = await getMerchant(db, merchantId);
  return { label: displayName(name), icon: `${publicUrl()}/icon.svg` };
}

/**
 * The transaction of the checkout's instruction, which the wallet signs, pays for and broadcasts itself: the
 * watch finds it. Throws parameter_invalid for a wallet other than the payer's, and what issueInstruction
 * throws.
 */
export async function issueSolanaPay(
  deployment: Deployment,
  mandate: MandateRow,
  account: string,
): Promise<components['schemas']['SolanaPayTransaction']> {
  if (account !== mandate.payer) {
    throw new ApiError('parameter_invalid', {
      param: 'account',
      message: `Another wallet is to sign this: ${mandate.payer}. Switch to it and scan again.`,
    });
  }
  const { transaction, remaining } = await issueInstruction(deployment, mandate, { payerPaysFee: true });
  const message = await describe(deployment, mandate);
  return { transaction, message: remaining === 0 ? message : `${FIRST_OF_TWO} ${message}` };
}

/** A wallet that has scanned a code signs one transaction of it. */
const FIRST_OF_TWO =
  'The first of two signatures, which only prepares your wallet. Scan again for the second.';

async function describe({ db }: Deployment, mandate: MandateRow): Promise<string> {
  const [merchant, token] = await Promise.all([
    getMerchant(db, mandate.merchantId),
    findToken(db, mandate.livemode, mandate.mint),
  ]);
  return describeTerms({
    ...mandate,
    merchantName: displayName(merchant.name),
    symbol: symbolOf(mandate, token?.symbol ?? null),
  });
}
