import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventType } from '../../server/events/queries.ts';
import { type NewEvent, recordEvents } from '../../server/events/record-events.ts';
import type { MandateRow } from '../../server/mandates/queries.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let tenant: Tenant;
let mandate: MandateRow;

beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());
beforeEach(async () => {
  tenant = await testTenant(world.deployment);
  mandate = await seedMandate(world.deployment, tenant);
});

const eventOf = (type: EventType, createdAt = 1_800_000_000): NewEvent => ({
  type,
  object: presentMandate(mandate),
  mandateId: mandate.id,
  chargeId: null,
  createdAt,
});
const record = (...events: NewEvent[]) =>
  world.deployment.db.begin((tx) => recordEvents(tx, tenant, events, { realNow: world.clock.seconds() }));
const endpoint = async (owner: Tenant, events?: EventType[]) => {
  const url = owner.livemode ? 'https://93.184.215.14/hook' : 'http://127.0.0.1:9/hook';
  const made = await world.deployment.db.begin((tx) =>
    createEndpoint(tx, world.deployment, owner, { url, events }),
  );
  return made.endpoint.id;
};
const jobs = (endpointId: string) =>
  world.deployment.db`
    select 1 from graphile_worker._private_jobs where payload->>'endpointId' = ${endpointId}`;

describe('recording events', () => {
  it('fixes the bytes of every delivery', async () => {
    const [id] = await record(eventOf('mandate.created'));
    const [row] = await world.deployment.db`select * from events where id = ${id!}`;
    expect(JSON.parse(row!.body)).toEqual({
      id,
      object: 'event',
      type: 'mandate.created',
      createdAt: 1_800_000_000,
      livemode: false,
      apiVersion: '0.1.0',
      data: { object: presentMandate(mandate) },
    });
    expect(row).toMatchObject({
      ...tenant,
      type: 'mandate.created',
      mandateId: mandate.id,
      chargeId: null,
      createdAt: 1_800_000_000,
    });
  });

  it('keeps the order of one call in their positions', async () => {
    const types: EventType[] = ['mandate.activated', 'charge.succeeded', 'charge.scheduled'];
    const ids = await record(...types.map((type) => eventOf(type)));
    const rows = await world.deployment
      .db`select id, type from events where mandate_id = ${mandate.id} order by position`;
    expect(rows.map(({ type }) => type)).toEqual(types);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  it('gives a real event the same id whenever it is recorded, and a test event a new one each time', async () => {
    const created = { ...eventOf('mandate.created'), occurrence: '' };
    const [first] = await record(created);
    await world.deployment.db`delete from events where mandate_id = ${mandate.id}`;
    const [again, revoked, artificial] = await record(
      created,
      { ...eventOf('mandate.revoked'), occurrence: '' },
      eventOf('mandate.created'),
    );
    expect(again).toBe(first);
    expect(new Set([first, revoked, artificial]).size).toBe(3);
    // Told twice in one history it would be a bug.
    await expect(record(created)).rejects.toThrow('duplicate key');
  });

  it('makes one delivery for each endpoint of the same merchant and mode, due at once, and one wake-up each', async () => {
    const mine = [await endpoint(tenant), await endpoint(tenant)];
    const others = [
      await endpoint({ ...tenant, livemode: true }),
      await endpoint(await testTenant(world.deployment)),
    ];
    const ids = await record(eventOf('mandate.created'), eventOf('mandate.expired'));
    const rows = await world.deployment.db`
      select event_id, endpoint_id, status, attempts, next_attempt_at, lease_until, created_at
      from webhook_deliveries where event_id = any(${ids})`;
    expect(rows.map(({ eventId, endpointId }) => `${eventId} ${endpointId}`).sort()).toEqual(
      ids.flatMap((event) => mine.map((to) => `${event} ${to}`)).sort(),
    );
    const now = world.clock.seconds();
    for (const row of rows) {
      expect(row).toMatchObject({
        status: 'pending',
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
        leaseUntil: null,
      });
    }
    for (const id of mine) expect(await jobs(id)).toHaveLength(1);
    for (const id of others) expect(await jobs(id)).toHaveLength(0);
  });

  it('makes deliveries only where the type is wanted, and wakes nobody else', async () => {
    const all = await endpoint(tenant);
    const ends = await endpoint(tenant, ['mandate.expired', 'mandate.revoked']);
    const paid = await endpoint(tenant, ['charge.succeeded']);
    const [created, expired] = await record(eventOf('mandate.created'), eventOf('mandate.expired'));
    const rows = await world.deployment.db`
      select event_id, endpoint_id from webhook_deliveries where event_id = any(${[created!, expired!]})`;
    expect(rows.map(({ eventId, endpointId }) => `${eventId} ${endpointId}`).sort()).toEqual(
      [`${created} ${all}`, `${expired} ${all}`, `${expired} ${ends}`].sort(),
    );
    expect(await jobs(ends)).toHaveLength(1);
    expect(await jobs(paid)).toHaveLength(0);
  });

  it('sends a type of a later version only where a filter names it', async () => {
    const later = 'charge.upcoming' as EventType;
    const [all, named] = [await endpoint(tenant), await endpoint(tenant, ['charge.succeeded', later])];
    const [id] = await record(eventOf(later));
    const rows = await world.deployment.db`
      select endpoint_id from webhook_deliveries where endpoint_id = any(${[all, named]}) and event_id = ${id!}`;
    expect(rows).toEqual([{ endpointId: named }]);
  });

  it('leaves nothing behind when what happened is rolled back', async () => {
    const to = await endpoint(tenant);
    const rolledBack = world.deployment.db.begin(async (tx) => {
      await recordEvents(tx, tenant, [eventOf('mandate.created')], { realNow: world.clock.seconds() });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await world.deployment.db`select 1 from events where mandate_id = ${mandate.id}`).toHaveLength(0);
    expect(
      await world.deployment.db`select 1 from webhook_deliveries where endpoint_id = ${to}`,
    ).toHaveLength(0);
    expect(await jobs(to)).toHaveLength(0);
  });

  it('records 10,000 events at once, with one wake-up', async () => {
    const to = await endpoint(tenant);
    const ids = await record(...Array.from({ length: 10_000 }, () => eventOf('mandate.created')));
    const [count] = await world.deployment
      .db`select count(*) from webhook_deliveries where endpoint_id = ${to}`;
    expect(count!.count).toBe(10_000);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids.toSorted()).toEqual(ids);
    expect(await jobs(to)).toHaveLength(1);
  });

  it('does not make transactions that record for one endpoint wait for each other', async () => {
    await endpoint(tenant);
    const { db } = world.deployment;
    const events = [eventOf('mandate.created')];
    const now = { realNow: world.clock.seconds() };
    await db.begin(async (first) => {
      await recordEvents(first, tenant, events, now);
      await db.begin(async (second) => {
        await second`set local lock_timeout = '500ms'`;
        await recordEvents(second, tenant, events, now);
      });
    });
  });
});
