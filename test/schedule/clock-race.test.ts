import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newCharge } from '../../server/charges/place-charge.ts';
import { insertCharge } from '../../server/charges/queries.ts';
import { lockMandate } from '../../server/mandates/queries.ts';
import { readMoment } from '../../server/merchants/moment.ts';
import { moveClock } from '../../server/test-mode/clock-queries.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { DAY } from './support.ts';

test('a charge that is placed while the clock moves is moved with it', async () => {
  const { deployment, drop } = await testDeployment();
  const { db, clock } = deployment;
  const tenant = await testTenant(deployment);
  const mandate = await seedMandate(deployment, tenant);
  const dueAt = clock.seconds() + 30 * DAY;
  let moved: Promise<boolean> | undefined;
  await db.begin(async (tx) => {
    await lockMandate(tx, mandate.id);
    const moment = await readMoment(tx, tenant, clock);
    moved = moveClock(db, tenant.merchantId, 29 * DAY);
    // Time enough to overtake this transaction, if nothing made it wait.
    await Promise.race([moved, setTimeout(300)]);
    await insertCharge(tx, newCharge(mandate, { periodIndex: 1, dueAt }, moment));
  });
  await moved;
  const [charge] = await db<
    { wakeAt: number }[]
  >`select wake_at from charges where mandate_id = ${mandate.id}`;
  expect(charge!.wakeAt - clock.seconds()).toBe(DAY);
  await drop();
});
