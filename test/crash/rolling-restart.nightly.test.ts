import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMerchant } from '@autopay/sdk';
import { Balancer } from '../support/balancer.ts';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let database: FreshDatabase;
let deployment: ChildDeployment;
let balancer: Balancer;

beforeAll(async () => {
  [database, deployment] = await Promise.all([freshDatabase(), ChildDeployment.start()]);
}, 180_000);
afterAll(async () => {
  balancer?.stop();
  await deployment.stop();
  await database.drop();
});

test(
  'a rolling restart behind a load balancer with a health check each second fails no request',
  { timeout: 240_000 },
  async () => {
    const spawn = () => deployment.spawn(database.url, ['--role=api'], { AUTOPAY_DRAIN_SECONDS: '6' });
    const old = await Promise.all([spawn(), spawn()]);
    balancer = await Balancer.start(old.map(({ url }) => url));
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: balancer.url });
    const over = new AbortController();
    const statuses = new Map<number, number>();
    let served = 0;
    const client = async () => {
      while (!over.signal.aborted || served < 6_000) {
        const { status } = await fetch(`${balancer.url}/v1/tokens`, {
          headers: { authorization: `Bearer ${keys.test}` },
        }).then(async (answer) => (await answer.arrayBuffer(), answer));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        served += 1;
      }
    };
    const load = Promise.all([1, 2, 3, 4].map(client));
    for (const child of old) {
      const next = await spawn();
      balancer.add(next.url);
      await eventually(() => balancer.isReady(next.url));
      const startedAt = performance.now();
      const exitCode = child.terminate();
      await eventually(() => !balancer.isReady(child.url));
      expect(await exitCode).toBe(0);
      // It served on until its time was over.
      expect(performance.now() - startedAt).toBeGreaterThan(5_900);
    }
    over.abort();
    await load;
    expect([...statuses.keys()]).toEqual([200]);
  },
);
