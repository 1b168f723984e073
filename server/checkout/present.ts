import type { Address } from '@solana/kit';
import { readCover } from '../chain/authorization.ts';
import { ChainUnavailableError } from '../chain/rpc.ts';
import { authorityOf } from '../chain/subscriptions/addresses.ts';
import { type ChargeRow, findFirstCharge } from '../charges/queries.ts';
import { receiptUrlOf } from '../charges/receipt-url.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { amountToApprove, approvalParts } from '../../rules/mandates/approval.ts';
import { presentForPayer } from '../../rules/mandates/present-for-payer.ts';
import { listShares } from '../delegations/share-queries.ts';
import { noticesUrlOf } from '../payer-contacts/notices-url.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { findSameActive } from '../mandates/payer-queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findOfferAddresses } from './offer-queries.ts';
import { readPayerFunds } from './payer-funds.ts';
import { findToken } from '../tokens/queries.ts';
import { foreseeScheme } from './align-scheme.ts';
import { readSigningCosts } from './signing-costs.ts';

type CheckoutView = components['schemas']['CheckoutView'];

/**
 * A mandate as its payer sees it: enough to recompute the plan's reference and to know what will be approved. Its scheme is the one that they will
 * sign, also where their other mandates took one since it was made.
 */
export async function presentCheckout(deployment: Deployment, asked: MandateRow): Promise<CheckoutView> {
  const { db } = deployment;
  const mandate = await foreseeScheme(db, asked);
  const isPending = mandate.status === 'pending';
  const awaitsSignature = isPending && mandate.sellMode === 'subscription';
  // On a plan nobody approves a sum: the program limits what is pulled to one amount per period.
  const approves = awaitsSignature && mandate.scheme === 'approval';
  const costs = awaitsSignature ? readSigningCosts(deployment, mandate) : null;
  const [
    merchant,
    token,
    first,
    addresses,
    others,
    replaced,
    { now },
    alreadyActiveSince,
    funds,
    signingCosts,
  ] = await Promise.all([
    getMerchant(db, mandate.merchantId),
    findToken(db, mandate.livemode, mandate.mint),
    findFirstCharge(db, mandate.id),
    findOfferAddresses(db, mandate),
    awaitsSignature ? listShares(db, mandate, mandate.id) : [],
    awaitsSignature ? readDelegate(deployment, mandate) : null,
    readMoment(db, mandate, deployment.clock),
    awaitsSignature ? findSameActive(db, mandate) : null,
    readPayerFunds(deployment, mandate, costs),
    costs,
  ]);
  const isForeign = replaced !== null && (await displaces(deployment, mandate, replaced, others));
  return {
    ...presentForPayer(mandate, {
      merchantName: merchant.name,
      brand: merchant,
      symbol: token?.symbol ?? null,
    }),
    object: 'checkout_mandate',
    ...(mandate.activatedAt === null ? {} : noticesUrlOf(deployment, mandate.id, 'give')),
    approveAmount: approves ? amountToApprove(mandate.budget, others).toString() : null,
    approveParts: approves ? approvalParts(mandate, others) : [],
    replacesDelegate: isForeign ? replaced : null,
    signingCosts,
    firstCharge: first === null ? null : presentFirst(deployment, first),
    ...addresses,
    now,
    alreadyActiveSince,
    funds,
  };
}

function presentFirst({ secretKeys }: Deployment, charge: ChargeRow) {
  const { status, txSignature } = charge;
  return { status, txSignature, receiptUrl: receiptUrlOf(secretKeys, charge) };
}

/** The delegate of the payer's token account; null if there is none or the chain is unreachable. */
async function readDelegate(deployment: Deployment, mandate: MandateRow): Promise<Address | null> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) return null;
  try {
    const { account } = await readCover(chain, mandate);
    return account.kind === 'account' ? account.account.delegate : null;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}

/**
 * Whether what the payer signs takes the account from somebody who needs it. An approval replaces any delegate but the service's own keys. The
 * payer's authority for their plans replaces those too: they are needed while active mandates are approved to them.
 */
async function displaces(
  deployment: Deployment,
  { livemode, scheme, payer, mint }: MandateRow,
  delegate: Address,
  approved: readonly unknown[],
): Promise<boolean> {
  const isOwnKey = chainOf(deployment, livemode)!.delegates.some(({ address }) => address === delegate);
  if (scheme === 'approval') return !isOwnKey;
  if (delegate === (await authorityOf(payer, mint))) return false;
  return !isOwnKey || approved.length > 0;
}
