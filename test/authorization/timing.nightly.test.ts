import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { type ExplainedDatabase, startExplainedDatabase } from '../growth/plans.ts';
import { seedMandate } from '../support/deployment.ts';
import { signUp } from '../support/person.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let database: ExplainedDatabase;
let service: TestService;
let own: TestMerchant;
let foreign: string[];
beforeAll(async () => {
  database = await startExplainedDatabase();
  const settings = {
    DATABASE_URL: database.url,
    AUTOPAY_TEST_RPC_URL: 'none',
    // No mail is sent: nothing runs in the background.
    AUTOPAY_SMTP_URL: 'smtp://127.0.0.1:9?tls=none',
    AUTOPAY_MAIL_FROM: 'Autopay <pay@example.com>',
  };
  service = await TestService.start(settings, { role: 'api' });
  own = await service.merchant();
  const stranger = await service.merchant();
  const seeds = Array.from({ length: 20 }, () =>
    seedMandate(service.running.deployment, { merchantId: stranger.id, livemode: false }),
  );
  foreign = (await Promise.all(seeds)).map(({ id }) => id);
});
afterAll(async () => {
  await service?.stop();
  await database?.stop();
});

/**
 * The statements that a request leads to, in their order. Without what happens whatever is asked for: a process says every few seconds that it
 * lives, a key is read again once it was remembered for a while, and the test leaves its mark.
 */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const texts = (await database.during(request)).map(({ text }) => text);
  return texts.filter((text) => !/ processes | as key_id|'mark \d+ of this test'/.test(text));
}

async function ask(id: string): Promise<void> {
  const { status } = await service.call('GET', `/v1/mandates/${id}`, { key: own.testKey });
  expect(status).toBe(404);
}

it("asks the same of the database for another merchant's mandate as for one that does not exist", async () => {
  // More often than it takes until prepared statements get a plan for all parameters.
  for (const id of foreign.slice(0, 7)) {
    const asked = await statementsOf(() => ask(id));
    expect(asked.join('\n')).toContain('from mandates');
    expect(await statementsOf(() => ask(newId('mandate')))).toEqual(asked);
  }
});

it('asks the same of the database for a link for a new password, whether its address has an account', async () => {
  const { email } = await signUp(service);
  const askFor = async (address: string) =>
    void expect(
      (await service.call('POST', '/v1/password_resets', { body: { email: address } })).status,
    ).toBe(200);
  const asked = await statementsOf(() => askFor(email));
  expect(asked.length).toBeGreaterThan(0);
  expect(await statementsOf(() => askFor('nobody@coffee.example'))).toEqual(asked);
});

async function timeOf(id: string): Promise<number> {
  const startedAt = performance.now();
  await ask(id);
  return performance.now() - startedAt;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

it("answers another merchant's mandate as fast as one that does not exist", async () => {
  for (let i = 0; i < 40; i++) await timeOf(newId('mandate'));
  const times = { foreign: [] as number[], missing: [] as number[] };
  for (let i = 0; i < 200; i++) {
    // Each is first as often as second: what runs before the other warms the caches for it.
    const first = i % 2 === 0 ? 'foreign' : 'missing';
    for (const which of [first, first === 'foreign' ? 'missing' : 'foreign'] as const) {
      times[which].push(await timeOf(which === 'foreign' ? foreign[i % 20]! : newId('mandate')));
    }
  }
  const [a, b] = [median(times.foreign), median(times.missing)];
  const ratio = Math.max(a, b) / Math.min(a, b);
  console.log(`Another merchant's mandate: ${a.toFixed(2)} ms, one that does not exist: ${b.toFixed(2)} ms.`);
  // 1.0 on a quiet machine, 1.1 on a busy one. A wait or a call of the chain for one of them takes several times as long.
  expect(ratio).toBeLessThan(2);
});
