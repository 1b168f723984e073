import { fromBase64 } from '../chain/read-transaction.ts';
import { verifySignedRefund } from '../chain/refund.ts';
import { simulateTransfer } from '../chain/simulate.ts';
import { mayLand } from '../chain/send-signed.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { getMandate } from '../mandates/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { APPLIERS } from './apply-outcome.ts';
import { resolveUntilSettled } from '../attempts/resolve-attempts.ts';
import { getCharge } from '../charges/queries.ts';
import { fitsCharge, lockWholeRefund, NOT_COVERED, noteRefusal } from './close-refund.ts';
import { commitRefundAttempt } from './commit-refund-attempt.ts';
import { presentRefund } from './present.ts';
import { getRefund } from './queries.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { refundTermsOf } from './refund-terms.ts';

/** How long a request waits for its refund to settle: under the 10 s after which people retry. */
const WAIT_MS = 8_000;

/** How a rejection is explained for the refund. */
const REFUSED =
  'Nothing was sent. Remedy that and submit the same signed transaction again before it expires, in a minute or two; then the refund fails, ' +
  'and its amount can be refunded anew.';

/**
 * Broadcasts what the payee's wallet signed, if it is exactly the issued refund, and returns the refund in
 * the state reached. A transfer that would fail now is rejected and not sent; since anyone with the signed
 * bytes can still send them, the refund stays pending until they expire, and then fails. Throws
 * resource_missing, transaction_not_issued, refund_failed, broadcast_unavailable; ChainUnavailableError.
 */
export async function submitRefund(
  deployment: Deployment,
  tenant: Tenant,
  id: string,
  signedTransaction: string,
): Promise<components['schemas']['Refund']> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, tenant.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  const refund = await getRefund(db, tenant, id);
  if (refund.status === 'succeeded') return presentRefund(refund);
  if (refund.status === 'failed')
    throw new ApiError('refund_failed', { message: refund.failureMessage ?? '' });
  const state = await currentChainState(db, tenant.livemode, clock.seconds());
  if (state === null || state.haltedReason !== null) throw new ApiError('broadcast_unavailable');
  const mandate = await getMandate(db, tenant, refund.mandateId);
  const terms = refundTermsOf(refund, mandate);
  const issuedBlockhashes = refund.issuedBlockhash === null ? [] : [refund.issuedBlockhash];
  const verdict = await verifySignedRefund(fromBase64(signedTransaction), { ...terms, issuedBlockhashes });
  if (!verdict.ok) {
    throw new ApiError('transaction_not_issued', { param: 'signedTransaction', message: verdict.reason });
  }
  await recoverRefunds(deployment, chain, refund.chargeId, mandate);
  if (!fitsCharge(await getCharge(db, tenant, refund.chargeId), refund))
    throw new ApiError('refund_failed', { message: NOT_COVERED.message });
  const failure = await simulateTransfer(chain, signedTransaction, terms.reference);
  if (failure !== null && failure.kind !== 'ours') {
    const code = failure.kind === 'account' ? failure.code : 'chain_refused';
    const refusal = { code, message: failure.message } as const;
    await db.begin(async (tx) => noteRefusal(tx, (await lockWholeRefund(tx, refund)).refund, refusal));
    throw new ApiError('refund_failed', { message: `${failure.message}. ${REFUSED}` });
  }
  // Sent in vain it would count as sent until its end is proven. A new one is issued only once this one provably moved nothing.
  if (!(await mayLand(chain, verdict))) {
    throw new ApiError('transaction_not_issued', {
      param: 'signedTransaction',
      message:
        'It has expired, since signing took too long. Ask for the transaction again in half a minute, and have that signed.',
    });
  }

  const signed = {
    signature: verdict.signature,
    wire: verdict.wire,
    lastValidBlockHeight: refund.issuedLastValidBlockHeight!,
    blockHeightAtSigning: refund.issuedBlockHeight!,
    slotAtSigning: refund.issuedSlot!,
  };
  const attempt = await db.begin((tx) =>
    commitRefundAttempt(tx, refund, signed, { recovery: state.recovery, realNow: clock.seconds() }),
  );
  if (attempt !== null) {
    await deployment.crashPoint('refund:committed');
    await sendWire(chain, verdict.wire);
    await deployment.crashPoint('refund:sent');
    await resolveUntilSettled(deployment, APPLIERS, chain, [attempt.id], { timeoutMs: WAIT_MS });
  }
  return presentRefund(await getRefund(db, tenant, id));
}
