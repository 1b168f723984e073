import type { Failure } from '../chain/failure.ts';
import type { Chain } from '../chain/rpc.ts';
import { simulateTransfer } from '../chain/simulate.ts';
import { type ChargeRow, getCharge, lockCharge } from '../charges/queries.ts';
import { beforeCreating } from '../chain/nothing-created.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newId } from '../lib/ids.ts';
import { parseAmount } from '../lib/money.ts';
import { getMandate, lockMandate, type MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findRefundDelegate } from './find-refund-delegate.ts';
import { issueRefundTransaction } from './issue-refund.ts';
import { presentRefund } from './present.ts';
import { getRefund, insertRefund, type RefundRow, sumTaken } from './queries.ts';
import { refundTermsOf } from './refund-terms.ts';
import { settleDelegatedRefund } from './settle-delegated-refund.ts';

export interface RefundRequest {
  /** Atomic units; the full remaining amount when left out. */
  amount?: string;
  reason?: string;
}

/** Between two looks at a pending refund, whoever broadcasts it. */
const WATCH_SECONDS = 5;

/**
 * Creates a refund and carries it as far as it goes: settled at once where the payee delegated refunds, else pending with a
 * transaction for the payee's wallet. One that the chain refuses is kept as failed.
 * Throws resource_missing, parameter_invalid, refund_exceeds_charge, refund_failed, broadcast_unavailable; ChainUnavailableError.
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
  const draft = draftRefund(deployment, charge, await sumTaken(db, charge.id), request);
  const { refund, failure } = await beforeCreating('refund', () =>
    prepare(deployment, chain, draft, mandate),
  );

  const inserted = await db.begin(async (tx) => {
    await lockMandate(tx, charge.mandateId);
    const locked = await lockCharge(tx, charge.id);
    requireRoom(locked, await sumTaken(tx, charge.id), refund.amount);
    const moment = await readMoment(tx, tenant, deployment.clock);
    const row = { ...refund, createdAt: moment.now };
    await insertRefund(tx, row);
    await idempotency?.saveResource(tx, row.id);
    return row;
  });
  if (failure !== null) throw new ApiError('refund_failed', { message: failure.message });
  return finish(deployment, chain, tenant, inserted);
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

/** `taken` is what succeeded and pending refunds hold of the charge. */
function draftRefund(
  { clock }: Deployment,
  charge: ChargeRow,
  taken: bigint,
  request: RefundRequest,
): RefundRow {
  // A charge that did not succeed received nothing, so there is nothing to give back.
  const remaining = charge.status === 'succeeded' ? charge.amount - taken : 0n;
  const amount = request.amount === undefined ? remaining : parseAmount(request.amount);
  if (amount === null) {
    throw new ApiError('parameter_invalid', {
      param: 'amount',
      message: 'amount is not a positive u64 amount of atomic units.',
    });
  }
  if (amount === 0n || amount > remaining) throw new ApiError('refund_exceeds_charge', { param: 'amount' });
  const realNow = clock.seconds();
  return {
    id: newId('refund'),
    merchantId: charge.merchantId,
    livemode: charge.livemode,
    mandateId: charge.mandateId,
    chargeId: charge.id,
    amount,
    status: 'pending',
    signer: 'payee',
    reason: request.reason ?? null,
    txSignature: null,
    failureCode: null,
    failureMessage: null,
    issuedWire: null,
    issuedBlockhash: null,
    issuedLastValidBlockHeight: null,
    issuedBlockHeight: null,
    issuedSlot: null,
    wakeAt: realNow + WATCH_SECONDS,
    createdAt: realNow,
    recordedAt: realNow,
    version: 1,
    settledAt: null,
  };
}

/** Pending refunds hold their amount: two that together exceed the charge cannot both be made. */
function requireRoom(charge: ChargeRow, taken: bigint, amount: bigint): void {
  if (charge.status !== 'succeeded' || taken + amount > charge.amount) {
    throw new ApiError('refund_exceeds_charge', { param: 'amount' });
  }
}

/** Decides who signs, and for the payee issues the transaction. A transfer that would fail now makes the refund a failed one. */
async function prepare(
  deployment: Deployment,
  chain: Chain,
  draft: RefundRow,
  mandate: MandateRow,
): Promise<{ refund: RefundRow; failure: Failure | null }> {
  if ((await findRefundDelegate(deployment, chain, draft, mandate)) !== null) {
    return { refund: { ...draft, signer: 'delegate' }, failure: null };
  }
  const issued = await issueRefundTransaction(chain, draft, mandate);
  const failure = await simulateTransfer(chain, issued.transaction, refundTermsOf(draft, mandate).reference);
  if (failure?.kind !== 'account') return { refund: { ...draft, ...issued.columns }, failure: null };
  const failed = {
    status: 'failed' as const,
    wakeAt: null,
    failureCode: failure.code,
    failureMessage: failure.message,
  };
  return { refund: { ...draft, ...failed }, failure };
}
