import { deleteExpiredEmailChanges } from '../accounts/email-change-queries.ts';
import { deleteExpiredFactorChallenges } from '../accounts/factor-queries.ts';
import { deleteExpiredSessions } from '../accounts/queries.ts';
import { deleteOldResets } from '../accounts/reset-queries.ts';
import { deleteOldLines } from '../audit/queries.ts';
import type { Sql } from '../db/connect.ts';
import { deleteOldMails } from '../mail/queries.ts';
import { deleteUnconfirmed } from '../payer-contacts/queries.ts';
import { deleteExpiredLinks } from '../payout-wallet/queries.ts';
import { deleteExpiredChallenges } from '../wallet-proof/queries.ts';

/**
 * Deletes expired sessions and proofs, which are already rejected, and anyone can create them; and what is old of mails and of the audit log. `now` in real
 * time.
 */
export async function forgetExpired(db: Sql, now: number): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteOldResets(db, now);
  await deleteExpiredEmailChanges(db, now);
  await deleteExpiredFactorChallenges(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteExpiredLinks(db, now);
  await deleteUnconfirmed(db, now);
  await deleteOldMails(db, now);
  await deleteOldLines(db, now);
}
