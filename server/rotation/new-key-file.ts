import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateKeyFile } from '../chain/signer.ts';
import { StartError } from '../lib/start-error.ts';
import { keepOwner } from './settings-file.ts';

/**
 * Makes a keypair file beside `old`, with its owner: `live-delegate-20261123.json`. `now` in Unix seconds. Throws a StartError if this day already
 * has one.
 */
export async function makeKeyBeside(old: string, name: string, now: number): Promise<string> {
  const day = new Date(now * 1_000).toISOString().slice(0, 10).replaceAll('-', '');
  const path = join(dirname(old), `${name}-${day}.json`);
  const owner = await stat(old);
  if (!(await generateKeyFile(path)))
    throw new StartError(
      `${path} is there already: a key was made today. Put it into the settings, or move it away. Nothing was changed.`,
    );
  await keepOwner(path, owner);
  return path;
}
