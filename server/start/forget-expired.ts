import { deleteExpiredSessions } from '../accounts/queries.ts';
import type { Sql } from '../db/connect.ts';
import { deleteExpiredLinks } from '../payout-wallet/queries.ts';
import { deleteExpiredChallenges } from '../wallet-proof/queries.ts';

/** Forgets the sessions and proofs whose time is over: they are refused already, and anyone can have them made. `now` in real time. */
export async function forgetExpired(db: Sql, now: number): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteExpiredLinks(db, now);
}
