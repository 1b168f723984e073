import type { components } from '../generated/api.ts';
import type { RefundRow } from './queries.ts';

/** A refund as the API shows it, with its transaction while it awaits the payee's signature. */
export function presentRefund(row: RefundRow): components['schemas']['Refund'] {
  const waits = row.status === 'pending' && row.signer === 'payee' && row.issuedWire !== null;
  return {
    object: 'refund',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    chargeId: row.chargeId,
    mandateId: row.mandateId,
    amount: row.amount.toString(),
    status: row.status,
    txSignature: row.txSignature,
    reason: row.reason,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? '' },
    ...(waits ? { transaction: Buffer.from(row.issuedWire!).toString('base64') } : {}),
  };
}
