import { readCover } from '../chain/authorization.ts';
import { ChainUnavailableError } from '../chain/rpc.ts';
import { findFirstCharge } from '../charges/queries.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { amountToApprove, approvalParts } from '../../rules/mandates/approval.ts';
import { presentForPayer } from '../../rules/mandates/present-for-payer.ts';
import { listShares } from '../delegations/share-queries.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findToken } from '../tokens/queries.ts';

type CheckoutView = components['schemas']['CheckoutView'];

/** A mandate as its payer sees it: enough to recompute the plan's reference and to know what will be approved. */
export async function presentCheckout(deployment: Deployment, mandate: MandateRow): Promise<CheckoutView> {
  const { db } = deployment;
  const isPending = mandate.status === 'pending';
  const approves = isPending && mandate.sellMode === 'subscription';
  const [merchant, token, first, others, replacesDelegate] = await Promise.all([
    getMerchant(db, mandate.merchantId),
    findToken(db, mandate.livemode, mandate.mint),
    findFirstCharge(db, mandate.id),
    approves ? listShares(db, mandate, mandate.id) : [],
    approves ? foreignDelegate(deployment, mandate) : null,
  ]);
  return {
    ...presentForPayer(mandate, { merchantName: merchant.name, symbol: token?.symbol ?? null }),
    object: 'checkout_mandate',
    approveAmount: approves ? amountToApprove(mandate.budget, others).toString() : null,
    approveParts: approves ? approvalParts(mandate, others) : [],
    replacesDelegate,
    firstCharge: first === null ? null : { status: first.status, txSignature: first.txSignature },
  };
}

/**
 * Another application's delegate that the approval would replace; null if there is none or the chain is
 * unreachable.
 */
async function foreignDelegate(deployment: Deployment, mandate: MandateRow): Promise<string | null> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) return null;
  try {
    const { account } = await readCover(chain, mandate);
    const delegate = account.kind === 'account' ? account.account.delegate : null;
    return delegate === null || chain.delegates.some(({ address }) => address === delegate) ? null : delegate;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}
