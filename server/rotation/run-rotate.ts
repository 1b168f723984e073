import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { loadOrCreateKeyRing } from '../config/key-ring.ts';
import { withDatabase } from '../db/with-database.ts';
import { systemClock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import { rotateDelegate, rotateFeePayer, sayDelegates } from './rotate-keys.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** The command `rotate`: makes a new key, writes it into the settings, and says what it did and what is left to do. */
export async function runRotate(config: Config, print: (text: string) => void): Promise<void> {
  const { what, mode, settings, step } = config.rotate!;
  const say = (line: string) => print(`${line}\n`);
  await withDatabase(config, 'autopay-rotate', async (db) => {
    if (what === 'status') {
      for (const each of ['test', 'live'] as const) {
        const chain = config[each];
        if (chain.kind === 'rpc') await sayDelegates({ db, mode: each, say }, chain);
      }
      return;
    }
    if (what === 'secrets') {
      const { ring, file } = await ringOf(config, settings);
      return await rotateSecrets({ db, ring, file, say }, step);
    }
    const rotation = {
      db,
      mode,
      chain: config[mode],
      settings: requireSettings(settings),
      now: systemClock.seconds(),
      say,
    };
    await (what === 'delegate' ? rotateDelegate(rotation) : rotateFeePayer(rotation));
  });
}

/** The embedded database's ring is in a file of its own. */
async function ringOf(config: Config, settings: string | null) {
  if (config.secretsKeys !== null)
    return { ring: config.secretsKeys, file: { kind: 'settings' as const, path: requireSettings(settings) } };
  const path = join(config.dataDir, 'keys', 'secrets');
  return { ring: await loadOrCreateKeyRing(path), file: { kind: 'alone' as const, path } };
}

function requireSettings(settings: string | null): string {
  if (settings !== null) return settings;
  throw new StartError('rotate: it wants --settings and the file that processes get their settings from.');
}
