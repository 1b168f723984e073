import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TestService } from '../support/service.ts';
import { expectBooksToMatchChain, landedPulls, type Rpc, subscribe } from './books.ts';

const DAY_SECONDS = 86_400;

let service: TestService;
const rpc: Rpc = (method, params) => service.rpc(method, params);

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
afterEach(() => service.setFaults());

test('no node responds for five days: nobody is revoked, no charge fails, and the missed days are never charged', async () => {
  const { api } = await service.merchant();
  const subscription = await subscribe(api, { periodSeconds: DAY_SECONDS });
  const { id } = subscription.mandate;
  await service.setFaults({ method: '*', kind: 'refuse' });
  await api.test.advanceClock({ seconds: 5 * DAY_SECONDS });
  expect((await api.mandates.get(id)).status).toBe('active');
  expect((await api.mandates.listCharges(id)).data[0]).toMatchObject({ status: 'scheduled', attempts: 0 });

  await service.setFaults();
  // What waits for a node's sake waits in real time, up to five minutes: here that is over.
  await service.db`update charges set backoff_until = 0 where mandate_id = ${id} and backoff_until is not null`;
  await api.test.advanceClock({ seconds: 1 });
  const charges = await expectBooksToMatchChain(rpc, api, subscription);
  expect(charges.map(({ periodIndex, status, attempts }) => [periodIndex, status, attempts])).toEqual([
    [0, 'succeeded', 1],
    [5, 'succeeded', 1],
    [6, 'scheduled', 0],
  ]);
  for (const missed of [1, 2, 3, 4]) expect(await landedPulls(rpc, id, missed)).toEqual([]);
  const types = (await api.events.list({ limit: 50, mandate: id })).data.map(({ type }) => type);
  expect(types).not.toContain('charge.failed');
  expect(types).not.toContain('charge.abandoned');
  expect(types).not.toContain('mandate.revoked');

  await api.test.advanceClock({ seconds: DAY_SECONDS });
  const next = await expectBooksToMatchChain(rpc, api, subscription);
  expect(next.at(-2)).toMatchObject({ periodIndex: 6, status: 'succeeded' });
});

test('with a node that hangs or lags a request fails cleanly, and nothing is half done', async () => {
  const { api, testKey } = await service.merchant();
  const { mandate, payee } = await subscribe(api);
  const count = async () => (await api.mandates.list()).data.length;
  const before = await count();
  await service.setFaults({ method: '*', kind: 'refuse' });
  const { payer, mint, amountPerPeriod, periodSeconds } = mandate;
  const body = { payer, payee: payee.address, mint, amountPerPeriod, periodSeconds };
  const refused = await service.call('POST', '/v1/mandates', { key: testKey, body });
  expect(refused.status).toBe(500);
  expect(refused.body.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
  expect(await count()).toBe(before);
  await service.setFaults();
  expect((await service.call('POST', '/v1/mandates', { key: testKey, body })).status).toBe(201);
});
