import type { TransactionError } from '@solana/kit';
import type { AttemptRow } from '../attempts/queries.ts';
import { classifyFailure } from '../chain/failure.ts';
import { readTransaction } from '../chain/read-transaction.ts';
import { readTransfers } from '../chain/transfer.ts';
import { failCharge, setBackCharge, skipCharge } from '../charges/close-charge.ts';
import { lockCharge } from '../charges/queries.ts';
import { settleCharge } from '../charges/settle-charge.ts';
import type { Tx } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { Moment } from '../merchants/moment.ts';

/** What a charge or refund is told of its attempt. */
export type Outcome =
  | { kind: 'landed'; signature: string }
  | { kind: 'failed'; error: TransactionError }
  | { kind: 'expired' };

/** Takes a charge on from what became of its attempt. The caller holds mandate and attempt locked. */
export async function applyToCharge(
  tx: Tx,
  mandate: MandateRow,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<void> {
  const charge = await lockCharge(tx, attempt.chargeId!);
  if (outcome.kind === 'landed') {
    // Found by its reference before: the same money.
    if (charge.status !== 'succeeded') await settleCharge(tx, { mandate, charge }, outcome.signature, moment);
    return;
  }
  // An attempt that is resolved late has nothing to say about a charge that went on without it.
  if (charge.status !== 'processing' || charge.wakeAt !== null) return;
  if (mandate.status !== 'active') return skipCharge(tx, { mandate, charge }, moment);
  if (outcome.kind === 'failed') {
    const failure = classifyFailure(outcome.error, transferIndexOf(attempt));
    if (failure.kind === 'account') return failCharge(tx, { mandate, charge }, failure, moment);
  }
  return setBackCharge(tx, charge, moment);
}

/** Where in an attempt's transaction its transfer stands: an error elsewhere says nothing about the accounts. */
export function transferIndexOf({ wire, reference }: Pick<AttemptRow, 'wire' | 'reference'>): number {
  const read = readTransaction(wire);
  const [transfer] = read === null ? [] : readTransfers(read, reference);
  if (transfer === undefined) throw new Error('Bug: an attempt without its transfer was committed.');
  return transfer.instructionIndex;
}
