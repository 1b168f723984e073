import { expect, test } from 'vitest';
import { backgroundTasks } from '../../server/start/background.ts';
import { createDispatcher } from '../../server/webhooks/dispatcher.ts';
import { eventually } from '../support/eventually.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

/** What one round claims. */
const BATCH = 200;

test.each([
  ['a full batch', BATCH + 1, true],
  ['less than a batch', BATCH - 1, false],
])('of %s that is due another worker is told: %s', async (_, due, isTold) => {
  const { deployment, drop } = await testDeployment();
  try {
    const { db, clock } = deployment;
    const tenant = await testTenant(deployment);
    for (let made = 0; made < due; made += 1) await seedMandate(deployment, tenant);
    const now = clock.seconds();
    await db`
      insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, next_attempt_at, wake_at, created_at)
      select 'chg_' || id, 'chg_' || id, merchant_id, false, id, 0, 1, ${now}, 'scheduled', ${now}, ${now}, ${now} from mandates`;
    let moreDue = 0;
    const tasks = backgroundTasks(deployment, createDispatcher(deployment), {
      onMoreDue: () => (moreDue += 1),
    });
    // Without a chain each is set back for a moment.
    await tasks['charges:collect']({ livemode: false }, new AbortController().signal);
    const told = () => db`select 1 from graphile_worker.jobs where key = 'collect/false/more'`;
    if (isTold) await eventually(async () => (await told()).length === 1);
    else expect(await told()).toHaveLength(0);
    expect(moreDue).toBe(isTold ? 1 : 0);
  } finally {
    await drop();
  }
});
