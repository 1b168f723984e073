import type { components } from '../generated/api.ts';
import { type AuthorizationLeft, presentLeft } from '../../../rules/mandates/authorization-left.ts';
import { isListed, receives } from '../../../rules/webhooks/event-filter.ts';
import { API_VERSION } from '../generated/version.ts';
import type { Handlers } from './operation.ts';
import { pageById } from './page.ts';
import { newId } from './ids.ts';
import type { EventRow, Tenant } from './rows.ts';
import { isOf, tenantOf, type World } from './world.ts';

type Event = components['schemas']['Event'];

/** An event of a mandate, charge or refund, with the object as it was then. `createdAt` in the merchant's time. */
export interface NewEvent {
  type: Event['type'];
  object: Event['data']['object'];
  mandateId: string;
  createdAt: number;
  /** Beside the mandate, where its approval runs out. */
  authorization?: AuthorizationLeft;
  /** It was asked for and did not happen. */
  isTest?: boolean;
}

/** Records an event, with a delivery to each of the tenant's endpoints that gets its type, due at once. */
export function recordEvent(world: World, { merchantId, livemode }: Tenant, event: NewEvent): EventRow {
  const { type, object, mandateId, createdAt, authorization, isTest = false } = event;
  const id = newId('event');
  const mark = isTest ? { testEvent: true } : {};
  const envelope = { id, object: 'event', type, createdAt, livemode, ...mark };
  const left = authorization === undefined ? {} : { authorization: presentLeft(authorization) };
  const body = { ...envelope, apiVersion: API_VERSION, data: { object, ...left } };
  const tenant = { merchantId, livemode };
  const row = { ...tenant, id, type, mandateId, createdAt, body: JSON.stringify(body) };
  world.events.insert(row);
  for (const endpoint of world.endpoints.filter(isOf(tenant))) {
    if (!receives(endpoint, type)) continue;
    world.deliveries.insert({
      ...tenant,
      id: newId('webhookDelivery'),
      createdAt: world.shownNow,
      eventId: id,
      eventType: type,
      isTest,
      endpointId: endpoint.id,
      status: 'pending',
      nextAttemptAt: world.shownNow,
      attemptsBefore: 0,
      history: [],
    });
  }
  return row;
}

/** An event as the API lists it. */
export function presentEvent(world: World, row: EventRow): components['schemas']['ListedEvent'] {
  const pending = world.deliveries.filter(
    ({ eventId, status }) => eventId === row.id && status === 'pending',
  );
  return { ...(JSON.parse(row.body) as Event), pendingWebhooks: pending.length };
}

/** The operations on events. */
export const eventHandlers = {
  listEvents: (world, call) => {
    const { type, types, mandate, limit = 20 } = call.query;
    const isOwn = isOf(tenantOf(call));
    const made = world.events.filter(
      (row) =>
        isOwn(row) &&
        (type === undefined ? isListed(types, row.type) : row.type === type) &&
        (mandate === undefined || row.mandateId === mandate),
    );
    const body = pageById({ ...call.query, limit }, made, (row) => presentEvent(world, row));
    return { status: 200, body };
  },
  getEvent: (world, call) => ({
    status: 200,
    body: presentEvent(world, world.events.get(call.path.id, isOf(tenantOf(call)))),
  }),
} satisfies Pick<Handlers, 'listEvents' | 'getEvent'>;
