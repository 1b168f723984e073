import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../log.ts';
import { describeFinding, type Finding } from '../reconcile/finding.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { startChains } from './chains.ts';

/** What landed less long ago may not be recorded yet. */
const SETTLING_SECONDS = 600;
const DAY_SECONDS = 86_400;

/**
 * The command `reconcile`, beside a running service or without one: prints a line for all that does not match, and returns the code to exit with: 1 if
 * anything does not.
 */
export async function runReconcile(config: Config, print: (line: string) => void): Promise<0 | 1> {
  const clock = systemClock;
  const { from, to, mode, json } = config.reconcile!;
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
      : null;
  const db = connect(config.databaseUrl ?? embedded!.url, { max: 2, applicationName: 'autopay-reconcile' });
  try {
    const { localnet, ...chains } = await startChains(config, db, {
      clock,
      // The output is for the findings.
      log: createLogger('silent'),
    });
    try {
      const until = to ?? clock.seconds() - SETTLING_SECONDS;
      const range = { from: from ?? until - DAY_SECONDS, to: until };
      const asked = [chains.test, chains.live].filter((chain) => chain !== null);
      let mismatches = 0;
      for (const chain of asked.filter((one) => mode === null || one.mode === mode)) {
        const onFinding = (finding: Finding) => {
          mismatches += 1;
          print(
            json
              ? JSON.stringify({ mode: chain.mode, ...finding })
              : `${chain.mode}: ${describeFinding(finding)}`,
          );
        };
        const { checked } = await reconcile({ db, chain }, range, { onFinding });
        const times = `${new Date(range.from * 1000).toISOString()} to ${new Date(range.to * 1000).toISOString()}`;
        if (!json)
          print(`${chain.mode}: ${checked} settlements and transactions of ${times} were looked at.`);
      }
      if (!json) print(mismatches === 0 ? 'Books and chain match.' : `${mismatches} do not match.`);
      return mismatches === 0 ? 0 : 1;
    } finally {
      await localnet?.stop();
    }
  } finally {
    await db.end({ timeout: 5 });
    await embedded?.stop();
  }
}
