import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { connect, type Sql } from '../../server/db/connect.ts';
import { findPostgresBinaries } from '../../server/db/embedded-binaries.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { postgresUser } from '../../server/db/embedded-user.ts';
import { until } from '../bench/until.ts';

/** A server that follows another. */
export interface Standby {
  url: string;
  port: number;
  /** Resolves once it has everything that the primary has written. */
  caughtUp(primary: Sql): Promise<void>;
  /** Makes it a primary of its own, on a new timeline. */
  promote(): Promise<void>;
  /** Stops it immediately, dropping everything. */
  stop(): Promise<void>;
}

/** What no copy takes along: it belongs to the server that runs on the original. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
/** A server under load removes files while they are copied; then the copy starts again. */
const COPIES = 10;

/**
 * Copies the running cluster of `primary` into `directory` and starts the copy as a standby that streams from `follow`: the primary, or
 * an address before it that can be cut.
 */
export async function startStandby(
  primary: { url: string; cluster: string },
  directory: string,
  { port, follow }: { port: number; follow: number },
): Promise<Standby> {
  const { cluster } = clusterPaths(directory);
  const runsAs = await postgresUser(primary.cluster);
  const binaries = await findPostgresBinaries(runsAs);
  await mkdir(directory, { mode: 0o711 });
  for (let copy = 1; !(await copyCluster(primary, cluster)); copy += 1) {
    if (copy === COPIES) throw new Error(`${COPIES} copies of ${primary.cluster} were all disturbed.`);
    await rm(cluster, { recursive: true });
  }
  const url = Object.assign(new URL(primary.url), { port: String(port) });
  const conninfo = `host=127.0.0.1 port=${follow} user=${url.username} password=${url.password} application_name=standby`;
  await writeFile(join(cluster, 'standby.signal'), '');
  if (runsAs) await ownAll(cluster, runsAs.uid, runsAs.gid);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    primary_conninfo: conninfo,
    wal_retrieve_retry_interval: '200ms',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binaries.postgres, ['-D', cluster, ...args], {
    ...runsAs,
    cwd: cluster,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', process.env['CHAOS_LOG'] === undefined ? 'ignore' : 'inherit'],
  });
  const exited = once(server, 'exit');
  process.once('exit', () => server.kill('SIGQUIT'));
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGQUIT');
      await exited;
    }
    await sql.end({ timeout: 1 });
  };
  const sql = connect(url.href, { max: 1, applicationName: 'chaos' });
  await until('the standby to follow', async () => {
    const rows = await sql`select 1 from pg_stat_wal_receiver where status = 'streaming'`.catch(() => []);
    return rows.length > 0;
  });
  return {
    url: url.href,
    port,
    caughtUp: async (primarySql) => {
      const [row] = await primarySql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
      await until('the standby to catch up', async () => {
        const [now] = await sql<{ behind: boolean }[]>`
          select pg_last_wal_replay_lsn() < ${row!.lsn}::pg_lsn as behind`;
        return !now!.behind;
      });
    },
    promote: async () => {
      await sql`select pg_promote()`;
    },
    stop,
  };
}

/** An online copy ("Making a Base Backup Using the Low Level API", PostgreSQL's manual, section 25.3). False where it was disturbed. */
async function copyCluster(primary: { url: string; cluster: string }, target: string): Promise<boolean> {
  // One session from beginning to end: the backup is its own.
  const session = connect(primary.url, { max: 1, applicationName: 'chaos' });
  try {
    await session`select pg_backup_start('chaos', true)`;
    const filter = (source: string) => !LEFT_OUT.has(basename(source));
    await cp(primary.cluster, target, { recursive: true, verbatimSymlinks: true, filter });
    const [stopped] = await session<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`;
    await writeFile(join(target, 'backup_label'), stopped!.labelfile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    await session.end();
  }
}

async function ownAll(directory: string, uid: number, gid: number): Promise<void> {
  await chown(directory, uid, gid);
  for (const entry of await readdir(directory, { recursive: true }))
    await chown(join(directory, entry), uid, gid);
}
