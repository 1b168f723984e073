import { matchApproval } from '../chain/authorization.ts';
import { fromBase64, type ReadTransaction, readTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { sendSigned } from '../chain/send-signed.ts';
import { verifySignedAuthorization, verifySignedPayment } from '../chain/submit.ts';
import { tokenAccountOf } from '../chain/tokens.ts';
import { waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { coverNeeded } from '../delegations/cover.ts';
import { listShares } from '../delegations/share-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { sharedDelegate } from '../delegations/shared-delegate.ts';
import { listIssuedAmounts } from '../mandates/wake-queries.ts';
import { refreshCheckout, requirePending } from './refresh-checkout.ts';
import { requireFunds } from './require-funds.ts';
import { type OfferVerdict, signOffer } from './sponsor-fee.ts';

/**
 * Broadcasts what the payer's wallet signed, if it is exactly the issued authorization, waits for its
 * confirmation, and continues like refresh. If the service pays the fee, the bytes must be exactly the issued
 * ones. What can no longer land is refused, since it was signed in vain. Throws transaction_not_issued,
 * mandate_not_pending, verification_failed, broadcast_unavailable.
 */
export async function submitCheckout(
  deployment: Deployment,
  mandate: MandateRow,
  { signedTransaction, signal }: { signedTransaction: string; signal: AbortSignal },
): Promise<components['schemas']['CheckoutView']> {
  const chain = requirePending(deployment, mandate);
  const wire = fromBase64(signedTransaction);
  const read = readTransaction(wire);
  const isSponsored = read?.feePayer === chain.feePayer.address;
  const verdict = isSponsored
    ? await signOffer(deployment, chain, mandate, read)
    : await verifyPaidByPayer(deployment, mandate, wire);
  if (!verdict.ok) throw notIssued(verdict.reason);
  if (
    mandate.sellMode === 'subscription' &&
    !(await sparesOthers(deployment, chain, mandate, verdict.wire))
  ) {
    throw notIssued('It is out of date. Ask for the instruction again and have that signed.');
  }
  if (!isSponsored) await requireLandable(chain, mandate, read!);
  if (!(await sendSigned(chain, { ...verdict, blockhash: read!.blockhash }, signal))) {
    throw notIssued(
      'It did not land, and its blockhash has expired. Ask for the instruction again and have that signed.',
    );
  }
  await waitUntilConfirmed(deployment.clock, chain, verdict.signature, signal);
  return refreshCheckout(deployment, mandate, { signature: verdict.signature, signal });
}

/**
 * Whether the approval still covers the payer's other active mandates. If one became active since it was
 * issued, or the payer moved them to another key, sending it now would take the delegate slot from them.
 */
async function sparesOthers(
  { db }: Deployment,
  chain: Chain,
  mandate: MandateRow,
  wire: Uint8Array,
): Promise<boolean> {
  const source = await tokenAccountOf(mandate.payer, mandate.mint, mandate.tokenProgram);
  const approval = matchApproval(readTransaction(wire)!, { ...mandate, source });
  const others = await listShares(db, mandate, mandate.id);
  const shared = sharedDelegate(chain, others);
  return (
    approval !== null &&
    (shared === null || shared === mandate.delegate) &&
    approval.approvedAmountAtomic >= coverNeeded(mandate.budget, others)
  );
}

/** A node that does not know the blockhash may lag behind: whether it has expired is found when it is sent. */
async function requireLandable(chain: Chain, mandate: MandateRow, read: ReadTransaction): Promise<void> {
  const prospect = await requireFunds(chain, mandate, read);
  if (prospect.kind === 'fails') throw notIssued(`It would fail now. ${prospect.failure.message}`);
}

function notIssued(message: string): ApiError {
  return new ApiError('transaction_not_issued', { param: 'signedTransaction', message });
}

async function verifyPaidByPayer(
  { db }: Deployment,
  mandate: MandateRow,
  wire: Uint8Array,
): Promise<OfferVerdict> {
  if (mandate.sellMode === 'once') {
    return verifySignedPayment(wire, { ...mandate, amountAtomic: mandate.amountPerPeriod });
  }
  const issuedAmountsAtomic = await listIssuedAmounts(db, mandate.id);
  return verifySignedAuthorization(wire, { ...mandate, issuedAmountsAtomic });
}
