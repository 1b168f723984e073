import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  findActiveSchemeGathered,
  listDoubtedShares,
  readShareLedger,
} from '../../server/delegations/share-queries.ts';
import type { Deployment } from '../../server/deployment.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: { deployment: Deployment; drop(): Promise<void> };
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

it('the mandates of an account are not read to see that its delegate is there, and their ledger is one mark', async () => {
  const { deployment } = world;
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const own = await seedMandate(deployment, tenant);
  const { livemode, payer, mint, delegate } = own;
  const account = { livemode, payer, mint };
  expect(await readShareLedger(db, account)).toBeNull();
  const others = await Promise.all(Array.from({ length: 3 }, () => seedMandate(deployment, tenant)));
  const ids = [own, ...others].map(({ id }) => id);
  await db`
    update mandates set payer = ${payer}, mint = ${mint}, delegate = ${delegate}, status = 'active', activated_at = 1, anchor_at = 1,
      expire_wake_at = null, authorization_slot = 7
    where id = any(${ids})`;

  expect(await listDoubtedShares(db, account, delegate)).toEqual([]);
  const ledger = await readShareLedger(db, account);
  expect(ledger).toMatchObject({ inFlight: 0n, newestSlot: 7 });
  expect(await readShareLedger(db, account)).toEqual(ledger);

  await db`update mandates set version = version + 1 where id = ${others[1]!.id}`;
  expect((await readShareLedger(db, account))!.mark).not.toBe(ledger!.mark);
  expect(await listDoubtedShares(db, account, null)).toHaveLength(4);
  await db`update mandates set pulled = budget where id = ${own.id}`;
  await db`update mandates set gone_seen_at = 5 where id = ${others[0]!.id}`;
  expect(await listDoubtedShares(db, account, delegate)).toEqual([
    { mandateId: others[0]!.id, isMissed: false, goneSeenAt: 5 },
  ]);
  expect(await listDoubtedShares(db, account, null)).toHaveLength(3);
});

it('the schemes of accounts that are asked for at once are those of each', async () => {
  const { deployment } = world;
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const [approved, planned, pending, bought] = await Promise.all(
    Array.from({ length: 4 }, () => seedMandate(deployment, tenant)),
  );
  await db`
    update mandates set status = 'active', activated_at = 1, anchor_at = 1, expire_wake_at = null
    where id = any(${[approved!.id, planned!.id, bought!.id]})`;
  await db`update mandates set sell_mode = 'once', max_periods = 1, period_seconds = 0, trial_seconds = 0 where id = ${bought!.id}`;
  await db`update mandates set scheme = 'plan' where id = ${planned!.id}`;
  const ask = ({ payer, mint }: { payer: string; mint: string }) =>
    findActiveSchemeGathered(db, { livemode: false, payer, mint });
  const asked = [planned!, approved!, pending!, bought!, planned!].map(ask);
  expect(await Promise.all(asked)).toEqual(['plan', 'approval', null, null, 'plan']);
  expect(await findActiveSchemeGathered(db, { ...approved!, livemode: true })).toBeNull();
});
