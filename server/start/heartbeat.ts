import { hostname } from 'node:os';
import { endLeases } from '../collection/end-leases.ts';
import type { Sql } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { PROCESS_ID } from '../lib/process-id.ts';

const BEAT_MS = 3_000;
/**
 * Three missed beats. What a dead process held is released within 13 s, long before its lease of a minute
 * ends.
 */
export const ALIVE_SECONDS = 10;

/**
 * Records every 3 s that this process is alive, and releases what processes hold that no longer do, until
 * stopped.
 */
export function startHeartbeat(
  { db, clock, clockIsRight, log }: Pick<Deployment, 'db' | 'clock' | 'clockIsRight' | 'log'>,
  what: ProcessFacts | null = null,
): {
  stop(): Promise<void>;
} {
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      try {
        await beat(db, PROCESS_ID, what);
        // What it releases becomes due by its own clock.
        const dead = (await clockIsRight(null)) ? await removeDead(db) : [];
        const freed = dead.length === 0 ? 0 : await endLeases(db, dead, clock.seconds());
        if (freed > 0)
          log.warn({ processes: dead.length, charges: freed }, 'charges of dead processes are free');
      } catch (error) {
        log.warn({ err: error }, 'the heartbeat failed; the next one is in 3 s');
      }
      await clock.sleep(BEAT_MS, stopped.signal);
    }
    await db`delete from processes where id = ${PROCESS_ID}`;
  };
  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

/** What others learn of a process. */
export interface ProcessFacts {
  role: 'all' | 'api' | 'worker';
  codeVersion: string;
  /** The newest migration that its code knows: one that breaks older code waits for it. */
  schemaVersion: number;
}

/**
 * Records by Postgres' clock that a process is alive: two machines' clocks may differ by more than a few
 * beats.
 */
export async function beat(db: Sql, id: string, what: ProcessFacts | null = null): Promise<void> {
  await db`
    insert into processes (id, seen_at, host, role, code_version, schema_version)
    values (${id}, clock_timestamp(), ${hostname()}, ${what?.role ?? null}, ${what?.codeVersion ?? null}, ${what?.schemaVersion ?? null})
    on conflict (id) do update set seen_at = excluded.seen_at`;
}

/** Removes processes without a beat for 10 s, and returns their ids. */
export async function removeDead(db: Sql): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    delete from processes where id in (
      select id from processes where seen_at < clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})
      for update skip locked)
    returning id`;
  return rows.map(({ id }) => id);
}
