import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A user other than the one running this process. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** `nobody` on Debian, Alpine and Red Hat: a user that exists everywhere and owns nothing. */
const NOBODY: SystemUser = { uid: 65534, gid: 65534 };

/**
 * The user that the embedded PostgreSQL runs as; null for our own. PostgreSQL refuses to run as root; then it
 * is the owner of the cluster, if there is one, else `nobody`.
 */
export async function postgresUser(clusterDir: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const found = await stat(clusterDir).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : NOBODY;
}

/**
 * Whether `user` may enter every existing directory above `path`. Group permissions do not count: the user
 * gets no groups.
 */
export async function isReachable(path: string, { uid }: SystemUser): Promise<boolean> {
  for (let directory = dirname(resolve(path)); ; directory = dirname(directory)) {
    const found = await stat(directory).catch(() => null);
    if (found && !(found.mode & (found.uid === uid ? 0o100 : 0o001))) return false;
    if (directory === dirname(directory)) return true;
  }
}

/**
 * Where root's data goes if `nobody` cannot enter the requested directory, such as one under /root. Not the
 * temporary directory, since the data must survive a reboot; the same `path` always maps to the same place.
 */
export function rootFallbackDir(kind: string, path: string): string {
  const key = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12);
  return join('/var/lib', `autopay-${kind}-${key}`);
}
