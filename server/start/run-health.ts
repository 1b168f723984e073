import { hostname } from 'node:os';
import { connect } from '../db/connect.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../lib/start-error.ts';
import { ALIVE_SECONDS } from './heartbeat.ts';

/**
 * The command `health`, for supervisors that ask from within a container or machine: throws a StartError unless a process of this host has said
 * within 10 s that it is alive. It needs no port, so it is right for a worker too.
 */
export async function runHealth({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (databaseUrl === null) throw new StartError('health: it needs DATABASE_URL. Ask /livez instead.');
  const sql = connect(databaseUrl, { max: 1, applicationName: 'autopay-health' });
  try {
    const [{ alive }] = await sql<[{ alive: number }]>`
      select count(*)::int as alive from processes
      where host = ${hostname()} and seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})`;
    if (alive === 0) throw new StartError(`health: no process of ${hostname()} is alive.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
