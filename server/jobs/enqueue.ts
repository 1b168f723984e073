import type postgres from 'postgres';
import type { Db, Statement } from '../db/connect.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';

export interface EnqueueOptions {
  /** Unix seconds; immediately if omitted or past. */
  runAt?: number;
  /**
   * At most one waiting job per key: a later one replaces it, including its payload and time. A job that is
   * already running is left alone, and the new one runs after it.
   */
  jobKey?: string;
}

/** A job of any kind, with its task's payload. */
export type JobSpec = { [K in TaskName]: { task: K; payload: TaskPayloads[K] } & EnqueueOptions }[TaskName];

/** Adds one job. In a transaction it becomes visible, and the workers are woken, at commit. */
export async function enqueue<K extends TaskName>(
  db: Db,
  task: K,
  payload: TaskPayloads[K],
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueMany(db, [{ task, payload, ...options } as JobSpec]);
}

/**
 * Adds a job unless one with its key is waiting. Unlike a plain `jobKey` this takes no lock, so that
 * transactions that want the same wake-up do not wait for each other.
 */
export async function enqueueOnce<K extends TaskName>(
  db: Db,
  task: K,
  payload: TaskPayloads[K],
  options: EnqueueOptions & { jobKey: string },
): Promise<void> {
  await enqueueManyOnce(db, [{ task, payload, ...options } as JobSpec]);
}

/** The same for many jobs, all with keys. */
export async function enqueueManyOnce(db: Db, specs: readonly JobSpec[]): Promise<void> {
  const keys = [...new Set(specs.flatMap(({ jobKey }) => jobKey ?? []))];
  if (keys.length === 0) return;
  const rows = await db<{ key: string }[]>`
    select key from graphile_worker.jobs where key = any(${keys}::text[]) and locked_at is null`;
  const waiting = new Set(rows.map(({ key }) => key));
  const missing = specs.filter(({ jobKey }) => !waiting.has(jobKey!));
  // In one order, so that two transactions that add the same jobs cannot wait for each other.
  await enqueueMany(
    db,
    missing.toSorted((a, b) => (a.jobKey! < b.jobKey! ? -1 : 1)),
  );
}

/** Waiting jobs with a lower number run first: a burst of webhook events waits behind charges. */
const PRIORITIES: Partial<Record<TaskName, number>> = {
  'webhooks:deliver': 10,
  'plans:publish': 10,
  'mails:send': 10,
  'notices:tell': 10,
};

/** Adds jobs with one statement: 2,000 take 0.1 s, where single ones take 1 to 5 ms each. */
export async function enqueueMany(db: Db, specs: readonly JobSpec[]): Promise<void> {
  if (specs.length > 0) await jobsInsert(db, specs, db`true`);
}

/** For a `with` list that is read: adds jobs if `condition` holds. */
export function jobsInsert(db: Db, specs: readonly JobSpec[], condition: Statement): Statement {
  const rows = lastPerKey(specs).map(({ task, payload, runAt, jobKey }) => ({
    identifier: task,
    payload,
    run_at: runAt === undefined ? null : new Date(runAt * 1000).toISOString(),
    job_key: jobKey ?? null,
    priority: PRIORITIES[task] ?? 0,
  }));
  // Both `sql.json` and the cast are needed: a string cast to json would arrive encoded twice, as one JSON
  // string.
  return db`
    select count(*) from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${db.json(rows as postgres.JSONValue)}::json)
      where ${condition}))`;
}

/**
 * One statement cannot insert two rows with one key, and the later one would have replaced the earlier
 * anyway.
 */
function lastPerKey(specs: readonly JobSpec[]): JobSpec[] {
  const withoutKey = specs.filter((spec) => spec.jobKey === undefined);
  const byKey = new Map(specs.filter((spec) => spec.jobKey !== undefined).map((spec) => [spec.jobKey, spec]));
  return [...withoutKey, ...byKey.values()];
}
