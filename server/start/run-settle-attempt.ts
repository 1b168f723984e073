import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../log.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { APPLIERS } from '../refunds/apply-outcome.ts';
import { startChains } from './chains.ts';

/** The command `settle-attempt`, with or without a running service. */
export async function runSettleAttempt(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const clock = systemClock;
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
      : null;
  const db = connect(config.databaseUrl ?? embedded!.url, { max: 2, applicationName: 'autopay-settle' });
  try {
    const { localnet, ...chains } = await startChains(config, db, { clock, log });
    const by = `${userName()}@${hostname()}`;
    await settleAttempt({ db, clock, log, chains }, APPLIERS, { ...config.settle!, by }, (line) => {
      process.stdout.write(`${line}\n`);
    }).finally(() => localnet?.stop());
  } finally {
    await db.end({ timeout: 5 });
    await embedded?.stop();
  }
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
