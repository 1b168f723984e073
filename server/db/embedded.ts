import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, resolve } from 'node:path';
import { sleep } from '../lib/clock.ts';
import { findPostgresBinaries, type PostgresBinaries } from './embedded-binaries.ts';
import { clusterPaths, CLUSTER_USER, ensureCluster } from './embedded-cluster.ts';
import { isReachable, postgresUser, rootFallbackDir, type SystemUser } from './embedded-user.ts';
import { findPostmaster, isAlive, isReady, ownerArgument } from './postmaster.ts';
import { StartError } from '../lib/start-error.ts';

/** A PostgreSQL server that runs as long as this process. */
export interface EmbeddedPostgres {
  /** For any client: on 127.0.0.1, with its password. The port of the last start if it is free. */
  url: string;
  /** Resolves when the server has ended, by `stop` or by dying. */
  exited: Promise<unknown>;
  /**
   * Closes every connection, writes everything to disk and waits for the server to end. May be called twice.
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /**
   * Holds the cluster, its password (0600) and its log. Created at the first start; the data survives any
   * kind of exit.
   */
  dataDir: string;
  /** Server settings that override ours, for disposable data: tests turn `fsync` off. */
  settings?: Record<string, string>;
}

/**
 * Sized for one machine that also runs the service. `fsync` stays on: a confirmed commit survives a power
 * cut.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Terse omits the row that violated a constraint: rows contain people's e-mail addresses.
  log_error_verbosity: 'terse',
};
/**
 * Replaying the log after a crash takes seconds per gigabyte, and at most 1 GB is kept. If it takes longer,
 * it hangs.
 */
const START_TIMEOUT_MS = 120_000;
/** A fast shutdown closes all connections and writes at most shared_buffers (64 MB). */
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** The log shows recent errors; it is restarted past 10 MB. */
const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts the server in `dataDir`, making the cluster first where there is none.
 *
 * It ends with this process however that exits, kill -9 included: a shell waits on a pipe that only we hold
 * open. If an earlier
 * process left a server running, it is stopped first. Throws when another living process uses `dataDir`.
 * As root the server runs as an unprivileged user, and `dataDir` moves below /var/lib where that user cannot
 * reach it.
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  let directory = resolve(dataDir);
  await mkdir(dirname(directory), { recursive: true });
  let runsAs = await postgresUser(clusterPaths(directory).cluster);
  if (runsAs && !(await isReachable(clusterPaths(directory).cluster, runsAs))) {
    directory = rootFallbackDir('data', directory);
    runsAs = await postgresUser(clusterPaths(directory).cluster);
  }
  const binaries = await findPostgresBinaries(runsAs);
  await ensureCluster(directory, binaries, runsAs);
  await stopLeftover(directory);
  const start = (port: number) =>
    launch(directory, binaries, runsAs, { ...SETTINGS, ...settings, port: String(port) });
  const lastPort = Number(await readFile(clusterPaths(directory).port, 'utf8').catch(() => '0'));
  return start(await choosePort(lastPort)).catch(async (error: Error) => {
    // Another program may take the port between choosing and binding it.
    if (!error.message.includes('could not bind')) throw error;
    return start(await choosePort(0));
  });
}

/**
 * The same for a command beside the service: while a living process has a server on `dataDir`, its URL, and `stop` leaves it running. Throws a
 * StartError while that server starts or ends.
 */
export async function useEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  for (const directory of [resolve(options.dataDir), rootFallbackDir('data', resolve(options.dataDir))]) {
    const { cluster, password, port } = clusterPaths(directory);
    const running = await findPostmaster(cluster);
    if (running === null || !isAlive(running.ownerPid)) continue;
    if (!(await isReady(cluster, running.pid))) throw inUse(directory, running.ownerPid);
    const [secret, at] = await Promise.all([readFile(password, 'utf8'), readFile(port, 'utf8')]);
    return { url: urlAt(secret, at), stop: () => Promise.resolve() };
  }
  return startEmbeddedPostgres(options);
}

function urlAt(password: string, port: string): string {
  return `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/postgres`;
}

async function stopLeftover(directory: string): Promise<void> {
  const { cluster } = clusterPaths(directory);
  const leftover = await findPostmaster(cluster);
  if (!leftover) return;
  if (isAlive(leftover.ownerPid)) throw inUse(directory, leftover.ownerPid);
  const deadline = AbortSignal.timeout(STOP_TIMEOUT_MS);
  signal(leftover.pid, 'SIGINT');
  while ((await findPostmaster(cluster))?.pid === leftover.pid) {
    if (deadline.aborted)
      throw new StartError(
        `A database server from before (process ${leftover.pid}) does not stop. Stop it by hand.`,
      );
    await sleep(POLL_MS);
  }
}

async function launch(
  directory: string,
  binaries: PostgresBinaries,
  runsAs: SystemUser | null,
  settings: Record<string, string> & { port: string },
): Promise<EmbeddedPostgres> {
  const paths = clusterPaths(directory);
  const size = (await stat(paths.log).catch(() => null))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await truncate(paths.log);
  const logStart = size > MAX_LOG_BYTES ? 0 : size;
  const log = await open(paths.log, 'a', 0o600);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binaries.postgres, ['-D', paths.cluster, '-c', ownerArgument(process.pid), ...args], {
    ...runsAs,
    cwd: paths.cluster,
    env: { LC_ALL: 'C' },
    // Its own process group: Ctrl-C in a terminal reaches only us, and we stop it when our work is done.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = new Promise<Error | null>((done) =>
    server.once('exit', () => done(null)).once('error', done),
  );
  await log.close();
  await guard(server);
  await waitUntilReady(directory, server, exited, logStart);
  await writeFile(paths.port, settings.port);
  server.unref();
  const password = await readFile(paths.password, 'utf8');
  return {
    url: urlAt(password, settings.port),
    exited,
    stop: () => stop(server, exited),
  };
}

/**
 * Stops the server when we are gone: the shell's `read` ends when the last end of its pipe closes, and only
 * we have it.
 */
async function guard(server: ChildProcess): Promise<void> {
  if (!server.pid) return;
  const shell = spawn('/bin/sh', ['-c', 'read _; kill -INT "$0"', String(server.pid)], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(shell, 'spawn');
  shell.unref();
  // Once the server has ended its pid may be reused.
  server.once('exit', () => shell.kill('SIGKILL'));
}

async function waitUntilReady(
  directory: string,
  server: ChildProcess,
  exited: Promise<Error | null>,
  logStart: number,
): Promise<void> {
  const { cluster, log } = clusterPaths(directory);
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  const gone = new AbortController();
  void exited.then(() => gone.abort());
  while (!(await isReady(cluster, server.pid ?? 0))) {
    if (deadline.aborted) await stop(server, exited);
    if (gone.signal.aborted) {
      const other = await findPostmaster(cluster);
      if (other) throw inUse(directory, other.ownerPid);
      const said = (await exited)?.message ?? (await readFile(log)).subarray(logStart).toString().trim();
      throw new StartError(`The embedded database in ${directory} did not start:\n${said}`);
    }
    await sleep(POLL_MS, gone.signal);
  }
}

async function stop(server: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (server.pid && server.exitCode === null && server.signalCode === null) {
    server.ref();
    server.kill('SIGINT');
    // SIGQUIT ends the server immediately; the next start replays the log, so no commit is lost.
    const impatient = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(impatient);
  }
}

/** `preferred` if it is free, so that a URL someone noted keeps working; otherwise a port from the system. */
async function choosePort(preferred: number): Promise<number> {
  const probe = createServer();
  const listening = once(probe.listen(preferred, '127.0.0.1'), 'listening').catch(() => null);
  if ((await listening) === null) return choosePort(0);
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function inUse(directory: string, ownerPid: number): Error {
  return new StartError(
    `The database in ${directory} is in use by process ${ownerPid}. Stop that first, or choose another AUTOPAY_DATA_DIR, or give both one DATABASE_URL.`,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what was requested.
  }
}
