import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Creates `path` with a secret in it: readable only by its owner (0600), and either complete or missing,
 * whatever is killed when. Returns false, and changes nothing, if the file exists: of two simultaneous
 * processes, only one creates it.
 */
export async function createPrivateFile(path: string, content: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true });
    await link(partial, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * The text of a file that holds a secret. Throws a StartError if its group or others may read, write or
 * execute it.
 */
export async function readPrivateFile(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const mode = (await file.stat()).mode & 0o777;
    if ((mode & 0o077) !== 0) {
      throw new StartError(
        `${path} holds a secret key and is open to others of this machine (mode 0${mode.toString(8)}). Allow its owner alone: chmod 600 ${path}`,
      );
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
