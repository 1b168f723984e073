import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { U64_MAX } from '../../rules/money.ts';
import { eventually } from '../support/eventually.ts';
import { closed, throughProxy } from './through-proxy.ts';
import { type FreshDatabase, emptyDatabase } from '../support/postgres.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.sql`
    create table payments (
      amount_atomic numeric(20, 0), due_at int8, amounts numeric[], payload jsonb, body bytea, paid_at timestamptz
    )`;
  await database.sql`create index on payments (due_at)`;
});

afterAll(() => database.drop());

describe('values', () => {
  it('keeps an amount of u64 max through a row, a parameter and an array', async () => {
    const { sql } = database;
    await sql`insert into payments ${sql({ amountAtomic: U64_MAX, dueAt: 1 })}`;
    await sql`insert into payments ${sql([{ amountAtomic: U64_MAX, dueAt: 2 }], 'amountAtomic', 'dueAt')}`;
    await sql`insert into payments (amount_atomic, amounts) values (${U64_MAX}, ${[U64_MAX, 1n]})`;
    const rows = await sql`select amount_atomic, amounts from payments where amount_atomic >= ${U64_MAX}`;
    expect(rows.map((row) => row.amountAtomic)).toEqual([U64_MAX, U64_MAX, U64_MAX]);
    expect(rows[2]!.amounts).toEqual([U64_MAX, 1n]);
  });

  it('takes bigints in transactions and savepoints too', async () => {
    const sums = await database.sql.begin(async (tx) => {
      const [outer] = await tx`select ${U64_MAX}::numeric + 1 as sum`;
      const inner = await tx.savepoint(async (nested) => nested`select ${U64_MAX}::numeric + 2 as sum`);
      return [outer!.sum, inner[0]!.sum];
    });
    expect(sums).toEqual([U64_MAX + 1n, U64_MAX + 2n]);
  });

  it('compares a bigint with an int8 column as int8, so that the index serves', async () => {
    const { sql } = database;
    await sql`insert into payments (due_at) select n from generate_series(100, 5000) n`;
    await sql`analyze payments`;
    const plan = await sql`explain (format json) select 1 from payments where due_at = ${250n}`;
    expect(JSON.stringify(plan)).toContain('Index');
  });

  it('reads int8 as a number, and refuses one that a number cannot hold', async () => {
    const { sql } = database;
    const [row] = await sql`select 9007199254740991::int8 as largest, count(*) as count from payments`;
    expect(row).toEqual({ largest: Number.MAX_SAFE_INTEGER, count: expect.any(Number) });
    await expect(sql`select 9007199254740992::int8`).rejects.toThrow(/^Bug: the int8 9007199254740992/);
    // The connection survives: nothing is left half-read on it.
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('refuses a fraction of an atomic unit', async () => {
    await expect(database.sql`select 0.5::numeric`).rejects.toThrow(/^Bug: the numeric 0.5/);
    await expect(database.sql`select 'NaN'::numeric`).rejects.toThrow(/^Bug: the numeric NaN/);
  });

  it('refuses undefined, which would otherwise be stored as null', async () => {
    const value: string | undefined = undefined;
    // @ts-expect-error TypeScript refuses it as well
    await expect(async () => database.sql`select ${value}::text`).rejects.toThrow(/undefined/i);
  });

  it('gives bytes back as they were', async () => {
    const { sql } = database;
    const bytes = Uint8Array.of(0, 255, 92, 120);
    const [row] = await sql`insert into payments ${sql({ body: bytes })} returning body`;
    expect(new Uint8Array(row!.body as Buffer)).toEqual(bytes);
  });
});

describe('names', () => {
  it('renames columns and leaves the keys inside JSON as they are', async () => {
    const { sql } = database;
    const payload = { snake_key: [{ inner_key: 1 }], camelKey: 2 };
    const [row] =
      await sql`insert into payments ${sql({ payload: sql.json(payload) })} returning payload, due_at`;
    expect(row).toEqual({ payload, dueAt: null });
  });
});

describe('limits', () => {
  it('bounds statements, locks and idle transactions', async () => {
    const [row] = await database.sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
             current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;
    expect(row).toEqual({ statement: '30s', lock: '10s', idle: '15s', name: 'autopay-test' });
  });
});

describe('many statements at once', () => {
  it('give each transaction a connection of its own, however full the pipelines are', async () => {
    const sql = connect(database.url, { max: 2, applicationName: 'autopay-pipelines' });
    await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
    // A connection accepts 100 statements before their results. These fill both, so that some `begin` is the
    // last one.
    const statements = Array.from({ length: 205 }, (_, n) => () => sql`select ${n}::int4 as n`.execute());
    const transaction = () =>
      sql.begin(async (tx) => {
        const ids = [];
        for (let n = 0; n < 3; n += 1) ids.push(...(await tx`select pg_current_xact_id()::text as id`));
        return new Set(ids.map(({ id }) => id)).size;
      });
    for (let ahead = 195; ahead <= 205; ahead += 1) {
      const work = [...statements.slice(0, ahead), transaction, transaction].map((start) => start());
      const results = await Promise.all(work);
      expect(results.slice(-2)).toEqual([1, 1]);
    }
    await sql.end();
  });
});

describe('lost connections', () => {
  it('leave no part of an interrupted statement to the next one', async () => {
    const sql = connect(database.url, { max: 1, applicationName: 'autopay-lost' });
    // Three rows are there, each more than Postgres holds back, when the connection goes.
    const lost = sql`
      select repeat('x', 20000) as filler, pg_sleep(case when n = 4 then 20 else 0 end)::text from generate_series(1, 4) n`;
    const ended = expect(lost).rejects.toThrow();
    await eventually(async () => {
      const [row] = await database.sql`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where application_name = 'autopay-lost' and wait_event = 'PgSleep'`;
      return row?.ended as boolean | undefined;
    });
    await ended;
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
  });

  it('end their transaction: no part of it runs on the next connection', async () => {
    const sql = connect(database.url, { max: 1, applicationName: 'autopay-lost' });
    let left: Promise<unknown> | undefined;
    const transaction = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      await database.sql`select pg_terminate_backend(${row!.pid})`;
      await eventually(() => sql`select 1`.catch(() => false));
      left = tx`insert into payments (due_at) values (-1)`.execute();
      await left;
    });
    await expect(transaction).rejects.toThrow();
    await expect(eventually(() => left)).rejects.toThrow();
    expect(await database.sql`select 1 from payments where due_at = -1`).toEqual([]);
    await sql.end();
  });

  it('are replaced when the network reset them within a transaction', async () => {
    const { sql, proxy, inbound } = await throughProxy(database.url, 'autopay-reset', { max: 1 });
    const transaction = sql.begin((tx) => tx`select pg_sleep(20)`);
    const ended = expect(transaction).rejects.toThrow();
    await eventually(async () => {
      const asleep = await database.sql`
        select 1 from pg_stat_activity where application_name = 'autopay-reset' and wait_event = 'PgSleep'`;
      return asleep.length > 0;
    });
    inbound[0]!.resetAndDestroy();
    await ended;
    // Postgres would sleep on: it notices when it responds.
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'autopay-reset' and wait_event = 'PgSleep'`;
    for (const n of [1, 2, 3]) expect(await sql`select ${n}::int4 as n`).toEqual([{ n }]);
    await sql.end();
    await closed(proxy);
  });
});

describe('a queue of the driver', () => {
  it('takes no longer after a hundred thousand connections came and went, while it never was empty', async () => {
    const path = '../../node_modules/postgres/src/queue.js';
    const { default: Queue } = (await import(path)) as { default: () => DriverQueue };
    const queue = Queue();
    const turns = (of: DriverQueue, count: number) => {
      const begun = performance.now();
      for (let turn = 0; turn < count; turn += 1) {
        of.push(turn);
        of.shift();
        // As the pool does with each connection that it takes from its queue.
        of.remove('gone');
      }
      return performance.now() - begun;
    };
    queue.push('first');
    const other = Queue();
    other.push('first');
    turns(other, 2_000);
    const early = turns(queue, 1_000);
    turns(queue, 100_000);
    // It was a hundred times as long, and grew with each statement.
    expect(turns(queue, 1_000)).toBeLessThan(10 * early + 5);
    expect(queue.length).toBe(1);
  });
});

interface DriverQueue {
  length: number;
  push(item: unknown): void;
  shift(): unknown;
  remove(item: unknown): void;
}
