import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { verify } from '@autopay/webhooks-verify';
import { eventually } from '../../support/eventually.ts';
import { startDnsServer } from '../../webhooks/dns-server.ts';
import type { Received } from '../../webhooks/receiver.ts';
import { type Exchange, refused } from '../client.ts';
import { landed } from '../wallet.ts';
import type { Shop, World } from '../world.ts';
import type { Check, Checks } from './check.ts';

type Found = { shop: Shop; id: string };

/** The list that shows an event of this kind for each of the ways in which it comes about; and that an endpoint receives the kind. */
const kind =
  (
    type: string,
    find: (world: World) => Promise<Found>[],
    look: (found: Found, event: Exchange['body']) => unknown = () => {},
  ): Check =>
  async (world) => {
    const lists = await Promise.all(
      find(world).map(async (found) => {
        const { shop, id } = await found;
        const list = await world.event(shop, type, id);
        for (const event of list.body.data) {
          assert.equal(event.type, type);
          const { object, id: own, mandateId } = event.data.object;
          assert.equal(object === 'mandate' ? own : mandateId, id);
          await look({ shop, id }, event);
        }
        return list;
      }),
    );
    await receives(world, type);
    return lists.at(-1)!;
  };

/** Holds that an endpoint receives an event of this kind, with the id that the list has. */
async function receives(world: World, type: string): Promise<void> {
  const { shop, receiver } = await delivered(world);
  // What test events are about: a mandate with a charge.
  await world.once('delivered charge', () => world.activate(shop));
  const { id } = (await shop.ok('POST', '/v1/test/events', { body: { type } })).body;
  const { body } = await eventually(() => receiver.received.find((each) => each.id === id));
  assert.equal(JSON.parse(body).type, type);
}

/** Holds that the charge of an event is on chain, by the signature that it carries. */
async function isOnChain({ shop }: Found, event: Exchange['body']): Promise<void> {
  const { txSignature } = event.data.object;
  await landed(shop.at.localnetUrl!, txSignature);
}

export const EVENT_KINDS: Checks = {
  'mandate.created': kind('mandate.created', (world) => [world.completed(), world.purchased()]),
  'mandate.activated': kind('mandate.activated', (world) => [world.completed(), world.purchased()]),
  'charge.succeeded': kind('charge.succeeded', (world) => [world.purchased(), world.completed()], isOnChain),
  'charge.failed': kind('charge.failed', (world) => [world.dunned()]),
  'charge.abandoned': kind('charge.abandoned', (world) => [world.dunned(), world.cancelled()]),
  'charge.scheduled': kind('charge.scheduled', (world) => [world.completed(), world.trial()]),
  'charge.skipped': kind('charge.skipped', (world) => [world.revoked()]),
  'mandate.completed': async (world) => {
    // A one-time purchase: completed right after its payment, and nothing of a schedule.
    const { events } = await world.purchased();
    const types = events.body.data.map(({ type }: { type: string }) => type).toReversed();
    assert.deepEqual(types, [
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'mandate.completed',
    ]);
    return kind('mandate.completed', () => [world.completed()])(world);
  },
  'mandate.revoked': kind('mandate.revoked', (world) => [world.dunned(), world.cancelled()]),
  'mandate.expired': kind('mandate.expired', (world) => [world.expired(), world.outlived()]),
};

/** A delivery as its receiver saw it. */
function arrival({ path, response }: Received): Exchange {
  const headers = new Headers();
  return { method: 'POST', path, status: response.statusCode, code: null, headers, body: null };
}

/** An endpoint that responds with `status`, and what it receives. */
async function listen(world: World, shop: Shop, status = 204) {
  const receiver = await world.receiver();
  receiver.answer = ({ response }) => void response.writeHead(status).end();
  const registered = await shop.ok('POST', '/v1/webhook_endpoints', {
    body: { url: `${receiver.url}/hook` },
  });
  return { receiver, registered, secret: registered.body.secret as string, endpoint: registered.body.id };
}

/** A merchant whose endpoint has got one event. */
const delivered = (world: World) =>
  world.once('delivered', async () => {
    const shop = await world.openShop();
    const listening = await listen(world, shop);
    await world.open(shop);
    const received = await eventually(() => listening.receiver.received[0]);
    return { shop, ...listening, received };
  });

/** A merchant whose endpoint fails, on the deployment whose clock is moved: every retry is made, until they are exhausted. */
const exhausted = (world: World) =>
  world.once('exhausted', async () => {
    const { clockwork } = world.deployments;
    const shop = await world.openShop(clockwork);
    const { receiver, secret, endpoint } = await listen(world, shop, 500);
    await world.open(shop);
    const list = await eventually(async () => {
      const found = await shop.ok('GET', `/v1/webhook_deliveries?endpoint=${endpoint}`);
      return found.body.data[0]?.attempts === 1 && found;
    });
    assert.equal(receiver.received.length, 1);
    const { id, event } = list.body.data[0];
    const delays: number[] = [];
    for (;;) {
      const { body } = await shop.ok('GET', `/v1/webhook_deliveries/${id}`);
      if (body.status !== 'pending') break;
      const delay = body.nextAttemptAt - body.history.at(-1).attemptedAt;
      delays.push(delay);
      clockwork.advance(delay);
      // Another event wakes the endpoint sooner than the sweep would.
      await shop.ok('POST', '/v1/test/events', { body: { type: 'mandate.created' } });
      await eventually(async () => {
        const now = await shop.ok('GET', `/v1/webhook_deliveries/${id}`);
        return now.body.attempts > body.attempts;
      });
    }
    // A day later, and woken by another event, it is not attempted again.
    clockwork.advance(86_400);
    const later = (await shop.ok('POST', '/v1/test/events', { body: { type: 'mandate.created' } })).body.id;
    await eventually(() => receiver.received.some((each) => each.id === later));
    const ended = await shop.ok('GET', `/v1/webhook_deliveries/${id}`);
    const attempts = receiver.received.filter((each) => each.id === event);
    return { shop, secret, delays, ended, list, attempts };
  });

/** An endpoint whose name leads to a private address: not known when it registers, refused when it is to be sent to. */
const refusedAtDelivery = (world: World) =>
  world.once('refused at delivery', async () => {
    const dns = await startDnsServer({ 'hooks.shop.com': { a: ['10.0.0.7'] } });
    const at = await world.deployments.start('own-names', { AUTOPAY_DNS_SERVERS: dns.address });
    try {
      const shop = await world.openShop(at);
      const body = { url: 'https://hooks.shop.com/autopay' };
      const registered = await shop.call('POST', '/v1/webhook_endpoints', { body });
      await world.open(shop);
      const delivery = await eventually(async () => {
        const { data } = (await shop.ok('GET', '/v1/webhook_deliveries')).body;
        return data[0]?.attempts === 1 && shop.ok('GET', `/v1/webhook_deliveries/${data[0].id}`);
      });
      return { registered, delivery };
    } finally {
      dns.close();
      await at.stop();
    }
  });

/**
 * Within which a first attempt is immediate. It takes milliseconds, and seconds where the machine is loaded. Less than half of the
 * 15 s after which a sweep finds what was not attempted: of two events that are this far apart, it cannot find both within it.
 */
const IMMEDIATELY_MS = 7_000;

/** How long after each of two events its first attempt arrived, and the deliveries of both. */
const prompt = (world: World) =>
  world.once('prompt', async () => {
    const shop = await world.openShop();
    await world.open(shop);
    const { receiver, endpoint } = await listen(world, shop);
    const waits: number[] = [];
    for (const rest of [IMMEDIATELY_MS, 0]) {
      const happenedMs = performance.now();
      const { id } = (await shop.ok('POST', '/v1/test/events', { body: { type: 'mandate.created' } })).body;
      await eventually(() => receiver.received.some((each) => each.id === id), 60_000);
      const waitedMs = performance.now() - happenedMs;
      waits.push(waitedMs);
      await setTimeout(Math.max(0, rest - waitedMs));
    }
    const deliveries = await eventually(async () => {
      const found = await shop.ok('GET', `/v1/webhook_deliveries?endpoint=${endpoint}&status=delivered`);
      return found.body.data.length === 2 && found;
    });
    return { waits, deliveries };
  });

/** The first attempt of an event comes at once, and is the only one where it succeeds. */
async function isPrompt(world: World): Promise<Exchange> {
  const { waits, deliveries } = await prompt(world);
  assert.ok(
    waits.every((ms) => ms < IMMEDIATELY_MS),
    `First attempts arrived after ${waits.map(Math.round).join(' and ')} ms.`,
  );
  for (const { attempts } of deliveries.body.data) assert.equal(attempts, 1);
  return deliveries;
}

const REFUSED_URLS = [
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://[::1]/',
  'http://0x7f.2/',
  'http://169.254.169.254/latest/meta-data',
  'http://metadata.google.internal/',
  'http://localhost/',
  'http://shop.localhost/',
  'http://printer.local/',
  'http://nas.home.arpa/',
  'http://db.internal/',
];

export const REGISTERING: Checks = {
  'rule 1': async (world) => {
    const { shop, registered, secret } = await delivered(world);
    assert.match(secret, /^whsec_/);
    const again = await shop.ok('GET', '/v1/webhook_endpoints');
    assert.ok(!JSON.stringify(again.body).includes(secret));
    return registered;
  },
  'rule 2': async (world) => {
    const shop = await world.shop();
    let last: Exchange | null = null;
    for (const url of REFUSED_URLS) {
      const answer = await shop.call('POST', '/v1/webhook_endpoints', { body: { url } });
      last = refused(answer, 400, 'parameter_invalid', 'url');
    }
    return last!;
  },
  'rule 3': async (world) => {
    const { registered, delivery } = await refusedAtDelivery(world);
    assert.equal(registered.status, 201);
    assert.equal(delivery.body.history[0].outcome, 'refused');
    return registered;
  },
  'rule 4': async (world) => {
    const { delivery } = await refusedAtDelivery(world);
    assert.deepEqual([delivery.body.status, delivery.body.nextAttemptAt], ['refused', null]);
    return delivery;
  },
  'rule 5': async (world) => {
    const shop = await world.shop();
    const body = { url: 'https://shop.example.com/leaked' };
    const [one, two] = [
      await shop.ok('POST', '/v1/webhook_endpoints', { body }),
      await shop.ok('POST', '/v1/webhook_endpoints', { body }),
    ];
    assert.notEqual(one.body.secret, two.body.secret);
    const path = `/v1/webhook_endpoints/${one.body.id}`;
    for (const method of ['PATCH', 'POST']) refused(await shop.call(method, path), 404, 'unknown_route');
    return refused(await shop.call('DELETE', path), 404, 'unknown_route');
  },
};

const SIGNATURE = /^t=([0-9]+),v1=([0-9a-f]{64})$/;

export const SIGNATURES: Checks = {
  'rule 1': async (world) => {
    const { received } = await delivered(world);
    assert.match(String(received.headers['svc-signature']), SIGNATURE);
    return arrival(received);
  },
  'rule 2': async (world) => {
    const { received, secret } = await delivered(world);
    const [, t, v1] = SIGNATURE.exec(String(received.headers['svc-signature']))!;
    assert.equal(v1, createHmac('sha256', secret).update(`${t}.${received.body}`).digest('hex'));
    return arrival(received);
  },
  'rule 3': async (world) => {
    const { received, secret } = await delivered(world);
    const header = String(received.headers['svc-signature']);
    const t = Number(SIGNATURE.exec(header)![1]);
    const check = (now: number, body = received.body) => verify({ body, header, secrets: secret, now });
    assert.equal((await check(t + 300)).event.id, received.id);
    await assert.rejects(check(t + 301), { code: 'too_old' });
    await assert.rejects(check(t, received.body.replace(':', ': ')));
    return arrival(received);
  },
  'rule 4': async (world) => {
    const { attempts, secret } = await exhausted(world);
    const signed = attempts.map(({ headers }) => String(headers['svc-signature']));
    assert.equal(new Set(signed).size, attempts.length);
    const times = signed.map((header) => Number(SIGNATURE.exec(header)![1]));
    // With the time of its own attempt: as long after the one before as that waited.
    for (const [at, delay] of DELAYS.entries()) assert.ok(times[at + 1]! - times[at]! >= delay, `${times}`);
    for (const [at, header] of signed.entries()) {
      const now = times[at]!;
      await verify({ body: attempts[at]!.body, header, secrets: secret, now });
    }
    return arrival(attempts.at(-1)!);
  },
};

const DELAYS = [60, 300, 900, 3_600, 10_800, 21_600, 43_200];

/** Every retry, at its time, and none after the last. */
export const RETRY_DELAYS: Check = async (world) => {
  const { delays, attempts, ended } = await exhausted(world);
  // Counted from the end of an attempt, which takes a moment.
  const late = delays.map((delay, at) => delay - DELAYS[at]!);
  assert.ok(
    late.length === DELAYS.length && late.every((seconds) => seconds >= 0 && seconds <= 2),
    `${delays}`,
  );
  assert.equal(attempts.length, 8);
  assert.deepEqual([ended.body.status, ended.body.nextAttemptAt], ['exhausted', null]);
  return ended;
};

export const DELIVERY: Checks = {
  'rule 1': async (world) => {
    const { attempts } = await exhausted(world);
    assert.equal(new Set(attempts.map(({ id }) => id)).size, 1);
    assert.equal(new Set(attempts.map(({ body }) => body)).size, 1);
    return arrival(attempts[1]!);
  },
  'rule 2': async (world) => {
    const shop = await world.openShop();
    const statuses = [200, 201, 204, 299, 301, 400, 404, 410, 500];
    const endpoints = await Promise.all(statuses.map((status) => listen(world, shop, status)));
    await world.open(shop);
    const silent = await world.receiver();
    silent.answer = ({ response }) => void response.destroy();
    const unanswered = await shop.ok('POST', '/v1/webhook_endpoints', {
      body: { url: `${silent.url}/hook` },
    });
    await shop.ok('POST', '/v1/test/events', { body: { type: 'mandate.created' } });
    await eventually(async () => {
      const found = await shop.ok('GET', `/v1/webhook_deliveries?endpoint=${unanswered.body.id}`);
      const [delivery] = found.body.data;
      return delivery?.attempts === 1 && delivery.status === 'pending' && delivery.nextAttemptAt !== null;
    });
    let last: Exchange | null = null;
    for (const [at, { endpoint }] of endpoints.entries()) {
      last = await eventually(async () => {
        const found = await shop.ok('GET', `/v1/webhook_deliveries?endpoint=${endpoint}`);
        return found.body.data.at(-1)?.attempts === 1 && found;
      });
      const expected = statuses[at]! < 300 ? 'delivered' : 'pending';
      assert.equal(last.body.data.at(-1).status, expected, String(statuses[at]));
    }
    return last!;
  },
  'rule 3': async (world) => {
    await isPrompt(world);
    return RETRY_DELAYS(world);
  },
  'rule 4': async (world) => {
    const first = await world.deployments.startClockwork('restarted');
    const shop = await world.openShop(first);
    const { receiver, endpoint } = await listen(world, shop, 500);
    await world.open(shop);
    const path = `/v1/webhook_deliveries?endpoint=${endpoint}`;
    const before = await eventually(async () => {
      const found = await shop.ok('GET', path);
      return found.body.data[0]?.attempts === 1 && found;
    });
    await first.stop();
    receiver.answer = ({ response }) => void response.writeHead(204).end();
    const second = await world.deployments.startClockwork('restarted');
    const after = await second.ok('GET', path, { key: shop.key });
    assert.deepEqual(after.body, before.body);
    const [{ id, event, status, nextAttemptAt, createdAt }] = after.body.data;
    assert.equal(status, 'pending');
    // It is kept, and it is also made when its time has come.
    second.advance(nextAttemptAt - createdAt);
    await second.ok('POST', '/v1/test/events', { key: shop.key, body: { type: 'mandate.created' } });
    await eventually(() => receiver.received.filter((each) => each.id === event).length === 2);
    return eventually(async () => {
      const now = await second.ok('GET', `/v1/webhook_deliveries/${id}`, { key: shop.key });
      return now.body.status === 'delivered' && now;
    });
  },
};

export const DELIVERY_TRANSITIONS: Checks = {
  '(new event): first attempt is made immediately -> delivered if the response is 2xx': isPrompt,
  '(new event): first attempt fails -> stored as a pending delivery, retried on the schedule in the Events part':
    async (world) => {
      const { list, delays } = await exhausted(world);
      const [{ status, nextAttemptAt }] = list.body.data;
      assert.equal(status, 'pending');
      assert.notEqual(nextAttemptAt, null);
      const late = delays[0]! - DELAYS[0]!;
      assert.ok(late >= 0 && late <= 2, `The first retry was due after ${delays[0]} s.`);
      return list;
    },
  'pending: all scheduled retries fail -> exhausted (no further retries)': RETRY_DELAYS,
  'pending: the destination is refused by the outbound policy -> not retried': REGISTERING['rule 4']!,
};
