import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates `path` with a secret in it: readable by its owner alone (0600), and either whole or not there, whatever is killed when.
 * Answers false, and changes nothing, when the file exists: of two processes that create it at once, one does.
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
