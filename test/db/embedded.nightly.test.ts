import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { startEmbeddedPostgres, useEmbeddedPostgres } from '../../server/db/embedded.ts';
import { isAlive } from '../../server/db/postmaster.ts';
import { eventually } from '../support/eventually.ts';

let made: string;
let parent: string;
let dataDir: string;
let children: ChildProcessWithoutNullStreams[];

beforeAll(async () => {
  made = await temporaryDirectory();
  const server = await startEmbeddedPostgres({ dataDir: join(made, 'postgres') });
  await server.stop();
});

afterAll(() => rm(made, { recursive: true }));

beforeEach(async () => {
  parent = await temporaryDirectory();
  dataDir = join(parent, 'postgres');
  children = [];
});

/** As root the server runs as another user, who must pass through. */
async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-embedded-'));
  await chmod(directory, 0o711);
  return directory;
}

/** Puts a cluster that ran before into `dataDir`, in a tenth of the time that making one takes. */
function withCluster(): void {
  execFileSync('cp', ['-a', join(made, 'postgres'), dataDir]);
}

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await eventually(async () => !isAlive(await postmasterPid()));
  await rm(parent, { recursive: true });
});

/** Another process that owns the server in `dataDir`, and the URL that it told. */
async function startOwner(): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = spawn(process.execPath, ['test/support/embedded-owner.ts', dataDir]);
  children.push(child);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  await eventually(() => said.includes('\n') || child.exitCode !== null);
  if (!said.startsWith('{')) throw new Error(said);
  return { child, url: (JSON.parse(said) as { url: string }).url };
}

/** 2^22 is above every process number, so "none" is never alive. */
async function postmasterPid(): Promise<number> {
  const lock = await readFile(join(dataDir, 'cluster/postmaster.pid'), 'utf8').catch(() => '4194305');
  return Number(lock.split('\n')[0]);
}

async function query(url: string, statement: string) {
  const sql = connect(url, { max: 1, applicationName: 'test' });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

describe('how it ends', () => {
  beforeEach(withCluster);

  it('leaves no server behind when its process is killed with -9, and has every committed row again', async () => {
    const { child, url } = await startOwner();
    await query(url, 'create table kept (id int); insert into kept select generate_series(1, 1000)');
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    await eventually(() => !isAlive(pid));
    const again = await startEmbeddedPostgres({ dataDir });
    expect(again.url).toBe(url);
    expect(await query(again.url, 'select count(*) from kept')).toEqual([{ count: 1000 }]);
    await again.stop();
    await again.stop();
    expect(isAlive(await postmasterPid())).toBe(false);
  });

  it('starts at once after kill -9, while the server of before is still there', async () => {
    const { child, url } = await startOwner();
    await query(url, 'create table kept (id int); insert into kept values (1)');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await again.stop();
  });

  it('has every committed row again when the server itself is killed with -9', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    await query(server.url, 'create table kept (id int); insert into kept values (1)');
    process.kill(await postmasterPid(), 'SIGKILL');
    await server.exited;
    // What it had forked sees that and ends by itself; until then the next one would refuse to start.
    const again = await eventually(() => startEmbeddedPostgres({ dataDir }).catch(() => null));
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await again.stop();
  });

  it('ends with a process that is asked to end and does nothing about it', async () => {
    const { child } = await startOwner();
    const pid = await postmasterPid();
    child.kill('SIGTERM');
    await eventually(() => !isAlive(pid));
  });
});

describe('who may use it', () => {
  it('refuses a second process by name of the first, and leaves the first alone', async () => {
    withCluster();
    const { child, url } = await startOwner();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by process ${child.pid}`);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('gives a command the server of the process that has it, and leaves it running', async () => {
    withCluster();
    const { url } = await startOwner();
    const used = await useEmbeddedPostgres({ dataDir });
    expect(used.url).toBe(url);
    await used.stop();
    const sql = connect(url, { max: 1, applicationName: 'test' });
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
  });

  it('gives a command a server of its own while nobody has one', async () => {
    withCluster();
    const used = await useEmbeddedPostgres({ dataDir });
    const sql = connect(used.url, { max: 1, applicationName: 'test' });
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
    await used.stop();
    expect(await startOwner()).toBeDefined();
  });

  it('lets one of two that start at once have it', async () => {
    const results = await Promise.allSettled([startOwner(), startOwner()]);
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const loser = results.find((result) => result.status === 'rejected');
    expect(String(loser!.reason)).toMatch(/in use by process/);
    expect(await query(winners[0]!.value.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes a password, which only its own user can read', async () => {
    withCluster();
    const server = await startEmbeddedPostgres({ dataDir });
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    const [settings] = await query(
      server.url,
      `select current_setting('listen_addresses') as host, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
    );
    expect(settings).toEqual({ host: '127.0.0.1', fsync: 'on', sync: 'on' });
    await server.stop();
  });
});

describe('how it starts', () => {
  it('throws a half-made cluster away and makes a whole one', async () => {
    // As a maker killed in initdb leaves it: under its own number, which is no one's now.
    await mkdir(join(`${dataDir}.new-4194305`, 'cluster'), { recursive: true });
    await writeFile(join(`${dataDir}.new-4194305`, 'cluster/PG_VERSION'), '18');
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(parent)).toEqual(['postgres']);
    await server.stop();
  });

  it('starts over a lock file whose process number is another program by now', async () => {
    withCluster();
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const bystander = spawn('sleep', ['60']);
    await writeFile(join(dataDir, 'cluster/postmaster.pid'), `${bystander.pid}\n`);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(bystander.exitCode).toBe(null);
    bystander.kill();
    await server.stop();
  });

  it('moves to another port when its own was taken meanwhile', async () => {
    withCluster();
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(squatter, 'listening');
    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    squatter.close();
  });

  it('refuses a directory that holds something else', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'letters.txt'), 'dear');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/holds no database of ours/);
    expect(await readdir(parent)).toEqual(['postgres']);
  });

  it('says what the server said when it does not start', async () => {
    withCluster();
    const settings = { shared_buffers: 'a lot' };
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
      /invalid value for parameter "shared_buffers"/,
    );
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('runs as another user, below /var/lib where that user cannot reach the directory, and finds the data there again', async () => {
    await chmod(parent, 0o700);
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, 'create table kept (id int)');
    await first.stop();
    expect(await readdir(parent)).toEqual([]);
    const second = await startEmbeddedPostgres({ dataDir });
    const [row] = await query(
      second.url,
      `select current_setting('data_directory') as place, count(*) from kept`,
    );
    expect(row).toEqual({
      place: expect.stringMatching(/^\/var\/lib\/autopay-data-[0-9a-f]{12}\/cluster$/),
      count: 0,
    });
    await second.stop();
    await rm(join(row!.place as string, '..'), { recursive: true });
  });
});
