import { describe, expect, test } from 'vitest';
import { signWebhook } from '../../server/webhooks/sign-webhook.ts';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { hourly, worldIn } from './world.ts';

const START = 1_800_000_000;
const URL_OF_SHOP = 'https://shop.example.com/hook';

async function shop(options: Parameters<typeof fakeAutopay>[0] = {}) {
  const fake = fakeAutopay({ now: () => START, ...options });
  const world = await worldIn(fake);
  const endpoint = await world.api.webhookEndpoints.create({ url: URL_OF_SHOP });
  return { fake, ...world, world, endpoint };
}

describe("the fake's webhooks", () => {
  test('a delivery is signed as the service signs it', async () => {
    const { fake, world, endpoint } = await shop();
    await world.api.mandates.create(hourly(world));
    const requests: Request[] = [];
    expect(await fake.deliver((request) => (requests.push(request), new Response('thanks')))).toBe(1);
    const [request] = requests;
    const body = await request!.text();
    expect(request).toMatchObject({ method: 'POST', url: URL_OF_SHOP });
    expect(request!.headers.get('svc-signature')).toBe(
      signWebhook(endpoint.secret, Buffer.from(body), START),
    );
    expect(JSON.parse(body)).toMatchObject({ object: 'event', type: 'mandate.created', livemode: false });
    const [delivery] = (await world.api.webhookDeliveries.list()).data;
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, nextAttemptAt: null });
    expect(await world.api.webhookDeliveries.get(delivery!.id)).toMatchObject({
      body,
      history: [
        { number: 1, outcome: 'delivered', responseStatus: 200, responseHead: 'thanks', error: null },
      ],
    });
  });

  test('a refused delivery is made again after the delays of the service, and at last given up', async () => {
    const { fake, world } = await shop();
    await world.api.mandates.create(hourly(world));
    const down = () => new Response('no', { status: 503 });
    await fake.deliver(down);
    expect((await world.api.webhookDeliveries.list()).data).toMatchObject([
      { status: 'pending', attempts: 1, nextAttemptAt: START + 60 },
    ]);
    expect(await fake.deliver(down)).toBe(0);
    for (const seconds of [60, 300, 900, 3600, 10_800, 21_600, 43_200]) {
      await fake.clock.advance(seconds);
      await fake.deliver(down);
    }
    const [delivery] = (await world.api.webhookDeliveries.list({ status: 'exhausted' })).data;
    expect(delivery).toMatchObject({ attempts: 8, nextAttemptAt: null });
    expect(await world.api.webhookDeliveries.redeliver(delivery!.id)).toMatchObject({ status: 'pending' });
    expect(await fake.deliver(() => new Response())).toBeGreaterThanOrEqual(1);
    expect(await world.api.webhookDeliveries.get(delivery!.id)).toMatchObject({
      status: 'delivered',
      attempts: 9,
    });
  });

  test('a receiver gets every webhook by itself, one that throws counts as a failure', async () => {
    const seen: string[] = [];
    const { fake, world } = await shop({
      receiver: async (request) => {
        const { type } = (await request.json()) as { type: string };
        seen.push(type);
        if (type === 'charge.succeeded') throw new Error('out of memory');
        return new Response();
      },
    });
    await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    await fake.delivered();
    expect(seen).toEqual(['mandate.created', 'mandate.activated', 'charge.succeeded', 'charge.scheduled']);
    const [failed] = (await world.api.webhookDeliveries.list({ status: 'pending' })).data;
    expect(await world.api.webhookDeliveries.get(failed!.id)).toMatchObject({
      eventType: 'charge.succeeded',
      history: [{ outcome: 'failed', responseStatus: null, error: 'The request failed: out of memory.' }],
    });
  });

  test('what happened is there to look at, each with the request that tells it', async () => {
    const { fake, merchant, world, endpoint } = await shop();
    await world.api.mandates.create(hourly(world));
    const [sent] = fake.events;
    expect(sent).toMatchObject({ merchantId: merchant.id, event: { type: 'mandate.created' } });
    const request = await sent!.request();
    expect(request.url).toBe(URL_OF_SHOP);
    expect(request.headers.get('svc-signature')).toBe(
      signWebhook(endpoint.secret, Buffer.from(await request.text()), START),
    );
    const elsewhere = await sent!.request({ url: 'http://localhost:3000/hook', secret: 'whsec_mine' });
    expect(elsewhere.headers.get('svc-signature')).toBe(
      signWebhook('whsec_mine', Buffer.from(sent!.body), START),
    );
  });

  test('without an endpoint there is no request, unless address and secret are given', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    await world.api.mandates.create(hourly(world));
    await expect(fake.events[0]!.request()).rejects.toThrow(/no webhook endpoint/);
    expect(await fake.deliver(() => new Response())).toBe(0);
  });

  test.each([
    'http://localhost/hook',
    'http://10.0.0.1/',
    'http://[::1]/',
    'ftp://shop.example.com/',
    'https://a:b@shop.example.com/',
  ])('an endpoint at %s is refused as the service refuses it', async (url) => {
    const { api } = await worldIn(fakeAutopay());
    await expect(api.webhookEndpoints.create({ url })).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'url',
    });
  });
});
