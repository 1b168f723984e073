import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { filterOf, receives, STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';
import contract from '../../server/generated/openapi.json' with { type: 'json' };
import { hourly, worldIn } from '../sdk-testing/world.ts';
import { TestService } from '../support/service.ts';

describe('which events an endpoint gets', () => {
  it('is the ten types of the first interface without a filter, and none that comes later', () => {
    expect(STANDARD_EVENTS).toHaveLength(10);
    for (const type of STANDARD_EVENTS) expect(receives({ events: null }, type)).toBe(true);
    expect(receives({ events: null }, 'charge.upcoming')).toBe(false);
    expect(contract.components.schemas.EventType.enum).toEqual(expect.arrayContaining([...STANDARD_EVENTS]));
  });

  it('is what the filter names, and nothing else', () => {
    const endpoint = { events: filterOf(['charge.upcoming', 'charge.failed', 'mandate.created']) };
    expect(endpoint.events).toEqual(['mandate.created', 'charge.failed', 'charge.upcoming']);
    expect(receives(endpoint, 'charge.failed')).toBe(true);
    expect(receives(endpoint, 'charge.succeeded')).toBe(false);
  });
});

describe('a filter that cannot be meant', () => {
  const url = 'https://shop.example.com/hook';
  const refused = [
    [[], 'events must NOT have fewer than 1 items.'],
    [['charge.paid'], 'events (0) must be equal to one of the allowed values'],
    [['charge.failed', 'charge.failed'], 'events must not name anything twice.'],
    ['charge.failed', 'events must be array.'],
    [null, 'events must be array.'],
  ] as const;
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await TestService.start();
    key = (await service.merchant()).testKey;
  });
  afterAll(() => service.stop());

  test.each(refused)('%j is refused, by the service and by the fake', async (events, message) => {
    const error = { code: 'parameter_invalid', param: 'events', message: expect.stringContaining(message) };
    const answer = await service.call('POST', '/v1/webhook_endpoints', { key, body: { url, events } });
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
    const fake = fakeAutopay();
    const response = await fake.fetch(`${fake.baseUrl}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fake.merchant().testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, events }),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error }]);
  });
});

test('the fake delivers what the filter names', async () => {
  const fake = fakeAutopay();
  const world = await worldIn(fake);
  const autopay = world.api;
  await autopay.webhookEndpoints.create({ url: 'https://shop.example.com/all' });
  const some = await autopay.webhookEndpoints.create({
    url: 'https://shop.example.com/some',
    events: ['mandate.activated'],
  });
  expect(some).toMatchObject({ description: null, events: ['mandate.activated'] });
  await autopay.mandates.create(hourly(world));
  const { data } = await autopay.webhookDeliveries.list();
  expect(data.map(({ url, eventType }) => [url, eventType])).toEqual([
    ['https://shop.example.com/all', 'mandate.created'],
  ]);
});
