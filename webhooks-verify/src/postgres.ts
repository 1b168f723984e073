import { type Claim, ClaimLostError, type EventStore } from './event-store.ts';

/** Runs one statement. `(text, values) => pool.query(text, values)` with pg, `(text, values) => sql.unsafe(text, values)` with postgres. */
export type Query = (text: string, values: (string | number)[]) => PromiseLike<Rows | { rows: Rows }>;

type Rows = readonly object[];

/** The table of the store. Run it in a migration, once. */
export const CREATE_TABLE = `
create table if not exists autopay_webhook_events (
  event_id text primary key,
  token text not null,
  leased_until timestamptz not null,
  done_at timestamptz
)`;

/** An `EventStore` in Postgres. */
export interface PostgresStore extends EventStore {
  /** With `query` of your own transaction what the handler wrote and this are committed together: handled exactly once. */
  commit(claim: Claim, query?: Query): Promise<void>;
  /**
   * Forgets what was handled longer ago than so many seconds. Default 2,592,000 (30 days); the service tries for about 22 hours. Throws
   * RangeError for what is no number, 0 or more.
   */
  prune(olderThanSeconds?: number): Promise<void>;
}

/**
 * Remembers events in the table of `CREATE_TABLE`. Crash safe: what a process that died had claimed is free again when its lease ends, by
 * the database's clock. Every step is one statement; `query` need not be in a transaction, and for `claim` must not be.
 */
export function postgresStore(query: Query): PostgresStore {
  if (typeof query !== 'function') throw new TypeError('query must be a function that runs one statement.');
  return {
    async claim(eventId, leaseSeconds) {
      const token = crypto.randomUUID();
      const claimed = rowsOf(await query(CLAIM, [eventId, token, leaseSeconds]));
      if (claimed.length > 0) return { eventId, token };
      const done = rowsOf(await query(FIND_DONE, [eventId]));
      // Released in between: the next delivery will find it free.
      return done.length > 0 ? 'done' : 'busy';
    },
    async commit({ eventId, token }, within = query) {
      if (rowsOf(await within(COMMIT, [eventId, token])).length === 0) throw new ClaimLostError(eventId);
    },
    async release({ eventId, token }) {
      await query(RELEASE, [eventId, token]);
    },
    async prune(olderThanSeconds = 2_592_000) {
      // Less than 0 would forget all there is.
      if (!(Number.isFinite(olderThanSeconds) && olderThanSeconds >= 0))
        throw new RangeError(
          `olderThanSeconds must be a number, 0 or more; it is ${String(olderThanSeconds)}.`,
        );
      await query(PRUNE, [olderThanSeconds]);
    },
  };
}

/** The primary key decides between deliveries that arrive together; a done event, or one whose lease holds, is left alone. */
const CLAIM = `
insert into autopay_webhook_events as held (event_id, token, leased_until)
values ($1, $2, now() + make_interval(secs => $3))
on conflict (event_id) do update set token = excluded.token, leased_until = excluded.leased_until
where held.done_at is null and held.leased_until <= now()
returning event_id`;

const FIND_DONE = `select event_id from autopay_webhook_events where event_id = $1 and done_at is not null`;

/** The token is the fence: whoever outlived a lease that another has taken over changes nothing. */
const COMMIT = `
update autopay_webhook_events set done_at = coalesce(done_at, now())
where event_id = $1 and token = $2
returning event_id`;

const RELEASE = `delete from autopay_webhook_events where event_id = $1 and token = $2 and done_at is null`;

const PRUNE = `delete from autopay_webhook_events where done_at < now() - make_interval(secs => $1)`;

function rowsOf(result: Rows | { rows: Rows }): Rows {
  return 'rows' in result ? result.rows : result;
}
