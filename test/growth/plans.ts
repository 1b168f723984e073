import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '../../server/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { eventually } from '../support/eventually.ts';

/** A node of a plan, as `explain (analyze, buffers, format json)` prints it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Index Searches'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** A statement that ran, with the plan it ran by. */
export interface Ran {
  text: string;
  plan: PlanNode;
  ms: number;
}

/** A database that writes down the plan of each statement, whoever runs it: real statements with their real parameters. */
export interface ExplainedDatabase {
  url: string;
  sql: Sql;
  /** The statements that ran during `work`, of every client. */
  during(work: () => Promise<unknown>): Promise<Ran[]>;
  stop(): Promise<void>;
}

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  maintenance_work_mem: '512MB',
  max_connections: '200',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'plans',
  log_rotation_size: '0',
  log_rotation_age: '0',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
};

/** Starts a server of its own, with the newest schema. */
export async function startExplainedDatabase(): Promise<ExplainedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-growth-'));
  await chmod(directory, 0o711);
  const dataDir = join(directory, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  await migrate(server.url);
  const sql = connect(server.url, { max: 4, applicationName: 'autopay-test' });
  const log = join(dataDir, 'cluster', 'log', 'plans.json');
  let marks = 0;
  let offset = 0;
  /** What was logged since the last call, up to the plan of a statement that only this ran. */
  const takeLog = async (): Promise<string> => {
    marks += 1;
    const name = `mark ${marks} of this test`;
    await sql.unsafe(`select '${name}'`);
    return eventually(async () => {
      const text = await readFrom(log, offset);
      const end = text.indexOf('\n', text.lastIndexOf(name)) + 1;
      if (!text.includes(name) || end === 0) return null;
      offset += Buffer.byteLength(text.slice(0, end));
      return text.slice(0, end);
    });
  };
  return {
    url: server.url,
    sql,
    during: async (work) => {
      await takeLog();
      await work();
      return readPlans(await takeLog());
    },
    stop: async () => {
      await sql.end({ timeout: 5 });
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function readFrom(path: string, offset: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start: offset })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const LOGGED = /^duration: ([0-9.]+) ms {2}plan:\n/;

function readPlans(log: string): Ran[] {
  return log
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const { message } = JSON.parse(line) as { message: string };
      const found = LOGGED.exec(message);
      if (found === null) return [];
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(found[0].length));
      return [{ text: text.replace(/\s+/g, ' ').trim(), plan, ms: Number(found[1]) }];
    });
}

/** The plan's nodes, the root first. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Pages that a plan read, from memory or from disk. */
export function pagesOf(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}
