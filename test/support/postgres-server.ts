import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, on which `freshDatabase` makes its databases. */
    postgresUrl: string;
  }
}

/** One real server for the whole run, discarded afterwards: it need not survive a power cut. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-test-'));
  // When this runs as root, the server runs as another user, who needs to traverse this directory.
  await chmod(directory, 0o711);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings });
  provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  };
}
