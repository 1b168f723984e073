import type { Config } from '../config/config.ts';
import type { Sql } from '../db/connect.ts';
import { lookAtMigrations } from '../db/migrate.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const ANSWER_MS = 5_000;
/** As the processes themselves have it: from here on they charge nothing. */
const MOST_SKEW_SECONDS = 30;
/** More than NTP leaves. */
const USUAL_SKEW_SECONDS = 2;
/** A process beats every 3 s. */
const ALIVE_SECONDS = 10;
/** The sweep runs every 15 s, so what has been due for longer waits for something. */
const LATE_SECONDS = 300;
/** The oldest that the queries here were written for, which every process needs too. */
const OLDEST_VERSION = 150_000;

const { ok, warn, wrong } = findingsOf('database');

/** By PostgreSQL's codes of errors: it is there, and refuses what DATABASE_URL names. */
const REFUSALS: Readonly<Record<string, string>> = {
  '3D000': 'Create the database that DATABASE_URL names, with createdb, or name the one that there is.',
  '28P01': 'Check user and password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL, and that pg_hba.conf lets it in from here.',
};

function cureOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  return REFUSALS[code] ?? 'Start PostgreSQL, and check host, port and firewall in DATABASE_URL.';
}

/** Whether the database answers, is the one that this code knows, has the same clock, and a worker works on it. */
export async function examineDatabase(db: Sql, config: Config, clock: Clock): Promise<Finding[]> {
  const within = <T>(ask: () => Promise<T>) => withinDeadline(clock, ANSWER_MS, ask);
  const before = clock.milliseconds();
  let now: { version: string; number: number; seconds: number };
  try {
    [now] = (await within(
      async () => db<[typeof now]>`
        select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
          extract(epoch from clock_timestamp())::float8 as seconds`,
    )) as [typeof now];
  } catch (error) {
    return [wrong('an answer', `none: ${reasonOf(error)}`, cureOf(error))];
  }
  const after = clock.milliseconds();
  const skew = (before + after) / 2_000 - now.seconds;
  const findings = [
    now.number >= OLDEST_VERSION
      ? ok('an answer', `PostgreSQL ${now.version}, ${Math.round(after - before)} ms`)
      : warn('an answer', `PostgreSQL ${now.version}`, 'Move to PostgreSQL 15 or later.'),
    judgeSkew('clock', skew),
  ];
  const migrations = await within(() => lookAtMigrations(db));
  if (migrations.kind === 'behind' || migrations.kind === 'other') {
    const cure =
      migrations.kind === 'behind'
        ? 'npm run migrate, or start the service, which does the same.'
        : 'Start the version of the service that the database belongs to.';
    return [...findings, wrong('migrations', migrations.found, cure)];
  }
  findings.push(ok('migrations', migrations.found));
  findings.push(await within(() => lookAtWorkers(db)));
  for (const livemode of [false, true]) {
    const chain = livemode ? config.live : config.test;
    if (chain.kind !== 'none')
      findings.push(...(await within(() => lookAtWork(db, livemode, clock.seconds()))));
  }
  return findings;
}

/** The difference between this machine's clock and the database's. */
export function judgeSkew(what: string, seconds: number): Finding {
  const found = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} the database`;
  const cure = 'Run NTP on this machine and on that of the database.';
  if (Math.abs(seconds) > MOST_SKEW_SECONDS)
    return wrong(what, `${found}: nothing is charged beyond 30 s`, cure);
  return Math.abs(seconds) > USUAL_SKEW_SECONDS ? warn(what, found, cure) : ok(what, found);
}

/** A process that runs background work names its connections after its role. */
async function lookAtWorkers(db: Sql): Promise<Finding> {
  const [{ workers, age }] = await db<[{ workers: number; age: number | null }]>`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name in ('autopay-all', 'autopay-worker')) as workers,
      (select extract(epoch from clock_timestamp() - max(seen_at))::float8 from processes) as age`;
  const cure = 'Start it: npm start, or npm start -- --role=worker beside the API.';
  if (age === null || age > ALIVE_SECONDS)
    return wrong(
      'worker',
      age === null ? 'no process runs' : `the last sign of life is ${Math.round(age)} s old`,
      cure,
    );
  if (workers === 0) return wrong('worker', 'processes run, and none of them works on charges', cure);
  return ok('worker', `alive, last sign of life ${Math.max(0, Math.round(age))} s ago`);
}

async function lookAtWork(db: Sql, livemode: boolean, now: number): Promise<Finding[]> {
  const mode = livemode ? 'live' : 'test';
  const [{ dueAt, halted }] = await db<[{ dueAt: number | null; halted: string | null }]>`
    select
      (select min(wake_at) from charges
        where livemode = ${livemode} and status in ('scheduled', 'retrying') and wake_at <= ${now}
          and (backoff_until is null or backoff_until <= ${now})) as due_at,
      (select halted_reason from chains where livemode = ${livemode}) as halted`;
  const late = dueAt === null ? 0 : now - dueAt;
  const cure = 'Read the log of the worker: it says for what charges wait.';
  return [
    late > LATE_SECONDS
      ? wrong(`due in ${mode} mode`, `the oldest charge has waited for ${Math.round(late / 60)} min`, cure)
      : ok(
          `due in ${mode} mode`,
          late === 0 ? 'nothing waits' : `the oldest charge has waited for ${late} s`,
        ),
    ...(halted === null
      ? []
      : [wrong(`${mode} chain`, `halted: ${halted}`, 'See "A halted chain" in docs/operations.md.')]),
  ];
}
