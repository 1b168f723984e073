import type { components } from '../generated/api.ts';
import { authorizedUntilOf } from '../mandates/present.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { ChargeRow } from './queries.ts';

/** A charge as the API shows it; payer, payee, mint and authorizedUntil are its mandate's. */
export function presentCharge(
  row: ChargeRow,
  mandate: Pick<MandateRow, 'payer' | 'payee' | 'mint'> & Parameters<typeof authorizedUntilOf>[0],
): components['schemas']['Charge'] {
  return {
    object: 'charge',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    mandateId: row.mandateId,
    periodIndex: row.periodIndex,
    amount: row.amount.toString(),
    dueAt: row.dueAt,
    status: row.status,
    attempts: row.attempts,
    txSignature: row.txSignature,
    refundedAmount: row.refunded.toString(),
    payer: mandate.payer,
    payee: mandate.payee,
    mint: mandate.mint,
    authorizedUntil: authorizedUntilOf(mandate),
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? '' },
    nextAttemptAt: row.nextAttemptAt,
    version: row.version,
  };
}
