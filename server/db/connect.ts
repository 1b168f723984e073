import postgres from 'postgres';
import { withBigintParameters } from './bigint-parameters.ts';

type Types = { bigint: bigint };

/** A pool of connections. Statements outside a transaction commit one by one. */
export type Sql = postgres.Sql<Types>;
/** One transaction, as passed by `sql.begin`. */
export type Tx = postgres.TransactionSql<Types>;
/** A statement, or a part of one. */
export type Statement = postgres.PendingQuery<postgres.Row[]>;
/** For a query that works both inside and outside a transaction. */
export type Db = Sql | Tx;

export interface ConnectOptions {
  /** The most connections this pool opens. They open on demand and are replaced after 30 to 60 minutes. */
  max: number;
  /** Name of these connections in `pg_stat_activity`. */
  applicationName: string;
}

/**
 * Every statement reads or writes a batch of rows by an index: one that runs 30 s has a bad plan, and holds
 * locks meanwhile.
 */
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * No transaction spans a network call, so one that idles 15 s belongs to a hanging process, and its row locks
 * block payments.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/**
 * A row lock lasts at most a few statements of another transaction. Less than the 15 s that a client waits
 * for a response.
 */
const LOCK_TIMEOUT_MS = 10_000;
/**
 * Postgres on the same network responds in milliseconds; 10 s covers a restart, and then fails instead of
 * hanging.
 */
const CONNECT_TIMEOUT_SECONDS = 10;
/**
 * Delay before a lost connection is reopened. The driver's own delay triples with each refusal to any
 * connection of the pool: ten refused at once, by a Postgres that is back in 2 s, would each wait up to 20 s,
 * together with their statements.
 */
const RECONNECT_SECONDS = 0.25;

/**
 * Opens a pool on the database at `url`.
 *
 * Values: `int8` is a number (seconds, counts, slots) and throws beyond 2^53; `numeric` is a bigint of atomic units and throws on a
 * fraction; a bigint parameter takes whatever type its place in the statement has, up to `numeric`; `bytea` is a Buffer; an
 * `undefined` parameter throws. Names: `snake_case` columns are camelCase properties both ways, while the keys inside a JSON value
 * stay as they are. A digit after an underscore (`line_2`) does not survive the way back: name such a column otherwise.
 */
export function connect(url: string, { max, applicationName }: ConnectOptions): Sql {
  const sql = postgres(url, {
    max,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => {},
    // Not `postgres.camel`: that one renames the keys inside JSON values too.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    connection: {
      application_name: applicationName,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
    },
    types: {
      int8: { to: INT8, from: [INT8], serialize: String, parse: parseInt8 },
      bigint: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: parseNumeric },
    },
  });
  return withBigintParameters(sql as unknown as Sql);
}

/** Type oids, fixed in Postgres' `pg_type.dat`. */
const INT8 = 20;
const NUMERIC = 1700;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new Error(`Bug: the int8 ${text} is beyond 2^53. Cast it to numeric and read a bigint.`);
  }
  return value;
}

function parseNumeric(text: string): bigint {
  if (!/^-?[0-9]+$/.test(text)) {
    throw new Error(`Bug: the numeric ${text} is not a whole number of atomic units.`);
  }
  return BigInt(text);
}
