import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeCharge } from '../../server/charges/place-charge.ts';
import { claimDueCharges } from '../../server/charges/queries.ts';
import type { Deployment } from '../../server/deployment.ts';
import { PROCESS_ID } from '../../server/lib/process-id.ts';
import { beat, removeDead, startHeartbeat } from '../../server/start/heartbeat.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeClock, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: { deployment: Deployment; clock: FakeClock; drop(): Promise<void> };
beforeEach(async () => {
  world = await testDeployment();
});
afterEach(() => world.drop());

/** A due charge that the process `holder` claimed a moment ago. Returns its id. */
async function held(holder: string): Promise<string> {
  const { deployment, clock } = world;
  const tenant = await testTenant(deployment);
  const mandate = await seedMandate(deployment, tenant);
  const now = clock.seconds();
  const { charge } = await deployment.db.begin((tx) =>
    placeCharge(tx, mandate, { periodIndex: 0, dueAt: now - 1 }, { now, realNow: now }),
  );
  const scope = { livemode: false, mandateId: mandate.id };
  const lease = { livemode: false, leaseUntil: now + 60, leaseToken: `${holder}/claim` };
  expect(await claimDueCharges(deployment.db, scope, lease, { now, take: 1 })).toHaveLength(1);
  return charge.id;
}

it('a charge that a silent process holds is free at the next beat of another, and the collectors are woken', async () => {
  const { deployment, clock } = world;
  await beat(deployment.db, 'silent');
  await beat(deployment.db, 'alive');
  await deployment.db`update processes set seen_at = seen_at - interval '11 seconds' where id = 'silent'`;
  const [lost, kept] = [await held('silent'), await held('alive')];
  await deployment.db`delete from graphile_worker._private_jobs`;
  const heartbeat = startHeartbeat(deployment);
  try {
    const jobs = await eventually(async () => {
      const rows = await deployment.db`select task_identifier as task, payload from graphile_worker.jobs j
        join graphile_worker._private_jobs p using (id)`;
      return rows.length > 0 && rows;
    });
    expect(jobs).toEqual([{ task: 'charges:collect', payload: { livemode: false } }]);
    const charges = await deployment.db`select id, wake_at from charges order by id`;
    const wakeAt = new Map(charges.map((row) => [row['id'], row['wakeAt']]));
    expect(wakeAt.get(lost)).toBe(clock.seconds());
    expect(wakeAt.get(kept)).toBe(clock.seconds() + 60);
    const ids = await deployment.db`select id from processes order by id`;
    expect(ids.map(({ id }) => id).toSorted()).toEqual([PROCESS_ID, 'alive'].toSorted());
  } finally {
    await heartbeat.stop();
  }
  // One that stops in order is not missed.
  expect(await deployment.db`select 1 from processes where id = ${PROCESS_ID}`).toHaveLength(0);
});

it('one of several that find a process dead ends its leases', async () => {
  const { db } = world.deployment;
  await beat(db, 'silent');
  await db`update processes set seen_at = seen_at - interval '11 seconds'`;
  const found = await Promise.all([1, 2, 3].map(() => removeDead(db)));
  expect(found.flat()).toEqual(['silent']);
});
