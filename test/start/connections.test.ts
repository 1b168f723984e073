import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS } from '../../server/config/settings.ts';
import { createMandate } from '../support/checkout.ts';
import { TestService } from '../support/service.ts';

const MOST = 9;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_DATABASE_CONNECTIONS: String(MOST) });
});
afterAll(() => service.stop());

async function connectionsOfService(): Promise<number> {
  const [row] = await service.db<{ opened: number }[]>`
    select count(*) as opened from pg_stat_activity
    where datname = current_database() and application_name in ('autopay-all', 'autopay-worker')`;
  return row!.opened;
}

test('a process opens as many connections as it is given, whatever it has to do', async () => {
  const merchant = await service.merchant();
  const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
  const over = new AbortController();
  const counts: number[] = [];
  const counting = (async () => {
    while (!over.signal.aborted) counts.push(await connectionsOfService());
  })();
  const jobs = service.db`
    select graphile_worker.add_job('sweep', '{}') from generate_series(1, 50)`;
  const requests = Array.from({ length: 60 }, () => createMandate(service, merchant, payer, payee));
  await Promise.all([jobs, ...requests]);
  over.abort();
  await counting;
  expect(Math.max(...counts)).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MOST);
});

test("two APIs, two workers and one that takes another's place fit into what PostgreSQL admits by default", () => {
  const each = Number(SETTINGS.AUTOPAY_DATABASE_CONNECTIONS.fallback);
  expect(5 * each).toBeLessThanOrEqual(100 - 3);
});
