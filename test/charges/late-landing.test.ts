import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCharge } from '../../server/charges/place-charge.ts';
import { failCharge } from '../../server/charges/close-charge.ts';
import { insertCharge, lockCharge, updateCharge } from '../../server/charges/queries.ts';
import { settleCharge } from '../../server/charges/settle-charge.ts';
import { insertDunning } from '../../server/dunning/queries.ts';
import { lockMandate, updateMandate } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

const FAILURE = { code: 'insufficient_funds', message: 'Less than the amount.' } as const;

/** A mandate whose charge of the first period was signed once, failed since, and has no attempt left. */
async function given(tenant: Tenant, maxPeriods: number) {
  const { db } = world.deployment;
  const pending = await seedMandate(world.deployment, tenant);
  await db`update mandates set max_periods = ${maxPeriods}, period_seconds = 86400 where id = ${pending.id}`;
  const now = world.clock.seconds();
  const moment = { now, realNow: now };
  await insertDunning(db, tenant, { retries: 'short', keepsAccess: true, afterLast: 'keep' }, now);
  const [policy] = await db<{ id: number }[]>`
    select max(id) as id from dunning_policies where merchant_id = ${tenant.merchantId}`;
  const chargeId = await db.begin(async (tx) => {
    const began = { status: 'active', activatedAt: now, anchorAt: now, startAt: now } as const;
    const mandate = await updateMandate(tx, pending.id, began);
    const charge = newCharge(mandate, { periodIndex: 0, dueAt: now }, moment);
    await insertCharge(tx, charge);
    const tried = { attempts: 3, dunningPolicyId: policy!.id, signatures: 1, wakeAt: null } as const;
    const open = await updateCharge(tx, charge.id, { status: 'processing', ...tried });
    await failCharge(tx, { mandate, charge: open }, FAILURE, moment);
    return charge.id;
  });
  const charges = () =>
    db<{ periodIndex: number; status: string }[]>`
      select period_index, status from charges where mandate_id = ${pending.id} order by period_index`;
  const land = () =>
    db.begin(async (tx) => {
      const locked = { mandate: await lockMandate(tx, pending.id), charge: await lockCharge(tx, chargeId) };
      await settleCharge(tx, locked, [{ signature: `late-${chargeId}`, instructionIndex: 0 }], moment);
    });
  return { mandateId: pending.id, charges, land };
}

test('a signature of a lost period that lands after all is counted, and the next charge stands as it was placed', async () => {
  const { charges, land, mandateId } = await given(await testTenant(world.deployment), 3);
  const next = { periodIndex: 1, status: 'scheduled' };
  expect(await charges()).toEqual([{ periodIndex: 0, status: 'abandoned' }, next]);
  await land();
  expect(await charges()).toEqual([{ periodIndex: 0, status: 'succeeded' }, next]);
  const [mandate] = await world.deployment.db`
    select status, periods_charged from mandates where id = ${mandateId}`;
  expect(mandate).toEqual({ status: 'active', periodsCharged: 1 });
});

test('of a mandate with one period only, it completes the mandate', async () => {
  const { charges, land, mandateId } = await given(await testTenant(world.deployment), 1);
  expect(await charges()).toEqual([{ periodIndex: 0, status: 'abandoned' }]);
  await land();
  const [mandate] = await world.deployment.db`select status from mandates where id = ${mandateId}`;
  expect(mandate).toEqual({ status: 'completed' });
});
