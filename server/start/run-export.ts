import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { withDatabase } from '../db/with-database.ts';
import { comeBack, depart } from '../exit-kit/depart.ts';
import { digestOf } from '../exit-kit/digest.ts';
import { exportMerchant, type Write } from '../exit-kit/export-merchant.ts';
import { findHead } from '../exit-kit/queries.ts';
import { systemClock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';

/**
 * The command `export`: writes to the file, which must not exist yet and only its owner can read, or to standard output; before that it lets the merchant depart,
 * or instead lets it return, if that is asked for. Throws a StartError if there is no such merchant.
 */
export async function runExport(config: Config): Promise<void> {
  const { merchantId, mode, out, move, movedTo } = config.export!;
  const tenant = { merchantId, livemode: mode === 'live' };
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  let file: FileHandle | null = null;
  const write: Write = async (text) => {
    if (file !== null) await file.write(text);
    else if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  await withDatabase(config, 'autopay-export', async (db) => {
    if ((await findHead(db, tenant)) === null)
      throw new StartError(`export: there is no merchant ${merchantId}.`);
    if (move === 'returns') {
      await comeBack({ db, clock: systemClock }, tenant);
      say(`${merchantId} collects here again in ${mode} mode. Each charge is looked up on chain first.`);
      return;
    }
    // Before anything is stopped: the file may not be written over another.
    file = out === null ? null : await openNew(out);
    if (move === 'departs') {
      let said = '';
      await depart({ db, clock: systemClock }, tenant, {
        movedTo,
        onWait: ({ attempts, charges, issued }) => {
          const state = `waiting for ${attempts} signatures, ${charges} charges and ${issued} transactions at payers to settle`;
          if (state !== said) say((said = state));
        },
      });
      say(`Nothing is collected for ${merchantId} here in ${mode} mode any more.`);
    }
    const counts = await exportMerchant(db, tenant, { now: systemClock.seconds(), write });
    if (counts === null) throw new Error(`Bug: ${merchantId} is gone.`);
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    if (out !== null) say(`${await digestOf(out)}  ${out}`);
    say(told.map(([kind, count]) => `${count} ${kind}`).join(', '));
  }).finally(() => file?.close());
}

/** Throws a StartError if it exists. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StartError(`export: ${path} exists already. Name another file; nothing was done.`);
    throw new StartError(`export: ${path} cannot be written (${code ?? message}). Nothing was done.`);
  }
}
