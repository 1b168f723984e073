import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClaimLostError, type EventStore, webhooks } from '@autopay/webhooks-verify';
import { CREATE_TABLE, postgresStore } from '@autopay/webhooks-verify/postgres';
import { memoryStore } from '@autopay/webhooks-verify/testing';
import { emptyDatabase, type FreshDatabase } from '../support/postgres.ts';
import { delivery, secret } from './delivery.ts';

let database: FreshDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await emptyDatabase();
  pool = new Pool({ connectionString: database.url, max: 10 });
  await pool.query(CREATE_TABLE);
  await pool.query(CREATE_TABLE); // a migration that runs twice does no harm
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const stores: [string, () => EventStore][] = [
  ['in memory', () => memoryStore()],
  ['in Postgres, with pg', () => postgresStore((text, values) => pool.query(text, values))],
  ['in Postgres, with postgres', () => postgresStore((text, values) => database.sql.unsafe(text, values))],
];

let events = 0;
const nextEvent = (): string => `evt_${(events += 1)}`;

describe.each(stores)('a store %s', (_where, make) => {
  const store = { ...({} as EventStore) };
  beforeAll(() => {
    Object.assign(store, make());
  });

  it('gives an event to one claim until it is committed, and to none after', async () => {
    const id = nextEvent();
    const claim = await store.claim(id, 60);
    expect(claim).toEqual({ eventId: id, token: expect.any(String) });
    expect(await store.claim(id, 60)).toBe('busy');
    if (typeof claim === 'string') throw new Error('not claimed');
    await store.commit(claim);
    await store.commit(claim);
    expect(await store.claim(id, 60)).toBe('done');
  });

  it('gives an event anew once it is released, but never one that is committed', async () => {
    const id = nextEvent();
    const first = await store.claim(id, 60);
    if (typeof first === 'string') throw new Error('not claimed');
    await store.release(first);
    const second = await store.claim(id, 60);
    if (typeof second === 'string') throw new Error('not claimed');
    expect(second.token).not.toBe(first.token);
    await store.commit(second);
    await store.release(second);
    expect(await store.claim(id, 60)).toBe('done');
  });

  it('gives an event anew when its lease has ended, and whoever had it can end nothing any more', async () => {
    const id = nextEvent();
    const dead = await store.claim(id, 0);
    const next = await store.claim(id, 60);
    if (typeof dead === 'string' || typeof next === 'string') throw new Error('not claimed');
    await store.release(dead);
    expect(await store.claim(id, 60)).toBe('busy');
    await expect(store.commit(dead)).rejects.toBeInstanceOf(ClaimLostError);
    await store.commit(next);
    expect(await store.claim(id, 60)).toBe('done');
  });

  it('gives an event that fifty deliveries claim at the same time to one of them', async () => {
    const id = nextEvent();
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim(id, 60)));
    expect(claims.filter((claim) => typeof claim === 'object')).toHaveLength(1);
    expect(claims.filter((claim) => claim === 'busy')).toHaveLength(49);
  });
});

describe('in Postgres', () => {
  it('a handler that commits its claim in its own transaction handles exactly once, even if it dies before the response', async () => {
    await pool.query('create table orders (id text)');
    const store = postgresStore((text, values) => pool.query(text, values));
    const hooks = webhooks({ secrets: secret, store }).on('charge.succeeded', async (event, { claim }) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('insert into orders values ($1)', [event.id]);
        if (claim) await store.commit(claim, (text, values) => client.query(text, values));
        await client.query('commit');
      } finally {
        client.release();
      }
      throw new Error('died before it could answer');
    });
    const handle = async () => hooks.handle({ request: (await delivery('evt_once')).request });
    await expect(handle()).rejects.toThrow('died');
    expect(await handle()).toMatchObject({ outcome: 'duplicate' });
    expect((await pool.query('select id from orders')).rows).toEqual([{ id: 'evt_once' }]);
  });

  it('a transaction that is rolled back takes the commit of its claim with it', async () => {
    const store = postgresStore((text, values) => pool.query(text, values));
    const claim = await store.claim('evt_rolled_back', 60);
    if (typeof claim === 'string') throw new Error('not claimed');
    const client = await pool.connect();
    await client.query('begin');
    await store.commit(claim, (text, values) => client.query(text, values));
    await client.query('rollback');
    client.release();
    await store.release(claim);
    expect(await store.claim('evt_rolled_back', 60)).toEqual({
      eventId: 'evt_rolled_back',
      token: expect.any(String),
    });
  });

  it('old events are forgotten when asked, and unfinished ones are not', async () => {
    const store = postgresStore((text, values) => pool.query(text, values));
    const claim = await store.claim('evt_old', 60);
    if (typeof claim === 'string') throw new Error('not claimed');
    await store.claim('evt_unfinished', 60);
    await store.commit(claim);
    await store.prune();
    expect(await store.claim('evt_old', 60)).toBe('done');
    await pool.query(
      `update autopay_webhook_events set done_at = now() - interval '31 days' where event_id = 'evt_old'`,
    );
    await store.prune();
    expect(await store.claim('evt_old', 60)).toMatchObject({ eventId: 'evt_old' });
    expect(await store.claim('evt_unfinished', 60)).toBe('busy');
  });

  it('nothing is forgotten for an age that is none', async () => {
    const store = postgresStore((text, values) => pool.query(text, values));
    const claim = await store.claim('evt_kept', 60);
    if (typeof claim === 'string') throw new Error('not claimed');
    await store.commit(claim);
    for (const age of [-60, Number.NaN, '30 days' as never])
      await expect(store.prune(age)).rejects.toThrow('olderThanSeconds must be');
    expect(await store.claim('evt_kept', 60)).toBe('done');
  });

  it('an error of the database is thrown, and nothing is handled', async () => {
    const store = postgresStore(() => Promise.reject(new Error('connection refused')));
    const hooks = webhooks({ secrets: secret, store }).on('charge.succeeded', () => {
      throw new Error('must not run');
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toThrow('connection refused');
    expect(() => postgresStore(pool as never)).toThrow('query must be a function');
  });
});
