import type { Sql } from './connect.ts';

/**
 * For the `from` list of a statement that is a transaction by itself: its commit does not wait for the disk. If Postgres crashes within
 * the next half second it may be forgotten, though never while something that was committed after it is not: the log is written in order.
 */
export function unflushed(sql: Sql) {
  return sql`(select set_config('synchronous_commit', 'off', true)) as unflushed`;
}
