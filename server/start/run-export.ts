import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { exportMerchant, type Write } from '../exit-kit/export-merchant.ts';
import { systemClock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';

/**
 * The command `export`: writes to the file, which must not exist yet and only its owner can read, or to standard output. Throws a StartError if there is no
 * such merchant.
 */
export async function runExport(config: Config): Promise<void> {
  const { merchantId, mode, out } = config.export!;
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
      : null;
  const db = connect(config.databaseUrl ?? embedded!.url, { max: 2, applicationName: 'autopay-export' });
  const file = out === null ? null : await open(out, 'wx', 0o600);
  const write: Write =
    file === null
      ? async (text) => {
          if (!process.stdout.write(text)) await once(process.stdout, 'drain');
        }
      : async (text) => void (await file.write(text));
  try {
    const now = systemClock.seconds();
    const counts = await exportMerchant(db, { merchantId, livemode: mode === 'live' }, { now, write });
    if (counts === null) throw new StartError(`export: there is no merchant ${merchantId}.`);
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    process.stderr.write(`${told.map(([kind, count]) => `${count} ${kind}`).join(', ')}\n`);
  } finally {
    await file?.close();
    await db.end({ timeout: 5 });
    await embedded?.stop();
  }
}
