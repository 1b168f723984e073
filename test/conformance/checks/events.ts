import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { verify } from '@autopay/webhooks-verify';
import { eventually } from '../../support/eventually.ts';
import { startDnsServer } from '../../webhooks/dns-server.ts';
import type { Received } from '../../webhooks/receiver.ts';
import { type Exchange, refused } from '../client.ts';
import type { Shop, World } from '../world.ts';
import type { Check, Checks } from './check.ts';

/** The list that shows an event of this kind, by what made it happen. */
const listed =
  (type: string, find: (world: World) => Promise<{ shop: Shop; id: string }>): Check =>
  async (world) => {
    const { shop, id } = await find(world);
    return world.event(shop, type, id);
  };

/** The same for each of the ways in which it comes about. */
const both =
  (type: string, find: (world: World) => Promise<{ shop: Shop; id: string }>[]): Check =>
  async (world) => {
    const events = await Promise.all(
      find(world).map(async (found) => {
        const { shop, id } = await found;
        return world.event(shop, type, id);
      }),
    );
    return events.at(-1)!;
  };

export const EVENT_KINDS: Checks = {
  'mandate.created': both('mandate.created', (world) => [world.completed(), world.purchased()]),
  'mandate.activated': listed('mandate.activated', (world) => world.completed()),
  'charge.succeeded': listed('charge.succeeded', (world) => world.completed()),
  'charge.failed': listed('charge.failed', (world) => world.dunned()),
  'charge.abandoned': both('charge.abandoned', (world) => [world.dunned(), world.cancelled()]),
  'charge.scheduled': listed('charge.scheduled', (world) => world.completed()),
  'charge.skipped': listed('charge.skipped', (world) => world.revoked()),
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
    return listed('mandate.completed', () => world.completed())(world);
  },
  'mandate.revoked': both('mandate.revoked', (world) => [world.dunned(), world.cancelled()]),
  'mandate.expired': both('mandate.expired', (world) => [world.expired(), world.outlived()]),
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
      }, 20_000);
    }
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
  'rule 3': RETRY_DELAYS,
  'rule 4': async (world) => {
    const first = await world.deployments.start('restarted');
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
    const second = await world.deployments.start('restarted');
    try {
      const after = await second.ok('GET', path, { key: shop.key });
      assert.deepEqual(after.body, before.body);
      assert.equal(after.body.data[0].status, 'pending');
      return after;
    } finally {
      await second.stop();
    }
  },
};

export const DELIVERY_TRANSITIONS: Checks = {
  '(new event): first attempt is made immediately -> delivered if the response is 2xx': async (world) => {
    const { shop, received } = await delivered(world);
    return eventually(async () => {
      const deliveries = await shop.ok('GET', `/v1/webhook_deliveries?event=${received.id}&status=delivered`);
      return deliveries.body.data[0]?.attempts === 1 && deliveries;
    });
  },
  '(new event): first attempt fails -> stored as a pending delivery, retried on the schedule in the Events part':
    async (world) => {
      const { list } = await exhausted(world);
      assert.equal(list.body.data[0].status, 'pending');
      return list;
    },
  'pending: all scheduled retries fail -> exhausted (no further retries)': RETRY_DELAYS,
  'pending: the destination is refused by the outbound policy -> not retried': REGISTERING['rule 4']!,
};
