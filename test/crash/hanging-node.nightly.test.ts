import { httpTransport } from '../../server/chain/http-transport.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sleep } from '../../server/lib/clock.ts';
import { type Chain, connectChain } from '../../server/chain/rpc.ts';
import { hangingNode } from '../support/hanging-node.ts';
import { type Answer, TestService } from '../support/service.ts';
import { landedPulls, PERIOD_SECONDS, subscribe } from './books.ts';

let service: TestService;
let chain: Chain;
const restore: (() => unknown)[] = [];

beforeAll(async () => {
  service = await TestService.start();
  chain = service.running.deployment.chains.test!;
});
afterEach(async () => {
  for (const one of restore.splice(0)) await one();
});
afterAll(() => service.stop());

/** From now on the service has these nodes, which were all well when it started. */
async function useNodes(...kinds: ('hangs' | 'answers')[]): Promise<void> {
  const { url, stop } = await hangingNode();
  const rpcUrls = kinds.map(() => service.running.localnetUrl!);
  const { nodes } = await connectChain({ ...chain, rpcUrls, expectedGenesisHash: chain.genesisHash });
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'hangs') nodes[at]!.transport = httpTransport(url);
  }
  const before = chain.nodes;
  restore.push(stop, () => Object.assign(chain, { nodes: before }));
  Object.assign(chain, { nodes });
}

test('50 charges fall due while the first node hangs: they settle by the second one, soon', async () => {
  const { api } = await service.merchant();
  const { mandate } = await subscribe(api);
  const { payer, payee, mint } = mandate;
  const ids = [mandate.id];
  while (ids.length < 50) {
    const terms = { payer, payee, mint, amountPerPeriod: '1000', periodSeconds: PERIOD_SECONDS };
    ids.push((await api.mandates.create({ ...terms, maxPeriods: 12, autoAuthorize: true })).id);
  }
  await api.test.advanceClock({ seconds: 1 });
  await useNodes('hangs', 'answers');

  const sinceMs = performance.now();
  await api.test.advanceClock({ seconds: PERIOD_SECONDS }, { timeoutMs: 120_000 });
  const tookMs = performance.now() - sinceMs;

  for (const id of ids) {
    const { data } = await api.mandates.listCharges(id);
    const second = data.find(({ periodIndex }) => periodIndex === 1)!;
    expect(second).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(await landedPulls((method, params) => service.rpc(method, params), id, 1)).toEqual([
      second.txSignature,
    ]);
  }
  // Alone on two cores it takes 4 s; without a second thought about the node it took as long as one waited.
  expect(tookMs).toBeLessThan(110_000);
}, 180_000);

/** 2.5 s of waiting, and what a machine under load takes besides. Without the limit it were the 8 s of a single call to a node, or more. */
const TOOK_MS = 7_500;

async function timed(request: () => Promise<Answer>): Promise<Answer & { tookMs: number }> {
  const sinceMs = performance.now();
  const answer = await request();
  return { ...answer, tookMs: performance.now() - sinceMs };
}

test('while every node hangs a request that needs the chain fails within 3 s, and says that nothing was created', async () => {
  const { api, testKey } = await service.merchant();
  const { mandate } = await subscribe(api);
  const { payer, payee, mint, amountPerPeriod, periodSeconds } = mandate;
  const body = { payer, payee, mint, amountPerPeriod, periodSeconds };
  const pending = await api.mandates.create({ ...body, maxPeriods: 12 });
  const before = (await api.mandates.list()).data.length;
  await useNodes('hangs', 'hangs');

  const create = (more: object) =>
    timed(() => service.call('POST', '/v1/mandates', { key: testKey, body: { ...body, ...more } }));
  const link = { name: 'Coffee', payee, mint, amountPerPeriod, periodSeconds };
  const refused = await Promise.all([
    create({}),
    create({ autoAuthorize: true }),
    timed(() => service.call('POST', '/v1/payment_links', { key: testKey, body: link })),
  ]);
  for (const { status, body: answer, tookMs } of refused) {
    expect(status).toBe(500);
    expect(answer.error).toMatchObject({
      code: 'internal_error',
      message: expect.stringMatching(/^The Solana network did not answer in time\. No [a-z ]+ was created\./),
    });
    expect(tookMs).toBeLessThan(TOOK_MS);
  }
  const secret = `client_secret=${pending.client_secret}`;
  const refresh = await timed(() =>
    service.call('POST', `/v1/checkout/mandates/${pending.id}/refresh?${secret}`, { body: {} }),
  );
  expect(refresh.status).toBe(500);
  expect(refresh.body.error.message).toContain('The Solana network did not answer in time');
  expect(refresh.tookMs).toBeLessThan(TOOK_MS);
  expect((await api.mandates.list()).data.length).toBe(before);
});

test('readiness does not wait for a node that hangs: it says what it knew last, and how old that is', async () => {
  const ready = () => timed(() => service.call('GET', '/readyz'));
  const first = await ready();
  expect(first.body.checks.chains.test).toMatchObject({ ok: true, feePayer: chain.feePayer.address });
  await useNodes('hangs', 'hangs');
  await sleep(5_100);
  const answers = [await ready(), await ready(), ...(await Promise.all([ready(), ready()]))];
  for (const { status, body, tookMs } of answers) {
    expect(status).toBe(200);
    expect(body.checks.chains.test.ok).toBe(true);
    expect(body.checks.chains.test.ageSeconds).toBeGreaterThanOrEqual(5);
    expect(tookMs).toBeLessThan(TOOK_MS);
  }
  await expect
    .poll(async () => (await ready()).body.checks.chains.test)
    .toMatchObject({ ok: false, error: 'no node answers' });
}, 180_000);
