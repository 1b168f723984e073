import { authorizedUntil } from '../../../rules/mandates/terms.ts';
import type { components } from '../generated/api.ts';
import type { ChargeRow, MandateRow } from './rows.ts';

/** A mandate as the API shows it. */
export function presentMandate(row: MandateRow): components['schemas']['Mandate'] {
  return {
    object: 'mandate',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    merchantId: row.merchantId,
    payer: row.payer,
    payee: row.payee,
    mint: row.mint,
    amountPerPeriod: row.amountPerPeriod.toString(),
    periodSeconds: row.periodSeconds,
    maxPeriods: row.maxPeriods,
    startAt: row.startAt,
    expiresAt: row.expiresAt,
    status: row.status,
    periodsCharged: row.periodsCharged,
    trialEndsAt: row.trialSeconds > 0 ? (row.anchorAt ?? row.startAt + row.trialSeconds) : null,
    fundsSufficientAtSignup: row.fundsSufficient,
    sellMode: row.sellMode,
    trialSeconds: row.trialSeconds,
    reference: row.reference,
    planSignature: row.planSignature,
    delegate: row.delegate,
    planDelegate: row.delegate,
    authorizedUntil: authorizedUntilOf(row),
    version: row.version,
  };
}

/** A charge as the API shows it; payer, payee and mint are its mandate's. */
export function presentCharge(row: ChargeRow, mandate: MandateRow): components['schemas']['Charge'] {
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
    failure: row.failure,
    nextAttemptAt: row.nextAttemptAt,
    version: row.version,
  };
}

function authorizedUntilOf(row: MandateRow): number | null {
  return row.anchorAt === null ? null : authorizedUntil(row, row.anchorAt, row.budget);
}
