import { refundAmount } from '../../rules/refunds/refund-amount.ts';
import type { Chain } from '../chain/rpc.ts';
import { simulateTransfer } from '../chain/simulate.ts';
import { type ChargeRow, getCharge, lockCharge } from '../charges/queries.ts';
import { beforeCreating } from '../chain/nothing-created.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { recordEvents } from '../events/record-events.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newId } from '../lib/ids.ts';
import { getMandate, lockMandate, type MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { requireQuota } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { findRefundDelegate } from './find-refund-delegate.ts';
import { issueRefundTransaction } from './issue-refund.ts';
import { newRefund } from './new-refund.ts';
import { presentRefund } from './present.ts';
import { findLastOrdinal, getRefund, insertRefund, type RefundRow, sumTaken } from './queries.ts';
import type { FoundRefund } from './record-found-refund.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { findForgottenRefunds } from './recovery-queries.ts';
import { refundEvent } from './refund-event.ts';
import { refundTermsOf } from './refund-terms.ts';
import { settleDelegatedRefund } from './settle-delegated-refund.ts';

export interface RefundRequest {
  /** Atomic units; the full remaining amount by default. */
  amount?: string;
  reason?: string;
}

/**
 * Creates a refund and takes it as far as possible: settled at once if the payee delegated refunds, else
 * pending with a transaction for the payee's wallet. A refund that the chain rejects is stored as failed.
 * Throws resource_missing, parameter_invalid, refund_exceeds_charge, refund_failed, broadcast_unavailable,
 * rate_limit_exceeded beyond a merchant's quota; ChainUnavailableError.
 */
export async function createRefund(
  deployment: Deployment,
  tenant: Tenant,
  chargeId: string,
  request: RefundRequest,
  idempotency: IdempotencyClaim | null,
): Promise<components['schemas']['Refund']> {
  const { db } = deployment;
  const chain = chainOf(deployment, tenant.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  if (idempotency?.resourceId) {
    return finish(deployment, chain, tenant, await getRefund(db, tenant, idempotency.resourceId));
  }
  const charge = await getCharge(db, tenant, chargeId);
  const mandate = await getMandate(db, tenant, charge.mandateId);
  for (;;) {
    const { refund, failure } = await beforeCreating('refund', () =>
      prepare(deployment, chain, charge, mandate, request),
    );
    const inserted = await insert(deployment, refund, idempotency);
    if (inserted === null) continue;
    if (failure !== null) throw new ApiError('refund_failed', { message: failure.message });
    return finish(deployment, chain, tenant, inserted);
  }
}

/** Inserts the prepared refund; null if another one took its ordinal meanwhile, or a recovery began. */
async function insert(
  { db, clock, quotas }: Deployment,
  refund: RefundRow,
  idempotency: IdempotencyClaim | null,
): Promise<RefundRow | null> {
  const { chargeId, livemode, ordinal } = refund;
  return db.begin(async (tx) => {
    await lockMandate(tx, refund.mandateId);
    const charge = await lockCharge(tx, chargeId);
    const state = await currentChainState(tx, livemode, clock.seconds());
    if ((await findForgottenRefunds(tx, state, chargeId)) !== null) return null;
    requireRoom(charge, await sumTaken(tx, chargeId), refund.amount);
    if (ordinal !== null && ordinal !== (await findLastOrdinal(tx, chargeId)) + 1) return null;
    const moment = await readMoment(tx, refund, clock);
    const quota = { kind: 'refund', limit: quotas.mandatesPerDay, now: moment.realNow } as const;
    await requireQuota(tx, refund, quota);
    const row = { ...refund, createdAt: moment.now };
    await insertRefund(tx, row);
    if (row.status === 'failed') {
      await recordEvents(tx, row, [refundEvent('refund.failed', row, moment.now)], moment);
    }
    await idempotency?.saveResource(tx, row.id);
    return row;
  });
}

async function finish(deployment: Deployment, chain: Chain, tenant: Tenant, refund: RefundRow) {
  if (refund.status === 'pending' && refund.signer === 'delegate') {
    await settleDelegatedRefund(deployment, chain, refund);
  }
  const settled = await getRefund(deployment.db, tenant, refund.id);
  if (settled.status === 'failed')
    throw new ApiError('refund_failed', { message: settled.failureMessage ?? '' });
  return presentRefund(settled);
}

/** `taken` is what succeeded and pending refunds use of the charge, `ordinal` the next number. */
function draftRefund(
  { clock }: Deployment,
  mandate: MandateRow,
  charge: ChargeRow,
  { taken, ordinal }: { taken: bigint; ordinal: number },
  request: RefundRequest,
): RefundRow {
  const amount = refundAmount(charge, taken, request.amount);
  const realNow = clock.seconds();
  return newRefund(
    mandate,
    charge,
    { ordinal, amount, reason: request.reason ?? null },
    // The merchant's time is set on insert.
    { now: realNow, realNow },
  );
}

/** Pending refunds reserve their amount: two that together exceed the charge cannot both be created. */
function requireRoom(charge: ChargeRow, taken: bigint, amount: bigint): void {
  if (charge.status !== 'succeeded' || taken + amount > charge.amount) {
    throw new ApiError('refund_exceeds_charge', { param: 'amount' });
  }
}

/**
 * Decides who signs, and issues the transaction if it is the payee. A transfer that would fail now makes a
 * failed refund, without an ordinal: an ordinal with nothing on chain would be a gap in a recovery's search.
 */
async function prepare(
  deployment: Deployment,
  chain: Chain,
  charge: ChargeRow,
  mandate: MandateRow,
  request: RefundRequest,
): Promise<{ refund: RefundRow; failure: { message: string } | null }> {
  const { db } = deployment;
  const found =
    charge.status === 'succeeded' ? await recoverRefunds(deployment, chain, charge.id, mandate) : [];
  if (found.length > 0) throw new ApiError('refund_failed', { message: tellOf(found) });
  const next = { taken: await sumTaken(db, charge.id), ordinal: (await findLastOrdinal(db, charge.id)) + 1 };
  const draft = draftRefund(deployment, mandate, charge, next, request);
  if ((await findRefundDelegate(deployment, chain, draft, mandate)) !== null) {
    return { refund: { ...draft, signer: 'delegate' }, failure: null };
  }
  const issued = await issueRefundTransaction(chain, draft, mandate);
  const failure = await simulateTransfer(chain, issued.transaction, refundTermsOf(draft, mandate).reference);
  if (failure?.kind !== 'account') return { refund: { ...draft, ...issued.columns }, failure: null };
  const failed = {
    id: newId('refund'),
    ordinal: null,
    status: 'failed' as const,
    wakeAt: null,
    failureCode: failure.code,
    failureMessage: failure.message,
  };
  return { refund: { ...draft, ...failed }, failure };
}

/** The caller did not know of them, and must decide again. */
function tellOf(found: readonly FoundRefund[]): string {
  const refunds = found.map(
    ({ id, landings: [landing] }) => `${id} of ${landing!.amountAtomic} by ${landing!.signature}`,
  );
  return (
    `The database was restored, and had forgotten refunds of this charge that are on chain: ${refunds.join('; ')}. ` +
    'They are recorded now, and this request refunded nothing. Look at them, and ask again for what is still to be refunded, ' +
    'with a new Idempotency-Key.'
  );
}
