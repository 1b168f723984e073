import { presentDelivery as presentRow } from '../../../rules/webhooks/present-delivery.ts';
import { textOf } from '../../../rules/mandates/bought.ts';
import { filterOf } from '../../../rules/webhooks/event-filter.ts';
import { presentEndpoint } from '../../../rules/webhooks/present-endpoint.ts';
import { decideDelivery, decideRedelivery } from '../../../rules/webhooks/machine.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { API_VERSION } from '../generated/version.ts';
import { utf8 } from './bytes.ts';
import { newId, newSecret } from './ids.ts';
import type { Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';
import { checkWebhookUrl } from './webhook-url.ts';
import { isOf, tenantOf, type World } from './world.ts';

/** Receives a delivery: an app's own handler, or fetch. */
export type Receiver = (request: Request) => Response | Promise<Response>;

/** How many characters of the response's body are kept. */
const RESPONSE_HEAD = 1_024;

/**
 * A webhook as the service sends it: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, with the whole
 * secret as key.
 */
export async function signWebhook(
  body: string,
  { url, secret, timestampSeconds }: { url: string; secret: string; timestampSeconds: number },
): Promise<Request> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, utf8(`${timestampSeconds}.${body}`));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return new Request(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Autopay/${API_VERSION}`,
      'svc-signature': `t=${timestampSeconds},v1=${hex}`,
    },
  });
}

/** Attempts every due delivery once, oldest first. Returns the number of attempts. */
export async function deliverDue(world: World, receiver: Receiver): Promise<number> {
  const due = world.deliveries.filter(
    ({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt! <= world.shownNow,
  );
  for (const delivery of due) await attempt(world, delivery, receiver);
  return due.length;
}

async function attempt(world: World, delivery: DeliveryRow, receiver: Receiver): Promise<void> {
  const { url, secret } = world.endpoints.get(delivery.endpointId);
  const attemptedAt = world.shownNow;
  const { body } = world.events.get(delivery.eventId);
  const request = await signWebhook(body, { url, secret, timestampSeconds: attemptedAt });
  const startedMs = Date.now();
  const { responseStatus, responseHead, error } = await answerOf(request, receiver);
  const outcome = error === null ? 'delivered' : 'failed';
  const attempted = { attempts: delivery.history.length, attemptsBefore: delivery.attemptsBefore };
  delivery.history.push({
    number: delivery.history.length + 1,
    attemptedAt,
    outcome,
    responseStatus,
    latencyMs: Math.max(0, Date.now() - startedMs),
    responseHead,
    error,
  });
  Object.assign(delivery, decideDelivery(outcome, attempted, attemptedAt));
}

async function answerOf(request: Request, receiver: Receiver) {
  try {
    const response = await receiver(request);
    const responseHead = (await response.text()).slice(0, RESPONSE_HEAD);
    const isRedirect = response.status >= 300 && response.status < 400;
    const advice = isRedirect ? ' Redirects are not followed: register the final URL.' : '';
    const error = response.ok ? null : `The endpoint answered ${response.status}.${advice}`;
    return { responseStatus: response.status, responseHead, error };
  } catch (cause) {
    const reason = (cause as Error | undefined)?.message ?? String(cause);
    return { responseStatus: null, responseHead: '', error: `The request failed: ${reason}.` };
  }
}

function present(row: EndpointRow, secret?: string) {
  return presentEndpoint({ ...row, secretLast4: row.secret.slice(-4) }, secret);
}

function presentDelivery(world: World, row: DeliveryRow) {
  const { url } = world.endpoints.get(row.endpointId);
  return presentRow({ ...row, url, attempts: row.history.length });
}

/** In each mode. */
const MAX_ENDPOINTS = 100;

/** The operations on webhook endpoints and their deliveries. */
export const webhookHandlers = {
  createWebhookEndpoint: (world, call) => {
    const tenant = tenantOf(call);
    const { url, description, events } = call.body;
    checkWebhookUrl(url, { livemode: tenant.livemode, allowed: world.webhookHosts });
    if (world.endpoints.filter(isOf(tenant)).length >= MAX_ENDPOINTS) {
      throw new ApiError('parameter_invalid', {
        param: 'url',
        message: `There are ${MAX_ENDPOINTS} endpoints already, and an event may go to all of them. Use one of those.`,
      });
    }
    const [id, secret, createdAt] = [newId('webhookEndpoint'), newSecret('whsec_'), world.shownNow];
    const row = world.endpoints.insert({
      ...tenant,
      id,
      url,
      description: textOf(description),
      events: filterOf(events),
      secret,
      createdAt,
    });
    return { status: 201, body: present(row, secret) };
  },
  listWebhookEndpoints: (world, call) => {
    const made = world.endpoints.filter(isOf(tenantOf(call)));
    return { status: 200, body: pageById(call.query, made, (row) => present(row)) };
  },
  listWebhookDeliveries: (world, call) => {
    const { endpoint, event, status } = call.query;
    const keep = (row: DeliveryRow) => status === undefined || row.status === status;
    const isOwn = isOf(tenantOf(call));
    const made = world.deliveries.filter(
      (row) =>
        isOwn(row) &&
        (endpoint === undefined || row.endpointId === endpoint) &&
        (event === undefined || row.eventId === event),
    );
    return { status: 200, body: pageById(call.query, made, (row) => presentDelivery(world, row), keep) };
  },
  getWebhookDelivery: (world, call) => {
    const row = world.deliveries.get(call.path.id, isOf(tenantOf(call)));
    const { body } = world.events.get(row.eventId);
    return { status: 200, body: { ...presentDelivery(world, row), body, history: row.history } };
  },
  redeliverWebhook: (world, call) => {
    const row = world.deliveries.get(call.path.id, isOf(tenantOf(call)));
    const attempted = { attempts: row.history.length, leaseUntil: null };
    const { nextAttemptAt, attemptsBefore } = decideRedelivery(attempted, world.shownNow);
    Object.assign(row, { status: 'pending', nextAttemptAt, attemptsBefore });
    return { status: 200, body: presentDelivery(world, row) };
  },
} satisfies Pick<
  Handlers,
  | 'createWebhookEndpoint'
  | 'listWebhookEndpoints'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'redeliverWebhook'
>;
