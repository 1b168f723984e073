import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Http, startHttp } from './http-under-test.ts';

/** Whose lists are being read, in the order in which they began, and what ends each. */
const begun: string[] = [];
const ends: (() => void)[] = [];
let http: Http;

beforeAll(async () => {
  http = await startHttp({
    handlers: {
      listMandates: async ({ auth }) => {
        begun.push((auth as { merchantId: string }).merchantId);
        await new Promise<void>((resolve) => ends.push(resolve));
        return { status: 200, body: { object: 'list', data: [], hasMore: false, nextCursor: null } };
      },
    },
  });
});
afterAll(() => http.close());

it('lists of one merchant wait for each other, and let those of another pass', async () => {
  const other = await http.addMerchant();
  const [key, othersKey] = [await http.addKey('sk_test_'), await http.addKey('sk_test_', other)];
  const many = Array.from({ length: 10 }, () => http.ask({ path: '/v1/mandates', key }));
  await eventually(() => begun.length === 2);
  const one = http.ask({ path: '/v1/mandates', key: othersKey });
  // Whoever waits for a list holds up nothing else.
  expect((await http.ask({ path: '/v1/nothing', key })).status).toBe(404);
  expect(begun).toHaveLength(2);
  ends.shift()!();
  await eventually(() => begun.length === 3);
  const answered: Promise<unknown> = Promise.all([...many, one]).then((all) =>
    all.map(({ status }) => status),
  );
  for (let ended = 1; ended < 11; ended += 1) {
    await eventually(() => ends.length > 0);
    ends.shift()!();
  }
  expect(await answered).toEqual(Array.from({ length: 11 }, () => 200));
  // In the order of coming it would be the last.
  expect(begun.indexOf(other)).toBeLessThan(8);
});
