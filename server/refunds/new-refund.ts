import type { RefundedPurchase } from '../../rules/refunds/present.ts';
import type { ChargeRow } from '../charges/queries.ts';
import { derivedId, newId } from '../lib/ids.ts';
import type { Moment } from '../merchants/moment.ts';
import type { RefundRow } from './queries.ts';

/** Between two checks of a pending refund, whoever broadcasts it. */
const WATCH_SECONDS = 5;

/** A pending refund of a charge, and of what was bought by its mandate, for its payee to sign. Its id is derived from the charge and the ordinal. */
export function newRefund(
  { name, offerId, clientReference, metadata }: RefundedPurchase,
  { id: chargeId, merchantId, livemode, mandateId }: ChargeRow,
  { ordinal, amount, reason }: Pick<RefundRow, 'amount' | 'reason'> & { ordinal: number },
  { now, realNow }: Pick<Moment, 'now' | 'realNow'>,
): RefundRow {
  return {
    id: derivedId('refund', chargeId, ordinal),
    position: newId('refund'),
    ordinal,
    merchantId,
    livemode,
    mandateId,
    chargeId,
    amount,
    status: 'pending',
    signer: 'payee',
    reason,
    txSignature: null,
    failureCode: null,
    failureMessage: null,
    issuedWire: null,
    issuedBlockhash: null,
    issuedLastValidBlockHeight: null,
    issuedBlockHeight: null,
    issuedSlot: null,
    wakeAt: realNow + WATCH_SECONDS,
    createdAt: now,
    recordedAt: realNow,
    version: 1,
    settledAt: null,
    bought: { name, offerId, clientReference, metadata },
  };
}
