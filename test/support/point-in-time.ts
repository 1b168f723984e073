import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connect } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { eventually } from './eventually.ts';

/** What no copy takes along: it belongs to the server that runs on the original. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal']);

/** A PostgreSQL that archives its write-ahead log, as one in production does, with a base backup to restore to any moment since. */
export class ArchivedPostgres {
  readonly #directory: string;
  readonly #archive: string;
  #server: EmbeddedPostgres;
  #dataDir: string;
  #restores = 0;

  private constructor(directory: string, server: EmbeddedPostgres) {
    this.#directory = directory;
    this.#archive = join(directory, 'wal');
    this.#dataDir = join(directory, 'postgres');
    this.#server = server;
  }

  static async start(): Promise<ArchivedPostgres> {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-archived-'));
    // When this runs as root, the server runs as another user, who traverses this directory and writes the archive.
    await chmod(directory, 0o711);
    const archive = join(directory, 'wal');
    await mkdir(archive);
    await chmod(archive, 0o777);
    const server = await startEmbeddedPostgres({
      dataDir: join(directory, 'postgres'),
      settings: {
        wal_level: 'replica',
        archive_mode: 'on',
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      },
    });
    return new ArchivedPostgres(directory, server);
  }

  get url(): string {
    return this.#server.url;
  }

  /** A base backup while everything runs ("Making a Base Backup Using the Low Level API", PostgreSQL's manual, section 25.3). */
  async backUp(): Promise<void> {
    const { cluster } = clusterPaths(this.#dataDir);
    const target = join(this.#directory, 'base');
    // One session from beginning to end: the backup is its own.
    const session = connect(this.url, { max: 1, applicationName: 'autopay-backup' });
    try {
      await session`select pg_backup_start('drill', true)`;
      const filter = (source: string) => !LEFT_OUT.has(basename(source));
      await cp(cluster, target, {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
        filter,
      });
      const [stopped] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(true)`;
      await writeFile(join(target, 'backup_label'), stopped!.labelfile);
    } finally {
      await session.end();
    }
  }

  /** Now, by the server, and everything until now in the archive. */
  async noteMoment(): Promise<string> {
    const sql = connect(this.url, { max: 1, applicationName: 'autopay-backup' });
    try {
      const [row] = await sql<[{ now: string }]>`select clock_timestamp()::text as now`;
      // Something later must be in the log, or the recovery would not know that it has come to that moment.
      await sql`select pg_sleep(0.2), txid_current()`;
      return row.now;
    } finally {
      await sql.end();
    }
  }

  /** The machine burns: the server ends, its data is gone. What was archived and the base backup are elsewhere. */
  async lose(): Promise<void> {
    const sql = connect(this.url, { max: 1, applicationName: 'autopay-backup' });
    const [{ name }] = await sql<[{ name: string }]>`select pg_walfile_name(pg_switch_wal()) as name`;
    await eventually(async () => (await readdir(this.#archive)).includes(name));
    await sql.end();
    await this.#server.stop();
    await rm(clusterPaths(this.#dataDir).cluster, { recursive: true });
  }

  /** A new server from the base backup and the archive, as of `moment`. Resolves once it takes writes. */
  async restore(moment: string): Promise<void> {
    this.#restores += 1;
    const before = this.#dataDir;
    const dataDir = join(this.#directory, `restored-${this.#restores}`);
    const { cluster, password } = clusterPaths(dataDir);
    await mkdir(dataDir, { mode: 0o711 });
    await cp(join(this.#directory, 'base'), cluster, { recursive: true, verbatimSymlinks: true });
    await mkdir(join(cluster, 'pg_wal'), { recursive: true });
    await cp(clusterPaths(before).password, password);
    await writeFile(join(cluster, 'recovery.signal'), '');
    const owner = await stat(join(this.#archive, (await readdir(this.#archive))[0]!));
    for (const entry of ['', ...(await readdir(cluster, { recursive: true }))])
      await chown(join(cluster, entry), owner.uid, owner.gid);
    await chmod(cluster, 0o700);
    this.#dataDir = dataDir;
    this.#server = await startEmbeddedPostgres({
      dataDir,
      settings: {
        restore_command: `cp ${this.#archive}/%f %p`,
        recovery_target_time: moment,
        recovery_target_action: 'promote',
      },
    });
    const sql = connect(this.url, { max: 1, applicationName: 'autopay-backup' });
    await eventually(async () => {
      const [row] = await sql<[{ recovering: boolean }]>`select pg_is_in_recovery() as recovering`;
      return !row.recovering;
    }, 60_000);
    await sql.end();
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
