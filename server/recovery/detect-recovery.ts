import type { Sql } from '../db/connect.ts';
import type { Logger } from '../log.ts';
import { recoverIfPostgresChanged, startRecovery } from './chain-state.ts';
import { noteFirstPostgres } from './postgres-identity.ts';

/**
 * Decides at start whether the database may have forgotten charges: `--recover` was given, or Postgres has
 * another system or timeline than recorded (a restore, a failover). From then on the chain is asked about
 * each charge of every earlier mandate before anything is signed for it.
 */
export async function detectRecovery(
  db: Sql,
  log: Logger,
  { recover, now }: { recover: boolean; now: number },
): Promise<void> {
  await noteFirstPostgres(db);
  const changed = await recoverIfPostgresChanged(db, now);
  if (recover && !changed) await startRecovery(db, now);
  if (recover || changed)
    log.warn({ recover, changed }, 'recovery: charges are looked up on chain before they are signed');
}
