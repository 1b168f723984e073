import type { Sql } from '../db/connect.ts';
import type { Logger } from '../log.ts';
import { exchangePostgresIdentity, readPostgresIdentity, startRecovery } from '../settlement/chain-state.ts';

/**
 * Decides whether the database may have forgotten charges: it was asked for with `--recover`, or Postgres shows another
 * system or timeline than at the last start (a restore, a failover). From then on the chain is asked about each charge of
 * every mandate made until now before anything is signed for it.
 */
export async function detectRecovery(
  db: Sql,
  log: Logger,
  { recover, now }: { recover: boolean; now: number },
): Promise<void> {
  const current = await readPostgresIdentity(db);
  const before = await exchangePostgresIdentity(db, current);
  const changed =
    before !== null &&
    (before.systemIdentifier !== current.systemIdentifier || before.timelineId !== current.timelineId);
  if (!recover && !changed) return;
  // Mandates of this very second may have been made before the restart.
  await startRecovery(db, now + 1);
  log.warn({ recover, before, current }, 'recovery: charges are looked up on chain before they are signed');
}
