import { type Claim, ClaimLostError, type EventStore } from './event-store.ts';

/** Runs one statement. `(text, values) => pool.query(text, values)` with pg, `(text, values) => sql.unsafe(text, values)` with postgres. */
export type Query = (text: string, values: (string | number)[]) => PromiseLike<Rows | { rows: Rows }>;

type Rows = readonly object[];

/** The store's table. Create it once, in a migration. */
export const CREATE_TABLE = `
create table if not exists autopay_webhook_events (
  event_id text primary key,
  token text not null,
  leased_until timestamptz not null,
  done_at timestamptz
)`;

/** An `EventStore` in Postgres. */
export interface PostgresStore extends EventStore {
  /**
   * With the `query` of your own transaction, the handler's writes and this commit together: handled exactly
   * once.
   */
  commit(claim: Claim, query?: Query): Promise<void>;
  /**
   * Deletes events handled more than this many seconds ago. Default 2,592,000 (30 days); the service retries
   * for about 22 hours. Throws RangeError for anything but a number of 0 or more.
   */
  prune(olderThanSeconds?: number): Promise<void>;
}

/**
 * Stores events in the table of `CREATE_TABLE`. Crash safe: the claim of a process that died is free again
 * when its lease ends, by the database's clock. Every step is one statement; `query` need not be in a
 * transaction, and for `claim` must not be.
 */
export function postgresStore(query: Query): PostgresStore {
  if (typeof query !== 'function') throw new TypeError('query must be a function that runs one statement.');
  return {
    async claim(eventId, leaseSeconds) {
      const token = crypto.randomUUID();
      const claimed = rowsOf(await query(CLAIM, [eventId, token, leaseSeconds]));
      if (claimed.length > 0) return { eventId, token };
      const done = rowsOf(await query(FIND_DONE, [eventId]));
      // Released in between: the next delivery can claim it.
      return done.length > 0 ? 'done' : 'busy';
    },
    async commit({ eventId, token }, within = query) {
      if (rowsOf(await within(COMMIT, [eventId, token])).length === 0) throw new ClaimLostError(eventId);
    },
    async release({ eventId, token }) {
      await query(RELEASE, [eventId, token]);
    },
    async prune(olderThanSeconds = 2_592_000) {
      // A negative value would delete everything.
      if (!(Number.isFinite(olderThanSeconds) && olderThanSeconds >= 0))
        throw new RangeError(
          `olderThanSeconds must be a number, 0 or more; it is ${String(olderThanSeconds)}.`,
        );
      await query(PRUNE, [olderThanSeconds]);
    },
  };
}

/**
 * The primary key decides between simultaneous deliveries; a done event, or one with an active lease, is left
 * alone.
 */
const CLAIM = `
insert into autopay_webhook_events as held (event_id, token, leased_until)
values ($1, $2, now() + make_interval(secs => $3))
on conflict (event_id) do update set token = excluded.token, leased_until = excluded.leased_until
where held.done_at is null and held.leased_until <= now()
returning event_id`;

const FIND_DONE = `select event_id from autopay_webhook_events where event_id = $1 and done_at is not null`;

/** The token is a fencing token: a handler whose lease was taken over changes nothing. */
const COMMIT = `
update autopay_webhook_events set done_at = coalesce(done_at, now())
where event_id = $1 and token = $2
returning event_id`;

const RELEASE = `delete from autopay_webhook_events where event_id = $1 and token = $2 and done_at is null`;

const PRUNE = `delete from autopay_webhook_events where done_at < now() - make_interval(secs => $1)`;

function rowsOf(result: Rows | { rows: Rows }): Rows {
  return 'rows' in result ? result.rows : result;
}
