import type { TransactionError } from '@solana/kit';
import type { AttemptRow } from '../attempts/queries.ts';
import { classifyFailure } from '../chain/failure.ts';
import { readTransaction } from '../chain/read-transaction.ts';
import { readTransfers } from '../chain/transfer.ts';
import { failCharge, setBackCharge, skipCharge } from './close-charge.ts';
import { settleCharge } from './settle-charge.ts';
import type { Locked } from '../collection/with-lease.ts';
import type { Tx } from '../db/connect.ts';
import type { Moment } from '../merchants/moment.ts';
import type { Landing } from '../attempts/settlements.ts';

/** The outcome of an attempt, as its charge or refund needs it. */
export type Outcome =
  | { kind: 'landed'; landings: readonly Landing[] }
  | { kind: 'failed'; error: TransactionError }
  | { kind: 'expired' };

/**
 * Applies the outcome of an attempt to its charge. The caller holds mandate, charge and attempt locked.
 * Returns false, and changes nothing, for a landing whose transfers all settled something else.
 */
export async function applyToCharge(
  tx: Tx,
  { mandate, charge }: Locked,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<boolean> {
  if (outcome.kind === 'landed') {
    // Already found by its reference: the same money.
    if (charge.status === 'succeeded') return true;
    return settleCharge(tx, { mandate, charge }, outcome.landings, moment);
  }
  // An attempt that is resolved late does not affect a charge that went on without it.
  if (charge.status !== 'processing' || charge.wakeAt !== null) return true;
  const failure = outcome.kind === 'failed' ? classifyFailure(outcome.error, transferIndexOf(attempt)) : null;
  if (mandate.status !== 'active') await skipCharge(tx, { mandate, charge }, moment);
  else if (failure?.kind === 'account') await failCharge(tx, { mandate, charge }, failure, moment);
  else await setBackCharge(tx, charge, moment);
  return true;
}

/**
 * The index of the transfer in an attempt's transaction: an error elsewhere says nothing about the accounts.
 */
export function transferIndexOf({ wire, reference }: Pick<AttemptRow, 'wire' | 'reference'>): number {
  const read = readTransaction(wire);
  const [transfer] = read === null ? [] : readTransfers(read, reference);
  if (transfer === undefined) throw new Error('Bug: an attempt without its transfer was committed.');
  return transfer.instructionIndex;
}
