import { randomBytes } from 'node:crypto';
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises';
import { readPrivateFile } from '../lib/private-file.ts';
import { StartError } from '../lib/start-error.ts';

/** The value of a setting in a file of lines NAME=value. Throws a StartError if the file has no such line, or is open to others. */
export async function readSetting(path: string, name: string): Promise<string> {
  const line = (await readPrivateFile(path)).split('\n').find((each) => each.startsWith(`${name}=`));
  if (line === undefined)
    throw new StartError(
      `${path} has no line ${name}=, so it is not the file of these settings. Nothing was changed.`,
    );
  return line.slice(name.length + 1).trim();
}

/**
 * Gives settings new values in their file, all of them or, whatever is interrupted when, none. A setting without a line gets one at the end. The file
 * keeps its owner and is readable by that one alone.
 */
export async function writeSettings(path: string, values: Readonly<Record<string, string>>): Promise<void> {
  const lines = (await readPrivateFile(path)).replace(/\n$/, '').split('\n');
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    if (at < 0) lines.push(`${name}=${value}`);
    else lines[at] = `${name}=${value}`;
  }
  await replacePrivateFile(path, `${lines.join('\n')}\n`);
}

/** Replaces a file with a secret in it, keeping its owner. */
export async function replacePrivateFile(path: string, content: string): Promise<void> {
  const { uid, gid } = await stat(path);
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true });
    await keepOwner(partial, { uid, gid });
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Only root can give a file away, and only root has to. */
export async function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}
