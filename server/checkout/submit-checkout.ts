import { fromBase64, readTransaction } from '../chain/read-transaction.ts';
import { sendWire, verifySignedAuthorization, verifySignedPayment } from '../chain/submit.ts';
import { waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import type { components } from '../generated/api.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { programAddressOf } from '../tokens/program.ts';
import { refreshCheckout, requirePending } from './refresh-checkout.ts';
import { type OfferVerdict, signOffer } from './sponsor-fee.ts';

/**
 * Broadcasts what the payer's wallet signed, when it means exactly the issued authorization, waits for it to be confirmed,
 * and goes on as refresh does. Where the service pays the fee, it must be the very bytes that were issued. Throws transaction_not_issued, mandate_not_pending, verification_failed, broadcast_unavailable.
 */
export async function submitCheckout(
  deployment: Deployment,
  mandate: MandateRow,
  { signedTransaction, signal }: { signedTransaction: string; signal: AbortSignal },
): Promise<components['schemas']['CheckoutView']> {
  const chain = requirePending(deployment, mandate);
  const wire = fromBase64(signedTransaction);
  const read = readTransaction(wire);
  const verdict =
    read?.feePayer === chain.feePayer.address
      ? await signOffer(deployment, chain, mandate, read)
      : await verifyPaidByPayer(mandate, wire);
  if (!verdict.ok) {
    throw new ApiError('transaction_not_issued', { param: 'signedTransaction', message: verdict.reason });
  }
  await sendWire(chain, verdict.wire);
  await waitUntilConfirmed(deployment.clock, chain, verdict.signature, signal);
  return refreshCheckout(deployment, mandate, { signature: verdict.signature, signal });
}

function verifyPaidByPayer(mandate: MandateRow, wire: Uint8Array): Promise<OfferVerdict> {
  const terms = { ...mandate, program: programAddressOf(mandate.tokenProgram) };
  return mandate.sellMode === 'once'
    ? verifySignedPayment(wire, { ...terms, minAmountAtomic: mandate.amountPerPeriod })
    : verifySignedAuthorization(wire, terms);
}
