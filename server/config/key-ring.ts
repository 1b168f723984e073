import { randomBytes } from 'node:crypto';
import { createPrivateFile, readPrivateFile } from '../lib/private-file.ts';
import { StartError } from '../lib/start-error.ts';

/** A 256-bit AES key with the id that is stored with what it encrypts. */
export interface SecretsKey {
  id: string;
  key: Uint8Array;
}

/**
 * The keys for secrets at rest. The first one encrypts; the others are older keys, kept to decrypt data
 * written before a rotation.
 */
export type KeyRing = readonly [SecretsKey, ...SecretsKey[]];

const ENTRY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Parses a ring written as `id:base64-of-32-bytes`, several separated by commas; null if malformed, or if an
 * id repeats.
 */
export function parseKeyRing(text: string): KeyRing | null {
  const keys: SecretsKey[] = [];
  for (const entry of text.split(',')) {
    const [, id, base64] = ENTRY.exec(entry.trim()) ?? [];
    if (!id || !base64 || keys.some((key) => key.id === id)) return null;
    keys.push({ id, key: new Uint8Array(Buffer.from(base64, 'base64')) });
  }
  const [first, ...others] = keys;
  return first ? [first, ...others] : null;
}

/**
 * The ring in the file `path`, created with one key at the first start. For the embedded database, which is
 * in the same directory: losing the file means losing the webhook secrets in that database.
 */
export async function loadOrCreateKeyRing(path: string): Promise<KeyRing> {
  await createPrivateFile(path, `k1:${randomBytes(32).toString('base64')}\n`);
  const ring = parseKeyRing((await readPrivateFile(path)).trim());
  if (!ring)
    throw new StartError(`${path} does not hold keys as id:base64-of-32-bytes. Restore it from a backup.`);
  return ring;
}
