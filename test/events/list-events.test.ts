import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '../../server/events/record-events.ts';
import { eventRoutes } from '../../server/events/routes.ts';
import type { EventType } from '../../server/events/queries.ts';
import { newId } from '../../server/lib/ids.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { seedMandate, requestOf, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let tenant: Tenant;
let first: string;
let second: string;
/** Oldest first: one of the second mandate, then 29 of the first. */
const ids: string[] = [];

beforeAll(async () => {
  world = await testDeployment();
  const { deployment, clock } = world;
  tenant = await testTenant(deployment);
  const record = async (mandateId: string | null, types: EventType[]) => {
    const mandate = await seedMandate(deployment, tenant);
    const object = presentMandate(mandate);
    const events = types.map((type) => ({
      type,
      object,
      mandateId: mandate.id,
      chargeId: null,
      createdAt: 1,
    }));
    ids.push(
      ...(await deployment.db.begin((tx) => recordEvents(tx, tenant, events, { realNow: clock.seconds() }))),
    );
    return mandateId ?? mandate.id;
  };
  second = await record(null, ['mandate.created']);
  await deployment.db.begin((tx) => createEndpoint(tx, deployment, tenant, { url: 'http://127.0.0.1:9/' }));
  first = await record(null, [
    'mandate.created',
    ...Array<EventType>(27).fill('charge.scheduled'),
    'mandate.revoked',
  ]);
});
afterAll(() => world.drop());

type Query = NonNullable<Parameters<ReturnType<typeof eventRoutes>['listEvents']>[1]['query']>;
const list = async (query: Query = {}, owner = tenant) => {
  const request = requestOf(world.deployment, owner);
  const { body } = await eventRoutes(world.deployment).listEvents(request, {
    path: {},
    query,
    header: {},
    body: {},
  });
  return body;
};
const read = (id: string, owner = tenant) =>
  eventRoutes(world.deployment).getEvent(requestOf(world.deployment, owner), {
    path: { id },
    query: {},
    header: {},
    body: {},
  });

describe('listing events', () => {
  it('shows the newest 20 unless asked for more', async () => {
    const page = await list();
    expect(page.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20));
    expect(page).toMatchObject({ object: 'list', hasMore: true, nextCursor: ids.toReversed()[19] });
    expect((await list({ limit: 50 })).data).toHaveLength(30);
  });

  it('pages through all of them once, in both directions', async () => {
    const older = await list({ limit: 25 });
    const rest = await list({ limit: 25, startingAfter: older.nextCursor! });
    expect([...older.data, ...rest.data].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
    const newer = await list({ limit: 2, endingBefore: ids[0]! });
    expect(newer.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  });

  it('filters by type and by mandate', async () => {
    expect((await list({ type: 'mandate.created' })).data).toHaveLength(2);
    expect((await list({ mandate: second })).data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list({ mandate: first, type: 'mandate.revoked' })).data).toHaveLength(1);
    expect((await list({ mandate: newId('mandate') })).data).toEqual([]);
  });

  it('counts the deliveries that are still pending', async () => {
    const { data } = await list({ limit: 50 });
    expect(data.map(({ pendingWebhooks }) => pendingWebhooks)).toEqual([...Array<number>(29).fill(1), 0]);
  });

  it('refuses a cursor that is no event of this merchant', async () => {
    for (const startingAfter of [newId('event'), 'nonsense']) {
      await expect(list({ startingAfter })).rejects.toMatchObject({
        code: 'parameter_invalid',
        param: 'startingAfter',
      });
    }
    await expect(list({ endingBefore: ids[3]! }, await testTenant(world.deployment))).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'endingBefore',
    });
  });
});

describe('tenancy of events', () => {
  it('shows neither another merchant nor the other mode anything', async () => {
    const stranger = await testTenant(world.deployment);
    const otherMode = { ...tenant, livemode: true };
    for (const owner of [stranger, otherMode]) {
      expect((await list({}, owner)).data).toEqual([]);
      await expect(read(ids[0]!, owner)).rejects.toMatchObject({ code: 'resource_missing' });
    }
  });

  it('reads one event as it was delivered', async () => {
    const { body } = await read(ids[1]!);
    expect(body).toMatchObject({ id: ids[1], object: 'event', type: 'mandate.created', pendingWebhooks: 1 });
    expect(body.data.object).toMatchObject({ object: 'mandate', id: first });
  });

  it('returns resource_missing for an id of another form', async () => {
    for (const id of ['nonsense', newId('mandate'), newId('event')]) {
      await expect(read(id)).rejects.toMatchObject({ code: 'resource_missing' });
    }
  });
});
