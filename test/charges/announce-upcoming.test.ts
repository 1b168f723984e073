import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceUpcoming } from '../../server/charges/announce-upcoming.ts';
import { moveCharge, placeCharge } from '../../server/charges/place-charge.ts';
import { lockCharge } from '../../server/charges/queries.ts';
import { lockMandate, type MandateRow, updateMandate } from '../../server/mandates/queries.ts';
import { readMoment } from '../../server/merchants/moment.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

const DAY = 86_400;
const MONTH = 30 * DAY;

let world: Awaited<ReturnType<typeof testDeployment>>;
let tenant: Tenant;
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());
beforeEach(async () => {
  tenant = await testTenant(world.deployment);
});

/** An active mandate, and its charge that is due in `dueIn` seconds. */
async function planned(
  dueIn: number,
  periodSeconds = MONTH,
  sellMode: 'subscription' | 'once' = 'subscription',
) {
  const { deployment, clock } = world;
  const { id } = await seedMandate(deployment, tenant);
  const now = clock.seconds();
  await deployment.db`update mandates set period_seconds = ${periodSeconds}, sell_mode = ${sellMode}, max_periods = ${sellMode === 'once' ? 1 : null} where id = ${id}`;
  return deployment.db.begin(async (tx) => {
    const mandate = await updateMandate(tx, id, {
      status: 'active',
      anchorAt: now + dueIn,
      activatedAt: now,
    });
    const moment = await readMoment(tx, tenant, clock);
    const { charge } = await placeCharge(tx, mandate, { periodIndex: 0, dueAt: now + dueIn }, moment);
    return { mandate, charge };
  });
}

const announce = () => announceUpcoming(world.deployment, { livemode: false, merchantId: tenant.merchantId });
const upcoming = async () =>
  (
    await world.deployment.db<{ chargeId: string; body: string }[]>`
      select charge_id, body from events
      where merchant_id = ${tenant.merchantId} and type = 'charge.upcoming' order by position`
  ).map(({ chargeId, body }) => ({ chargeId, ...JSON.parse(body) }));

describe('a charge that comes up', () => {
  it('is told of 3 days before it is due, once, however many look', async () => {
    const { mandate, charge } = await planned(MONTH);
    world.clock.advance(MONTH - 3 * DAY - 1);
    expect(await announce()).toBe(0);
    world.clock.advance(1);
    const told = await Promise.all([announce(), announce(), announce()]);
    expect(told.reduce((sum, count) => sum + count)).toBe(1);
    expect(await announce()).toBe(0);
    expect(await upcoming()).toMatchObject([
      {
        chargeId: charge.id,
        type: 'charge.upcoming',
        createdAt: charge.dueAt - 3 * DAY,
        data: { object: { id: charge.id, mandateId: mandate.id, status: 'scheduled', dueAt: charge.dueAt } },
      },
    ]);
  });

  it('goes to the endpoint whose filter names it, and to none without a filter', async () => {
    const make = (events?: ['charge.upcoming']) =>
      world.deployment.db.begin((tx) =>
        createEndpoint(tx, world.deployment, tenant, { url: 'http://127.0.0.1:9/', events }),
      );
    await make();
    const named = await make(['charge.upcoming']);
    await planned(MONTH);
    world.clock.advance(MONTH - 3 * DAY);
    await announce();
    expect(
      await world.deployment.db`
        select endpoint_id, event_type from webhook_deliveries d join events e on e.id = d.event_id
        cross join lateral (select e.type as event_type) t
        where d.merchant_id = ${tenant.merchantId}`,
    ).toEqual([{ endpointId: named.endpoint.id, eventType: 'charge.upcoming' }]);
  });

  it.each([
    ['of a period shorter than a week', () => planned(6 * DAY, 7 * DAY - 1)],
    ['of a one-time purchase', () => planned(MONTH, 0, 'once')],
    ['placed with 3 days to go', () => planned(3 * DAY)],
  ])('is not told of: %s', async (_, plan) => {
    await plan();
    world.clock.advance(MONTH);
    expect(await announce()).toBe(0);
    expect(await upcoming()).toEqual([]);
  });

  it('is told of late if the service was down meanwhile, and not at all once it is due', async () => {
    const [late, tooLate] = [await planned(10 * DAY), await planned(9 * DAY)];
    world.clock.advance(9 * DAY);
    expect(await announce()).toBe(1);
    expect(await upcoming()).toMatchObject([{ chargeId: late.charge.id }]);
    const marks = await world.deployment.db`
      select announce_at from charges where id = any(${[late.charge.id, tooLate.charge.id]})`;
    expect(marks).toEqual([{ announceAt: null }, { announceAt: null }]);
  });

  it('is not told of when its mandate has ended', async () => {
    const { mandate } = await planned(MONTH);
    await world.deployment.db.begin(async (tx) => {
      await lockMandate(tx, mandate.id);
      await updateMandate(tx, mandate.id, {
        status: 'revoked',
        endedBy: 'payer',
        endedAt: world.clock.seconds(),
      });
    });
    world.clock.advance(MONTH - DAY);
    expect(await announce()).toBe(0);
  });

  it('waits for whoever holds the mandate, and is neither lost nor told twice', async () => {
    const { mandate } = await planned(MONTH);
    world.clock.advance(MONTH - 3 * DAY);
    await world.deployment.db.begin(async (tx) => {
      await lockMandate(tx, mandate.id);
      expect(await announce()).toBe(0);
    });
    expect(await announce()).toBe(1);
  });

  it('is told of again for the period that it moves to', async () => {
    const { mandate, charge } = await planned(MONTH);
    world.clock.advance(MONTH - 3 * DAY);
    await announce();
    await move(mandate, charge.id, 2 * MONTH);
    expect(await announce()).toBe(0);
    world.clock.advance(2 * MONTH);
    expect(await announce()).toBe(1);
    const ids = (await upcoming()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

async function move(mandate: MandateRow, chargeId: string, by: number): Promise<void> {
  await world.deployment.db.begin(async (tx) => {
    const locked = await lockMandate(tx, mandate.id);
    const charge = await lockCharge(tx, chargeId);
    const moment = await readMoment(tx, tenant, world.clock);
    await tx`update charges set status = 'processing' where id = ${chargeId}`;
    await moveCharge(tx, charge, locked, { periodIndex: 2, dueAt: charge.dueAt + by }, moment);
  });
}
