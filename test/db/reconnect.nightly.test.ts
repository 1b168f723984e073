import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, emptyDatabase } from '../support/postgres.ts';
import { closed, throughProxy } from './through-proxy.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

test('connections are opened again soon after Postgres is back, however many were refused', async () => {
  const { sql, proxy, port } = await throughProxy(database.url, 'autopay-refused', { max: 10 });
  await closed(proxy);
  const refused = await Promise.allSettled(Array.from({ length: 10 }, () => sql`select 1`));
  expect(refused.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const backAt = Date.now();
  await Promise.all(Array.from({ length: 10 }, () => sql`select 1`));
  expect(Date.now() - backAt).toBeLessThan(10_000);
  await sql.end();
  await closed(proxy);
});
