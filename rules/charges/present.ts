import { type AccountFailureCode, type FailureColumns, presentFailure } from '../failures.ts';
import { type Authorized, authorizedUntilOf } from '../mandates/present.ts';
import type { ChargeStatus } from './machine.ts';

/** What the API shows of a charge's row. Amounts in atomic units, times in the merchant's Unix seconds. */
export interface ShownCharge extends FailureColumns<AccountFailureCode> {
  id: string;
  livemode: boolean;
  createdAt: number;
  mandateId: string;
  periodIndex: number;
  amount: bigint;
  dueAt: number;
  status: ChargeStatus;
  attempts: number;
  txSignature: string | null;
  refunded: bigint;
  nextAttemptAt: number | null;
  version: number;
}

/**
 * A charge as the API shows it; payer, payee, mint and authorizedUntil are its mandate's. A mandate that has ended collects
 * nothing more, so that what was still planned has no next attempt.
 */
export function presentCharge(
  row: ShownCharge,
  mandate: Authorized & { payer: string; payee: string; mint: string; endedAt: number | null },
) {
  return {
    object: 'charge' as const,
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
    failure: presentFailure(row),
    nextAttemptAt: mandate.endedAt === null ? row.nextAttemptAt : null,
    version: row.version,
  };
}
