import type { components } from '../generated/api.ts';
import type { MandateRow } from './queries.ts';
import { authorizedUntil, type Terms } from '../../rules/mandates/terms.ts';

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
    planDelegate: row.planDelegate ?? row.delegate,
    authorizedUntil: authorizedUntilOf(row),
    version: row.version,
  };
}

/**
 * Until when the payer's approval covers the mandate; null until it is active, and for a one-time purchase.
 */
export function authorizedUntilOf(row: Terms & Pick<MandateRow, 'anchorAt' | 'budget'>): number | null {
  return row.anchorAt === null ? null : authorizedUntil(row, row.anchorAt, row.budget);
}
