import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { seedMandate } from '../support/deployment.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let own: TestMerchant;
let foreign: string[];
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_TEST_RPC_URL: 'none' });
  own = await service.merchant();
  const stranger = await service.merchant();
  const seeds = Array.from({ length: 20 }, () =>
    seedMandate(service.running.deployment, { merchantId: stranger.id, livemode: false }),
  );
  foreign = (await Promise.all(seeds)).map(({ id }) => id);
});
afterAll(() => service.stop());

async function timeOf(id: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await service.call('GET', `/v1/mandates/${id}`, { key: own.testKey });
  expect(status).toBe(404);
  return performance.now() - startedAt;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How much longer one takes than the other, as medians of 200 each that take turns. */
async function difference(): Promise<number> {
  const times = { foreign: [] as number[], missing: [] as number[] };
  for (let i = 0; i < 200; i++) {
    // Each is first as often as second: what runs before the other warms the caches for it.
    const first = i % 2 === 0 ? 'foreign' : 'missing';
    for (const which of [first, first === 'foreign' ? 'missing' : 'foreign'] as const) {
      times[which].push(await timeOf(which === 'foreign' ? foreign[i % 20]! : newId('mandate')));
    }
  }
  const [a, b] = [median(times.foreign), median(times.missing)];
  return Math.max(a, b) / Math.min(a, b) - 1;
}

it("answers another merchant's mandate as fast as one that does not exist", async () => {
  for (let i = 0; i < 40; i++) await timeOf(newId('mandate'));
  // A machine that is busy with something else for a while may tell them apart by chance, not three times.
  const differences: number[] = [];
  while (differences.length < 3 && (differences.at(-1) ?? 1) > 0.2) differences.push(await difference());
  expect(differences.at(-1)).toBeLessThanOrEqual(0.2);
});
