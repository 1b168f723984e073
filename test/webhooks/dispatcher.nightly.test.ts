import { verify } from '@autopay/webhooks-verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventType } from '../../server/events/queries.ts';
import { recordEvents } from '../../server/events/record-events.ts';
import { startWorker } from '../../server/jobs/worker.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { MandateRow } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { claimDue, deliver } from '../../server/webhooks/deliver.ts';
import { createDispatcher } from '../../server/webhooks/dispatcher.ts';
import { webhookTasks } from '../../server/webhooks/jobs.ts';
import { sweepDeliveries } from '../../server/webhooks/wake.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from './receiver.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let tenant: Tenant;
let mandate: MandateRow;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  world = await testDeployment();
  receiver = await startReceiver();
  tenant = await testTenant(world.deployment);
  mandate = await seedMandate(world.deployment, tenant);
  closing = [];
});
afterEach(async () => {
  await receiver.close();
  for (const close of closing) await close();
  await world.drop();
});

const endpoint = async (path = '/', owner = tenant) => {
  const url = receiver.url + path;
  const { endpoint: row, secret } = await world.deployment.db.begin((tx) =>
    createEndpoint(tx, world.deployment, owner, { url }),
  );
  return { id: row.id, secret };
};
const record = (count = 1, type: EventType = 'mandate.created', of = { tenant, mandate }) => {
  const event = {
    type,
    object: presentMandate(of.mandate),
    mandateId: of.mandate.id,
    chargeId: null,
    createdAt: 1,
  };
  const events = Array.from({ length: count }, () => event);
  return world.deployment.db.begin((tx) =>
    recordEvents(tx, of.tenant, events, { realNow: world.clock.seconds() }),
  );
};
const dispatcher = (maxInFlight?: number, deployment = world.deployment) => {
  const made = createDispatcher(deployment, maxInFlight);
  closing.push(() => made.drain());
  return made;
};
/** The only delivery of an event. */
const delivery = async (eventId: string) => {
  const [row] = await world.deployment.db`select * from webhook_deliveries where event_id = ${eventId}`;
  return row!;
};
const attempts = async (eventId: string) => world.deployment.db`
  select a.* from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
  where d.event_id = ${eventId} order by a.number`;
const settled = (eventId: string, attempt: number) =>
  eventually(async () => {
    const row = await delivery(eventId);
    return row.attempts === attempt ? row : null;
  });
const jobTimes = async (endpointId: string) => {
  const rows = await world.deployment.db`
    select extract(epoch from run_at)::bigint as at from graphile_worker._private_jobs
    where payload->>'endpointId' = ${endpointId} order by 1`;
  return rows.map(({ at }) => at as number);
};
const fail = () => {
  receiver.answer = ({ response }) => void response.writeHead(500).end('out of order');
};
const arrived = (count: number) => eventually(() => receiver.received.length >= count && receiver.received);

describe('delivering', () => {
  it('sends the bytes of the event, signed now, and records the attempt', async () => {
    const { id: endpointId, secret } = await endpoint('/hook?shop=1');
    const [eventId] = await record();
    dispatcher().nudge(endpointId);
    expect(await settled(eventId!, 1)).toMatchObject({
      status: 'delivered',
      nextAttemptAt: null,
      leaseUntil: null,
    });
    const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]];
    const [event] = await world.deployment.db`select body from events where id = ${eventId!}`;
    expect(body).toBe(event!.body);
    expect(path).toBe('/hook?shop=1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Autopay/0.1.0' });
    const verified = await verify({ body, headers, secrets: secret, now: world.clock.seconds() });
    expect(verified).toMatchObject({ timestamp: world.clock.seconds(), event: { id: eventId } });
    expect(await attempts(eventId!)).toMatchObject([
      {
        number: 1,
        outcome: 'delivered',
        responseStatus: 204,
        attemptedAt: world.clock.seconds(),
        error: null,
      },
    ]);
  });

  it('retries after exactly 1 min, 5 min, 15 min, 1 h, 3 h, 6 h and 12 h, then is exhausted', async () => {
    fail();
    const { id: endpointId, secret } = await endpoint();
    const [eventId] = await record();
    const wakes = await jobTimes(endpointId);
    for (const [n, delay] of [60, 300, 900, 3_600, 10_800, 21_600, 43_200].entries()) {
      dispatcher().nudge(endpointId);
      const { status, nextAttemptAt } = await settled(eventId!, n + 1);
      expect({ status, nextAttemptAt }).toEqual({
        status: 'pending',
        nextAttemptAt: world.clock.seconds() + delay,
      });
      wakes.push(nextAttemptAt);
      expect(await jobTimes(endpointId)).toEqual(wakes);
      world.clock.advance(delay - 1);
      expect(await claimDue(world.deployment, endpointId, 4)).toEqual([]);
      world.clock.advance(1);
    }
    dispatcher().nudge(endpointId);
    expect(await settled(eventId!, 8)).toMatchObject({
      status: 'exhausted',
      nextAttemptAt: null,
      leaseUntil: null,
    });
    expect(await jobTimes(endpointId)).toEqual(wakes);
    world.clock.advance(10 * 86_400);
    expect(await sweepDeliveries(world.deployment)).toBe(0);
    const rows = await attempts(eventId!);
    expect(
      rows.map(({ number, outcome, responseStatus, responseHead }) => [
        number,
        outcome,
        responseStatus,
        responseHead,
      ]),
    ).toEqual(Array.from({ length: 8 }, (_, n) => [n + 1, 'failed', 500, 'out of order']));
    const { received } = receiver;
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const [n, { headers, body }] of received.entries()) {
      await verify({ body, headers, secrets: secret, now: rows[n]!.attemptedAt, toleranceSeconds: 0 });
    }
    expect(new Set(received.map(({ headers }) => headers['svc-signature'])).size).toBe(8);
  });

  it('does not retry what the outbound policy rejects', async () => {
    const { id: endpointId } = await endpoint();
    const [eventId] = await record();
    const strict = createDispatcher({ ...world.deployment, webhookAllow: [] });
    strict.nudge(endpointId);
    expect(await settled(eventId!, 1)).toMatchObject({ status: 'refused', nextAttemptAt: null });
    await strict.drain();
    expect(await attempts(eventId!)).toMatchObject([{ outcome: 'refused', responseStatus: null }]);
    expect(receiver.received).toHaveLength(0);
  });

  it('sends the oldest due first', async () => {
    const { id: endpointId } = await endpoint();
    const ids = await record(6);
    await world.deployment.db`
      update webhook_deliveries set next_attempt_at = next_attempt_at - 10 where event_id = ${ids[5]!}`;
    dispatcher(1).nudge(endpointId);
    await arrived(6);
    expect(receiver.received.map(({ id }) => id)).toEqual([ids[5], ...ids.slice(0, 5)]);
  });
});

describe('endpoints that hang', () => {
  it('have at most 4 attempts in flight, over all processes', async () => {
    const { id: endpointId } = await endpoint();
    await record(20);
    receiver.answer = () => {};
    const [one, two] = [dispatcher(), dispatcher()];
    for (let n = 0; n < 20; n++) for (const send of [one, two]) send.nudge(endpointId);
    await arrived(4);
    // A fifth would be claimed by now: both dispatchers have looked again since.
    expect(await claimDue(world.deployment, endpointId, 4)).toEqual([]);
    expect(receiver.received).toHaveLength(4);
    let most = 0;
    let open = 0;
    receiver.answer = ({ response }) => {
      most = Math.max(most, ++open);
      setTimeout(() => response.writeHead(200).end(() => (open -= 1)), 10);
    };
    for (const { response } of receiver.received) response.writeHead(200).end();
    await eventually(async () => {
      const [left] = await world.deployment
        .db`select count(*) from webhook_deliveries where status = 'pending'`;
      return left!.count === 0;
    });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20);
    expect(receiver.received).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('give no delivery to two processes that claim at once', async () => {
    const { id: endpointId } = await endpoint();
    for (let round = 0; round < 5; round++) {
      await record(8);
      const claims = await Promise.all(
        Array.from({ length: 6 }, () => claimDue(world.deployment, endpointId, 3)),
      );
      const ids = claims.flat().map(({ id }) => id);
      expect(ids).toHaveLength(4);
      expect(new Set(ids).size).toBe(4);
      world.clock.advance(30);
    }
  });

  it('slow no other endpoint down', async () => {
    const dead = await endpoint('/dead');
    const alive = await endpoint('/alive');
    await record(50);
    receiver.answer = ({ path, response }) => void (path === '/alive' && response.writeHead(200).end());
    const send = dispatcher();
    send.nudge(dead.id);
    send.nudge(alive.id);
    await eventually(() => receiver.received.filter(({ path }) => path === '/alive').length === 50);
    const atDead = () => receiver.received.filter(({ path }) => path === '/dead').length;
    await eventually(() => atDead() >= 4);
    expect(atDead()).toBe(4);
  });

  it('of one merchant, however many, keep no other merchant waiting', async () => {
    const dead = await Promise.all(Array.from({ length: 40 }, (_, i) => endpoint(`/dead/${i}`)));
    await record(2);
    const other = await testTenant(world.deployment);
    const alive = await endpoint('/alive', other);
    const otherMandate = await seedMandate(world.deployment, other);
    await record(1, 'mandate.created', { tenant: other, mandate: otherMandate });
    receiver.answer = ({ path, response }) => void (path === '/alive' && response.writeHead(200).end());
    const send = dispatcher(32);
    for (const { id } of dead) send.nudge(id);
    // 40 endpoints would take all 32 places for 15 s.
    await eventually(() => receiver.received.length >= 6);
    send.nudge(alive.id);
    await eventually(() => receiver.received.some(({ path }) => path === '/alive'), 12_000);
    expect(receiver.received.filter(({ path }) => path !== '/alive').length).toBeLessThanOrEqual(8);
    for (const { response } of receiver.received) response.end();
    receiver.answer = ({ response }) => void response.writeHead(200).end();
    // None is forgotten.
    await eventually(() => new Set(receiver.received.map(({ path }) => path)).size === 41);
  });

  it('get one attempt at a time until they respond again', async () => {
    const { id: endpointId } = await endpoint();
    await record(6);
    let open = 0;
    let most = 0;
    receiver.answer = ({ response }) => {
      most = Math.max(most, ++open);
      setTimeout(() => response.writeHead(500).end(() => (open -= 1)), 5_200);
    };
    dispatcher().nudge(endpointId);
    await arrived(4);
    await eventually(() => receiver.received.length > 4 && open === 1);
    expect(most).toBe(4);
    // Two were left; the next is not sent beside this one.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([receiver.received.length, open]).toEqual([5, 1]);
  });

  it('share the places of a process with the others in turn', async () => {
    const first = await endpoint('/first');
    const second = await endpoint('/second');
    await record(5);
    const send = dispatcher(2);
    let most = 0;
    let open = 0;
    receiver.answer = ({ response }) => {
      most = Math.max(most, ++open);
      setTimeout(() => response.writeHead(200).end(() => (open -= 1)), 10);
    };
    send.nudge(first.id);
    send.nudge(second.id);
    await arrived(10);
    expect(most).toBeLessThanOrEqual(2);
    const paths = receiver.received.map(({ path }) => path);
    expect(paths.slice(0, 6)).toContain('/second');
  });
});

describe('a target', () => {
  it('gets so many webhooks a minute, whoever registered it, and the rest later without an attempt', async () => {
    const endpoints = [await endpoint('/one'), await endpoint('/two')];
    await record(3);
    const send = dispatcher(undefined, { ...world.deployment, webhooksPerTarget: 4 });
    for (const { id } of endpoints) send.nudge(id);
    const { db } = world.deployment;
    const waiting = () => db`
      select endpoint_id, attempts, lease_until, next_attempt_at from webhook_deliveries where status = 'pending'`;
    await eventually(async () => {
      const rows = await waiting();
      return rows.length === 2 && rows.every((row) => row['nextAttemptAt'] > world.clock.seconds());
    });
    expect(receiver.received).toHaveLength(4);
    for (const row of await waiting()) {
      expect(row).toMatchObject({ attempts: 0, leaseUntil: null });
      expect(row['nextAttemptAt']).toBeLessThanOrEqual(world.clock.seconds() + 60);
      expect(await jobTimes(row['endpointId'])).toContain(row['nextAttemptAt']);
    }
  });
});

describe('a process that dies', () => {
  it('leaves a lease that lapses after 30 s, and the sweep wakes another', async () => {
    const { id: endpointId } = await endpoint();
    const [eventId] = await record();
    await world.deployment.db`delete from graphile_worker._private_jobs`;
    expect(await claimDue(world.deployment, endpointId, 4)).toMatchObject([
      { leaseUntil: world.clock.seconds() + 30 },
    ]);
    world.clock.advance(29);
    expect(await claimDue(world.deployment, endpointId, 4)).toEqual([]);
    expect(await sweepDeliveries(world.deployment)).toBe(0);
    world.clock.advance(1);
    expect(await sweepDeliveries(world.deployment)).toBe(1);
    expect(await sweepDeliveries(world.deployment)).toBe(1);
    expect(await jobTimes(endpointId)).toHaveLength(1);
    dispatcher().nudge(endpointId);
    expect(await settled(eventId!, 1)).toMatchObject({ status: 'delivered' });
  });

  it('and comes back late changes nothing that another has done since', async () => {
    const { id: endpointId } = await endpoint();
    const [eventId] = await record();
    const [late] = await claimDue(world.deployment, endpointId, 1);
    world.clock.advance(30);
    const [next] = await claimDue(world.deployment, endpointId, 1);
    fail();
    await deliver(world.deployment, late!);
    expect(await delivery(eventId!)).toMatchObject({
      status: 'pending',
      attempts: 0,
      leaseUntil: next!.leaseUntil,
    });
    receiver.answer = ({ response }) => void response.writeHead(200).end();
    await deliver(world.deployment, next!);
    await deliver(world.deployment, late!);
    expect(await delivery(eventId!)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await attempts(eventId!)).toHaveLength(1);
  });

  it('first ends what it has begun when it is asked to stop', async () => {
    const { id: endpointId } = await endpoint();
    await record(10);
    receiver.answer = () => {};
    const send = createDispatcher(world.deployment);
    send.nudge(endpointId);
    await arrived(4);
    let drained = false;
    const draining = send.drain().then(() => (drained = true));
    send.nudge(endpointId);
    expect(drained).toBe(false);
    for (const { response } of receiver.received) response.writeHead(200).end();
    await draining;
    expect(receiver.received).toHaveLength(4);
    const rows = await world.deployment
      .db`select status, lease_until from webhook_deliveries order by status, id`;
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('delivered'),
      ...Array<string>(6).fill('pending'),
    ]);
    expect(rows.every(({ leaseUntil }) => leaseUntil === null)).toBe(true);
  });
});

describe('faults of ours', () => {
  it('an endpoint whose secret cannot be decrypted is not attempted and holds up no other', async () => {
    const broken = await endpoint('/broken');
    const fine = await endpoint('/fine');
    const [eventId] = await record();
    await world.deployment.db`update webhook_endpoints set secret_box = '\\x00' where id = ${broken.id}`;
    const send = dispatcher();
    send.nudge(broken.id);
    send.nudge(fine.id);
    await arrived(1);
    await send.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/fine']);
    const [row] = await world.deployment.db`
      select * from webhook_deliveries where event_id = ${eventId!} and endpoint_id = ${broken.id}`;
    expect(row).toMatchObject({ status: 'pending', attempts: 0, leaseUntil: null });
  });
});

describe('with a worker', () => {
  it('events are delivered as soon as they are recorded, and the job does not wait for the endpoint', async () => {
    const { id: endpointId } = await endpoint();
    receiver.answer = () => {};
    const send = dispatcher();
    const worker = await startWorker({
      connectionString: world.url,
      tasks: webhookTasks(send),
      concurrency: 1,
      logger: world.deployment.log,
    });
    try {
      const [eventId] = await record();
      await arrived(1);
      await eventually(async () => (await jobTimes(endpointId)).length === 0);
      receiver.received[0]!.response.writeHead(200).end();
      expect(await settled(eventId!, 1)).toMatchObject({ status: 'delivered' });
    } finally {
      await worker.stop();
    }
  });
});
