import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Autopay } from '@autopay/sdk';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { contract } from '../../sdk/src/testing/generated/contract.ts';
import { hourly, worldIn } from './world.ts';

const fake = fakeAutopay({ baseUrl: 'https://pay.example.com' });
const server = setupServer(...fake.handlers(http));

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

describe('the handlers for MSW', () => {
  test('there is one for each operation, and one for every other route of the API', () => {
    expect(fake.handlers(http)).toHaveLength(Object.keys(contract).length + 1);
  });

  test("a client without a fetch option gets responses from the fake's state", async () => {
    const world = await worldIn(fake);
    const api = new Autopay(world.merchant.testKey, { baseUrl: fake.baseUrl, maxRetries: 0 });
    const { id } = await api.mandates.create({ ...hourly(world), autoAuthorize: true });
    expect(await api.mandates.get(id)).toMatchObject({ id, periodsCharged: 1 });
    expect((await world.api.mandates.list()).data).toHaveLength(1);
  });

  test('a route that the contract does not have, or not with this method, is unknown', async () => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['DELETE', '/v1/mandates'],
      ['GET', '/v1/mandates/'],
    ]) {
      const response = await fetch(fake.baseUrl + path, { method: method! });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_route' } });
    }
  });

  test('a connection that breaks is a network error', async () => {
    fake.failNext({ connection: 'refused' });
    await expect(fetch(`${fake.baseUrl}/v1/tokens`)).rejects.toThrow(TypeError);
  });
});
