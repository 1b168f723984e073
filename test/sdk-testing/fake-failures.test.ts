import { Autopay } from '@autopay/sdk';
import { describe, expect, test } from 'vitest';
import { type Failure, fakeAutopay } from '../../sdk/src/testing/index.ts';
import { clientOf, hourly, worldIn } from './world.ts';

describe('failures that a test asks for', () => {
  test('a code of the contract is returned once, with its status, and nothing takes effect', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    fake.failNext({ operationId: 'createMandate', code: 'mint_not_allowed', param: 'mint' });
    await expect(world.api.mandates.create(hourly(world))).rejects.toMatchObject({
      code: 'mint_not_allowed',
      status: 400,
      param: 'mint',
    });
    expect((await world.api.mandates.list()).data).toEqual([]);
    expect(await world.api.mandates.create(hourly(world))).toMatchObject({ status: 'pending' });
  });

  test('other operations are not hit, and without one the next request is', async () => {
    const fake = fakeAutopay();
    const { api } = await worldIn(fake);
    fake.failNext({ operationId: 'getMandate', code: 'internal_error' });
    expect(await api.merchants.current()).toMatchObject({ object: 'merchant' });
    fake.failNext({ code: 'rate_limit_exceeded', retryAfterSeconds: 7 });
    await expect(api.merchants.current()).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      status: 429,
      retryAfterSeconds: 7,
    });
    expect(await api.merchants.current()).toMatchObject({ object: 'merchant' });
  });

  test('a bare status with a raw body is what the client has to make sense of', async () => {
    const fake = fakeAutopay();
    const { api } = await worldIn(fake);
    fake.failNext({ status: 502, body: '<h1>Bad gateway</h1>', times: 2 });
    for (let round = 0; round < 2; round += 1) {
      await expect(api.merchants.current()).rejects.toMatchObject({
        status: 502,
        code: 'unexpected_response',
      });
    }
    expect(await api.merchants.current()).toMatchObject({ object: 'merchant' });
  });

  test('a refused connection has no effect; a lost response has had its effect, and a retry with its key finds it', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const idempotencyKey = 'order-1';
    fake.failNext({ operationId: 'createMandate', connection: 'refused' });
    await expect(world.api.mandates.create(hourly(world), { idempotencyKey })).rejects.toThrow();
    expect((await world.api.mandates.list()).data).toHaveLength(0);
    fake.failNext({ operationId: 'createMandate', connection: 'lost' });
    await expect(world.api.mandates.create(hourly(world), { idempotencyKey })).rejects.toThrow();
    const [lost] = (await world.api.mandates.list()).data;
    const found = await world.api.mandates.create(hourly(world), { idempotencyKey });
    expect(found.id).toBe(lost!.id);
  });

  test('a client that retries gets through a failure that passes', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { baseUrl, fetch } = fake;
    const retrying = new Autopay(world.merchant.testKey, { baseUrl, fetch, maxRetries: 2 });
    fake.failNext({ operationId: 'createMandate', connection: 'lost' });
    expect(await retrying.mandates.create(hourly(world))).toMatchObject({ status: 'pending' });
    expect((await retrying.mandates.list()).data).toHaveLength(1);
  });

  test('a late response is late, and an aborted one is not waited for', async () => {
    const fake = fakeAutopay();
    const { testKey } = fake.merchant();
    fake.failNext({ delayMs: 40 });
    const startedMs = performance.now();
    await clientOf(fake, testKey).merchants.current();
    expect(performance.now() - startedMs).toBeGreaterThan(35);
    fake.failNext({ delayMs: 60_000 });
    const hasty = new Autopay(testKey, {
      baseUrl: fake.baseUrl,
      fetch: fake.fetch,
      timeoutMs: 30,
      maxRetries: 0,
    });
    await expect(hasty.merchants.current()).rejects.toThrow();
  });

  test.each<[unknown, RegExp]>([
    [{}, /needs a code/],
    [{ code: 'no_such_code' }, /^code no_such_code/],
    [{ status: 99 }, /^status/],
    [{ connection: 'slow' }, /^connection/],
    [{ delayMs: -1 }, /delayMs/],
    [{ code: 'internal_error', times: 0 }, /^times/],
  ])('a failure that cannot be is refused at once: %j', (failure, message) => {
    expect(() => fakeAutopay().failNext(failure as Failure)).toThrow(message);
  });
});
