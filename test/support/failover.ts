import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';

const run = promisify(execFile);

/** Postgres behind its own address, which a lagging replica can take over, as in a failover. */
export class FailoverPostgres {
  readonly #directory: string;
  readonly #servers: EmbeddedPostgres[] = [];
  #primary: string;
  #replica = '';

  private constructor(directory: string) {
    this.#directory = directory;
    this.#primary = join(directory, 'postgres-0');
  }

  static async start(): Promise<FailoverPostgres> {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-failover-'));
    // When this runs as root, the server runs as another user, who needs to traverse this directory.
    await chmod(directory, 0o711);
    const postgres = new FailoverPostgres(directory);
    postgres.#servers.push(await startEmbeddedPostgres({ dataDir: postgres.#primary }));
    return postgres;
  }

  /** The address, which stays the same. */
  get url(): string {
    return this.#current.url;
  }

  get #current(): EmbeddedPostgres {
    return this.#servers.at(-1)!;
  }

  /** A copy of everything that is committed now, for `failOver`: a replica that receives nothing from here on. */
  async copy(): Promise<void> {
    const primary = this.#primary;
    const replica = (this.#replica = join(this.#directory, `postgres-${this.#servers.length}`));
    const sql = connect(this.#current.url, { max: 1, applicationName: 'autopay-test-copy' });
    await sql`select pg_backup_start('replica', true)`;
    await run('cp', ['-a', primary, replica]);
    const [stopped] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    await sql.end();
    const { cluster } = clusterPaths(replica);
    await run('cp', ['-a', join(clusterPaths(primary).cluster, 'pg_wal'), cluster]);
    // With `recovery.signal` it replays what it has, and then continues on its own timeline.
    const owner = await stat(cluster);
    for (const [name, text] of [
      ['backup_label', stopped!.labelfile],
      ['recovery.signal', ''],
    ] as const) {
      await writeFile(join(cluster, name), text, { mode: 0o600 });
      await chown(join(cluster, name), owner.uid, owner.gid);
    }
    await rm(join(cluster, 'postmaster.pid'));
  }

  /** Ends every session and promotes the copy at the same address. */
  async failOver(): Promise<void> {
    const { url } = this;
    await this.#current.stop();
    const settings = { restore_command: '/bin/false' };
    this.#servers.push(await startEmbeddedPostgres({ dataDir: this.#replica, settings }));
    this.#primary = this.#replica;
    // The port of its data directory is the primary's, and free by now.
    if (this.url !== url) throw new Error(`The replica is not at ${url} but at ${this.url}.`);
  }

  async stop(): Promise<void> {
    await this.#current.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
