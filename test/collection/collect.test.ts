import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../server/chain/rpc.ts';
import { claimDueCharges, newLeaseToken } from '../../server/charges/queries.ts';
import { placeCharge } from '../../server/charges/place-charge.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import { MerchantTurns } from '../../server/collection/merchant-turns.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { listMandatesById } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { bindChain } from '../../server/recovery/chain-state.ts';
import { backgroundTasks } from '../../server/start/background.ts';
import { createDispatcher } from '../../server/webhooks/dispatcher.ts';
import { rpcAt } from '../localnet/support.ts';
import {
  connectTestChain,
  type FakeClock,
  seedMandate,
  testDeployment,
  testTenant,
} from '../support/deployment.ts';

let localnet: Localnet;
let chain: Chain;
let world: { deployment: Deployment; clock: FakeClock; drop(): Promise<void> };

beforeAll(async () => {
  localnet = await startLocalnet({ dataDir: null, slotMs: 100 });
  chain = await connectTestChain(localnet.rpcUrl);
});
afterAll(() => localnet.stop());
beforeEach(async () => {
  world = await testDeployment({ chains: { test: chain, live: null } });
  await bindChain(world.deployment.db, false, chain.genesisHash);
});
afterEach(() => world.drop());

/** As many active mandates, each with its first charge due since a second. */
async function makeDue(tenant: Tenant, count: number): Promise<void> {
  const { deployment, clock } = world;
  for (let n = 0; n < count; n += 1) {
    const { id } = await seedMandate(deployment, tenant);
    const now = clock.seconds();
    await deployment.db`
      update mandates set status = 'active', activated_at = ${now}, anchor_at = ${now}, expire_wake_at = null where id = ${id}`;
    const mandate = await deployment.db.begin(async (tx) => (await listMandatesById(tx, [id]))[0]!);
    await deployment.db.begin((tx) =>
      placeCharge(tx, mandate, { periodIndex: 0, dueAt: now - 1 }, { now, realNow: now }),
    );
  }
}

async function collect(): Promise<void> {
  const tasks = backgroundTasks(world.deployment, createDispatcher(world.deployment));
  await tasks['charges:collect']({ livemode: false }, new AbortController().signal);
}

function down(faults: object[] = [{ method: '*', kind: 'refuse' }]): Promise<unknown> {
  return rpcAt(localnet.rpcUrl, 'autopay_setFaults', [{ faults }]);
}

it('a chain that refuses sets one batch back, which shares its wake-ups, and leaves the rest due', async () => {
  const { deployment } = world;
  await makeDue(await testTenant(deployment), 450);
  await deployment.db`delete from graphile_worker._private_jobs`;
  await down();
  try {
    await collect();
    await collect();
  } finally {
    await down([]);
  }
  const setBack = await deployment.db`select setbacks from charges where setbacks > 0`;
  // Two batches of 200.
  expect(setBack).toHaveLength(400);
  const jobs =
    await deployment.db`select run_at from graphile_worker.jobs where task_identifier = 'charges:collect'`;
  expect(jobs.length).toBeLessThanOrEqual(2);
});

it('however long an outage was, a charge is taken up again within 16 s of its end', async () => {
  const { deployment, clock } = world;
  await makeDue(await testTenant(deployment), 1);
  await down();
  try {
    for (let round = 0; round < 12; round += 1) {
      await collect();
      const [charge] = await deployment.db`select setbacks, backoff_until from charges`;
      const wait = charge!['backoffUntil'] - clock.seconds();
      expect(wait).toBeGreaterThanOrEqual(2);
      expect(wait).toBeLessThanOrEqual(16);
      clock.advance(wait);
    }
  } finally {
    await down([]);
  }
});

it('one merchant with many due charges does not keep those of another waiting', async () => {
  const { deployment, clock } = world;
  const [many, one] = [await testTenant(deployment), await testTenant(deployment)];
  await makeDue(many, 120);
  clock.advance(10);
  await makeDue(one, 1);
  const now = clock.seconds();
  const lease = { livemode: false, leaseUntil: now + 60, leaseToken: 'one' };
  const claimed = await claimDueCharges(deployment.db, { livemode: false }, lease, { now, take: 50 });
  expect(claimed).toHaveLength(50);
  expect(claimed.map(({ merchantId }) => merchantId)).toContain(one.merchantId);
});

it('a charge due at the same moment as thousands of another merchant is in the next batch', async () => {
  const { deployment, clock } = world;
  const [many, one] = [await testTenant(deployment), await testTenant(deployment)];
  await makeDue(many, 1);
  await makeDue(one, 1);
  // Copies without mandates of their own: only the claim looks at them. Half before the other's, half after it.
  await deployment.db.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`;
    await tx`
      insert into charges
      select copy.* from charges c cross join generate_series(1, 10000) n
      cross join lateral jsonb_populate_record(c, jsonb_build_object(
        'id', c.id || n, 'mandate_id', c.mandate_id || n, 'position', c.position || n, 'wake_at', c.wake_at - 50 + n % 100)) copy
      where c.merchant_id = ${many.merchantId}`;
    await tx`update charges set wake_at = wake_at - 1 where merchant_id = ${one.merchantId}`;
  });
  const turns = new MerchantTurns(deployment, { livemode: false });
  const now = clock.seconds() + 100;
  const claim = async () => {
    const lease = { livemode: false, leaseUntil: now + 60, leaseToken: newLeaseToken() };
    const merchants = await turns.next(200);
    return claimDueCharges(deployment.db, { livemode: false }, lease, { now, take: 200, merchants });
  };
  expect((await claim()).map(({ merchantId }) => merchantId)).not.toContain(one.merchantId);
  turns.isBacklog = true;
  expect((await claim()).map(({ merchantId }) => merchantId)).toContain(one.merchantId);
});

it('a worker without room to send holds no charges', async () => {
  const { deployment } = world;
  await makeDue(await testTenant(deployment), 3);
  const { promise: hasRoom, resolve: giveRoom } = Promise.withResolvers<() => void>();
  let isLeft = false;
  const collected = collectDueCharges(deployment, { livemode: false }, { room: () => hasRoom });
  await setImmediate();
  expect(await deployment.db`select 1 from charges where status = 'processing'`).toHaveLength(0);
  giveRoom(() => {
    isLeft = true;
  });
  await collected;
  expect(isLeft).toBe(true);
  expect(await deployment.db`select 1 from charges where backoff_until is null`).toHaveLength(0);
});

it('charges that two workers claim at once are each claimed by one of them', async () => {
  const { deployment, clock } = world;
  await makeDue(await testTenant(deployment), 60);
  const now = clock.seconds();
  const claims = await Promise.all(
    ['one', 'two', 'three'].map((leaseToken) =>
      claimDueCharges(
        deployment.db,
        { livemode: false },
        { livemode: false, leaseUntil: now + 60, leaseToken },
        { now, take: 20 },
      ),
    ),
  );
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
