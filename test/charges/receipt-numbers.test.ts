import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCharge } from '../../server/charges/place-charge.ts';
import { insertCharge, lockCharge, updateCharge } from '../../server/charges/queries.ts';
import { settleCharges } from '../../server/charges/settle-charge.ts';
import type { Tx } from '../../server/db/connect.ts';
import { newId } from '../../server/lib/ids.ts';
import { lockMandate, updateMandate } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

/** The ids of a charge that is being pulled, and of its mandate. */
interface Pulled {
  mandateId: string;
  chargeId: string;
}

async function pulled(tenant: Tenant): Promise<Pulled> {
  const pending = await seedMandate(world.deployment, tenant);
  const now = world.clock.seconds();
  return world.deployment.db.begin(async (tx) => {
    const began = { status: 'active', activatedAt: now, anchorAt: now, startAt: now } as const;
    const mandate = await updateMandate(tx, pending.id, began);
    const charge = newCharge(mandate, { periodIndex: 0, dueAt: now }, { now, realNow: now });
    await insertCharge(tx, charge);
    await updateCharge(tx, charge.id, { status: 'processing', wakeAt: null, signatures: 1 });
    return { mandateId: mandate.id, chargeId: charge.id };
  });
}

const several = (count: number, tenant: Tenant) =>
  Promise.all(Array.from({ length: count }, () => pulled(tenant)));

/** Settles charges together, as the resolver does with a batch that landed. */
async function settle(tx: Tx, batch: readonly Pulled[]): Promise<void> {
  const now = world.clock.seconds();
  const settlements = [];
  for (const { mandateId, chargeId } of batch) {
    settlements.push({
      mandate: await lockMandate(tx, mandateId),
      charge: await lockCharge(tx, chargeId),
      landings: [{ signature: newId('attempt'), instructionIndex: 0 }],
      moment: { now, realNow: now },
    });
  }
  await settleCharges(tx, settlements);
}
const settleNow = (batch: readonly Pulled[]) => world.deployment.db.begin((tx) => settle(tx, batch));

async function numbersOf({ merchantId, livemode }: Tenant): Promise<number[]> {
  const rows = await world.deployment.db<{ receiptNumber: number }[]>`
    select receipt_number from charges
    where merchant_id = ${merchantId} and livemode = ${livemode} and receipt_number is not null order by 1`;
  return rows.map(({ receiptNumber }) => receiptNumber);
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('settlers at once number the receipts of each merchant from 1 without gaps, whatever order their batches have', async () => {
  const [one, two] = [await testTenant(world.deployment), await testTenant(world.deployment)];
  const batches = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const mixed = [await several(3, one), await several(2, two)];
      return (at % 2 === 0 ? mixed : mixed.toReversed()).flat();
    }),
  );
  await Promise.all(batches.map(settleNow));
  expect(await numbersOf(one)).toEqual(upTo(24));
  expect(await numbersOf(two)).toEqual(upTo(16));
});

test('a settlement that does not commit gives its numbers back to the one that waited for it', async () => {
  const tenant = await testTenant(world.deployment);
  const [first, second, third] = await several(3, tenant);
  await settleNow([first!]);
  let failNow = () => {};
  const held = new Promise<void>((_, reject) => {
    failNow = () => reject(new Error('the connection broke'));
  });
  held.catch(() => {});
  let hasNumbers = () => {};
  const numbered = new Promise<void>((resolve) => (hasNumbers = resolve));
  const failing = world.deployment.db.begin(async (tx) => {
    await settle(tx, [second!]);
    hasNumbers();
    await held;
  });
  await numbered;
  const waiting = settleNow([third!]);
  await eventually(async () => {
    const rows = await world.deployment.db`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%receipt_counters%'`;
    return rows.length > 0;
  });
  failNow();
  await expect(failing).rejects.toThrow('the connection broke');
  await waiting;
  await settleNow([second!]);
  expect(await numbersOf(tenant)).toEqual([1, 2, 3]);
  const rows = await world.deployment.db<{ id: string }[]>`
    select id from charges where merchant_id = ${tenant.merchantId} and receipt_number is not null order by receipt_number`;
  expect(rows.map(({ id }) => id)).toEqual([first, third, second].map((each) => each!.chargeId));
});

test('a charge that did not settle has no number, and one that did cannot be without', async () => {
  const tenant = await testTenant(world.deployment);
  const [{ chargeId } = { chargeId: '' }] = await several(1, tenant);
  const { db } = world.deployment;
  await expect(db`update charges set receipt_number = 1 where id = ${chargeId}`).rejects.toThrow(
    'charges_receipt',
  );
  await expect(
    db`update charges set status = 'succeeded', tx_signature = 's', settled_at = 1, wake_at = null, next_attempt_at = null
       where id = ${chargeId}`,
  ).rejects.toThrow('charges_receipt');
});

test('the event of a settled charge carries its number, marked as of test mode', async () => {
  const tenant = await testTenant(world.deployment);
  const [charge] = await several(1, tenant);
  await settleNow([charge!]);
  const [event] = await world.deployment.db<{ body: string }[]>`
    select body from events where charge_id = ${charge!.chargeId} and type = 'charge.succeeded'`;
  expect(JSON.parse(event!.body).data.object.receiptNumber).toBe('TEST-000001');
});
