import type { TransactionError } from '@solana/kit';
import { findOwnTransfer } from '../chain/transfer.ts';
import type { Sql, Tx } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Moment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { AttemptRow } from './queries.ts';
import type { Landing } from './settlements.ts';

/** The outcome of an attempt, as its charge or refund needs it. */
export type Outcome =
  | { kind: 'landed'; landings: readonly Landing[] }
  | { kind: 'failed'; error: TransactionError }
  | { kind: 'expired' };

/** The charge or refund of an attempt, locked with its mandate until the transaction ends. */
export interface LockedTarget {
  tenant: Tenant;
  /** The transaction that settled it; null if none has. */
  txSignature: string | null;
  /**
   * Applies the outcome of its attempt, which the caller holds locked. Returns false, and changes nothing,
   * for a landing whose transfers all settled something else.
   */
  apply(attempt: AttemptRow, outcome: Outcome, moment: Moment): Promise<boolean>;
}

/** An attempt that landed, with the position of its transfer. */
export interface LandedAttempt {
  attempt: AttemptRow;
  landing: Landing;
}

/** What an outcome means for one kind of target. Attempts know neither charges nor refunds. */
export interface Applier {
  /** Locks in the usual order: the mandate, the charge, the refund. */
  lock(tx: Tx, attempt: AttemptRow): Promise<LockedTarget>;
  /** Whether a worker is about to make another attempt. */
  isTakenUp(sql: Sql, attempt: AttemptRow): Promise<boolean>;
}

/** The applier of each kind of attempt. */
export interface Appliers {
  charge: Applier & {
    /**
     * Locks and settles the charges of many attempts, each of another mandate and all of one mode. Returns those whose own transfer has settled
     * its charge now, and those that somebody else has recorded meanwhile. Nothing changes for the others: an earlier transfer settled theirs.
     */
    settleTogether(
      tx: Tx,
      landed: readonly LandedAttempt[],
      clock: Pick<Clock, 'seconds'>,
    ): Promise<{ settled: AttemptRow[]; recorded: AttemptRow[] }>;
  };
  refund: Applier;
}

/** The one for this attempt. */
export function applierOf(appliers: Appliers, { chargeId }: Pick<AttemptRow, 'chargeId'>): Applier {
  return chargeId === null ? appliers.refund : appliers.charge;
}

/**
 * The index of the transfer in an attempt's transaction: an error elsewhere says nothing about the accounts.
 */
export function transferIndexOf({ wire, reference }: Pick<AttemptRow, 'wire' | 'reference'>): number {
  const index = findOwnTransfer(wire, reference);
  if (index === null) throw new Error('Bug: an attempt without its transfer was committed.');
  return index;
}
