import type { Db } from '../db/connect.ts';
import { type SlotShare, listShares } from './share-queries.ts';

/** The payer's mandates may settle while the account is read; that takes only a moment. */
const TRIES = 5;

/**
 * Decides about a payer's account, which no lock holds still, on the ledger of the mandates that it serves:
 * `decide` reads the account, locks, and returns `ledger_moved` if the ledger is no longer `before` (see
 * `sameLedger`); then it is called again. Returns null if the ledger kept moving. Nothing is lost then: a
 * watch checks again.
 */
export async function onSteadyLedger<T extends string>(
  db: Db,
  account: { livemode: boolean; payer: string; mint: string },
  exceptMandateId: string | null,
  decide: (before: readonly SlotShare[]) => Promise<T | 'ledger_moved'>,
): Promise<T | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const outcome = await decide(await listShares(db, account, exceptMandateId));
    if (outcome !== 'ledger_moved') return outcome;
  }
  return null;
}
