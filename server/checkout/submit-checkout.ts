import type { Signature } from '@solana/kit';
import { lookForAuthorization } from '../activation/look-for-authorization.ts';
import { matchApproval } from '../chain/authorization.ts';
import { acceptedSteps } from '../chain/subscriptions/signing-steps.ts';
import { verifySignedStep } from '../chain/subscriptions/verify-signed.ts';
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
import { findActiveScheme, listShares } from '../delegations/share-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { sharedDelegate } from '../delegations/shared-delegate.ts';
import { listIssuedAmounts } from '../mandates/wake-queries.ts';
import { requireUnguarded } from '../subscriptions/require-unguarded.ts';
import { readSigning } from './read-signing.ts';
import { refreshCheckout, requirePending } from './refresh-checkout.ts';
import { requireFunds } from './require-funds.ts';
import { type OfferVerdict, signatureOfSigned, signOffer } from './sponsor-fee.ts';

/**
 * Broadcasts what the payer's wallet signed, if it is exactly what was issued, waits for its
 * confirmation, and continues like refresh. If the service pays the fee, the bytes must be exactly the issued
 * ones. What can no longer land is refused, since it was signed in vain. Throws transaction_not_issued,
 * mandate_not_pending, verification_failed, broadcast_unavailable, parameter_invalid of a guarded token account.
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
    : await verifyPaidByPayer(deployment, chain, mandate, wire);
  if (!verdict.ok) {
    // Sent twice at once, or again after its response was lost or the wallet was topped up: it is on chain, and no longer what comes next.
    const signature = isSponsored
      ? await signatureOfSigned(deployment, chain, mandate, read)
      : (read?.signature ?? null);
    if (signature !== null && (await isKnown(deployment, chain, mandate, signature))) {
      return refreshCheckout(deployment, mandate, { signature, signal });
    }
    throw notIssued(verdict.reason);
  }
  if (
    mandate.sellMode === 'subscription' &&
    !(await sparesOthers(deployment, chain, mandate, verdict.wire))
  ) {
    throw notIssued('It is out of date. Ask for the instruction again and have that signed.');
  }
  if (!isSponsored) await requireLandable(chain, mandate, read!);
  const sent = await sendSigned(chain, { ...verdict, blockhash: read!.blockhash }, signal);
  if (sent.kind === 'in_vain')
    throw notIssued(`${sent.reason} Ask for the instruction again and have that signed.`);
  await waitUntilConfirmed(deployment.clock, chain, verdict.signature, signal);
  return refreshCheckout(deployment, mandate, { signature: verdict.signature, signal });
}

/** Whether a transaction of the plan scheme is on chain as what the payer signed for the mandate. Another scheme's are judged by what they are. */
async function isKnown(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  signature: Signature,
): Promise<boolean> {
  if (mandate.scheme !== 'plan') return false;
  return (await lookForAuthorization(deployment, chain, mandate, { signature })) !== 'no_consent';
}

/**
 * Whether what was signed leaves the payer's other active mandates as they are. If one became active since it was issued under the other scheme,
 * or needs more than an approval covers, or the payer moved them to another key, sending it now would take the account's delegate from them.
 */
async function sparesOthers(
  { db }: Deployment,
  chain: Chain,
  mandate: MandateRow,
  wire: Uint8Array,
): Promise<boolean> {
  const active = await findActiveScheme(db, mandate, mandate.id);
  if (active !== null && active !== mandate.scheme) return false;
  // A subscription takes nothing from another: one delegate serves all.
  if (mandate.scheme === 'plan') return true;
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
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  wire: Uint8Array,
): Promise<OfferVerdict> {
  if (mandate.sellMode === 'once') {
    return verifySignedPayment(wire, { ...mandate, amountAtomic: mandate.amountPerPeriod });
  }
  if (mandate.scheme === 'plan') {
    if (!hasPlan(mandate)) return { ok: false, reason: 'Nothing was issued to sign.' };
    const signing = await readSigning(deployment, chain, mandate, { isConsented: false });
    requireUnguarded(signing.reads);
    return verifySignedStep(wire, mandate.payer, await acceptedSteps(signing));
  }
  const issuedAmountsAtomic = await listIssuedAmounts(deployment.db, mandate.id);
  return verifySignedAuthorization(wire, { ...mandate, issuedAmountsAtomic });
}
