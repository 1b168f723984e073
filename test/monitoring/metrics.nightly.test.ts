import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '../../server/lib/start-error.ts';
import { CODE_VERSION } from '../../server/lib/code-version.ts';
import { serveMetrics } from '../../server/monitoring/serve-metrics.ts';
import { PERIOD_SECONDS, subscribe } from '../crash/books.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, type TestMerchant } from '../support/service.ts';
import { type Sample, scrape, valueOf } from './scrape.ts';

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_METRICS_PORT: '0' });
  merchant = await service.merchant();
});
afterAll(() => service.stop());

const read = (): Promise<Sample[]> => scrape(service.running.metricsUrl!);

/** The deployment's gauges are read at most every 5 s. */
function readUntil(isWanted: (samples: Sample[]) => boolean): Promise<Sample[]> {
  return eventually(async () => {
    const samples = await read();
    return isWanted(samples) && samples;
  });
}

it('listens on loopback, serves /metrics alone, and is no part of the API', async () => {
  const { metricsUrl, apiUrl } = service.running;
  expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const page = await fetch(metricsUrl!);
  expect(page.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect((await fetch(new URL('/', metricsUrl!))).status).toBe(404);
  expect((await fetch(metricsUrl!, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${apiUrl}/metrics`)).status).toBe(404);
});

it('counts requests by operation and status, without ids', async () => {
  await merchant.api.tokens.list();
  await service.call('GET', '/v1/mandates/man_nobody', { key: merchant.testKey });
  await service.call('GET', '/nowhere');
  const samples = await read();
  const requests = (operation: string, status: string) =>
    valueOf(samples, 'autopay_requests_total', { operation, status });
  expect(requests('listTokens', '200')).toBeGreaterThanOrEqual(1);
  expect(requests('getMandate', '404')).toBe(1);
  expect(requests('other', '404')).toBeGreaterThanOrEqual(1);
  expect(valueOf(samples, 'autopay_request_seconds_count', { operation: 'listTokens' })).toBe(
    requests('listTokens', '200'),
  );
  expect(JSON.stringify(samples)).not.toContain('man_nobody');
});

it('counts a client that left before its response', async () => {
  const { port } = new URL(service.url);
  const socket = connectSocket(Number(port), '127.0.0.1');
  socket.write(
    `POST /v1/merchants HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await readUntil(
    (samples) =>
      valueOf(samples, 'autopay_requests_total', { operation: 'createMerchant', status: 'gone' }) === 1,
  );
});

it('says which version runs, in which role', async () => {
  const samples = await read();
  expect(valueOf(samples, 'autopay_build_info', { version: CODE_VERSION, role: 'all', process: 'all' })).toBe(
    1,
  );
  expect(valueOf(samples, 'process_start_time_seconds')).toBeGreaterThan(1_700_000_000);
  const later = await readUntil(
    (found) => valueOf(found, 'autopay_processes', { role: 'all', version: CODE_VERSION }) === 1,
  );
  expect(valueOf(later, 'autopay_database_up')).toBe(1);
  expect(valueOf(later, 'autopay_clock_ok')).toBe(1);
});

it('shows charges by state, what was paid and what the fee payer holds', async () => {
  const { mandate } = await subscribe(merchant.api);
  const samples = await readUntil(
    (found) => valueOf(found, 'autopay_charges', { mode: 'test', state: 'succeeded' }) === 1,
  );
  expect(mandate.status).toBe('active');
  expect(valueOf(samples, 'autopay_charges', { state: 'scheduled' })).toBe(1);
  expect(valueOf(samples, 'autopay_charges', { state: 'retrying' })).toBe(0);
  expect(valueOf(samples, 'autopay_oldest_due_charge_seconds')).toBe(0);
  expect(valueOf(samples, 'autopay_unknown_attempts')).toBe(0);
  expect(valueOf(samples, 'autopay_chain_halted')).toBe(0);
  expect(valueOf(samples, 'autopay_chain_up')).toBe(1);
  expect(valueOf(samples, 'autopay_fee_payer_lamports', { kind: 'fee_payer' })).toBeGreaterThan(
    900_000_000_000,
  );
  expect(valueOf(samples, 'autopay_rent_held_lamports', { kind: 'plans' })).toBe(0);
  // Live mode has no chain here, and nothing to say.
  expect(samples.filter(({ labels }) => labels['mode'] === 'live')).toEqual([]);
});

it('counts calls of nodes by method and outcome', async () => {
  const before = await read();
  const node = new URL(service.running.localnetUrl!).host;
  const count = (samples: Sample[], outcome: string) =>
    valueOf(samples, 'autopay_rpc_calls_total', {
      node,
      mode: 'test',
      method: 'getMultipleAccounts',
      outcome,
    }) ?? 0;
  expect(valueOf(before, 'autopay_rpc_seconds_count', { node, mode: 'test' })).toBeGreaterThan(0);
  await service.setFaults({ method: 'getMultipleAccounts', kind: 'refuse', times: 1 });
  await service.call(
    'GET',
    `/v1/wallet/balance?address=${'1'.repeat(32)}&mint=${await service.mint(merchant)}`,
  );
  await subscribe(merchant.api);
  await service.setFaults();
  const after = await read();
  expect(count(after, 'refused') + count(after, 'failed')).toBeGreaterThan(
    count(before, 'refused') + count(before, 'failed'),
  );
});

it('a charge that nobody takes up is due, and grows older', async () => {
  const { mandate } = await subscribe(merchant.api);
  await service.db`update chains set halted_reason = 'a test' where not livemode`;
  try {
    const late = Math.floor(Date.now() / 1000) - 500;
    await service.db`
      update charges set due_at = ${late}, next_attempt_at = ${late}, wake_at = ${late} where mandate_id = ${mandate.id} and wake_at is not null`;
    await service.db`update merchants set clock_offset_seconds = 0 where id = ${merchant.id}`;
    const samples = await readUntil(
      (found) => (valueOf(found, 'autopay_oldest_due_charge_seconds') ?? 0) >= 500,
    );
    expect(valueOf(samples, 'autopay_charges_due')).toBe(1);
    expect(valueOf(samples, 'autopay_chain_halted')).toBe(1);
  } finally {
    await service.db`
      update charges set next_attempt_at = due_at + ${PERIOD_SECONDS}, wake_at = due_at + ${PERIOD_SECONDS}
      where mandate_id = ${mandate.id} and wake_at is not null`;
    await service.db`update chains set halted_reason = null where not livemode`;
  }
});

it('counts rounds of the background tasks', async () => {
  await readUntil(
    (samples) =>
      (valueOf(samples, 'autopay_task_rounds_total', { task: 'sweep', outcome: 'done' }) ?? 0) >= 1,
  );
});

it('deliveries wait, are late, and are given up', async () => {
  const endpoint = await merchant.api.webhookEndpoints.create({ url: 'http://127.0.0.1:9/hook' });
  await subscribe(merchant.api);
  await readUntil((samples) => (valueOf(samples, 'autopay_webhook_deliveries_pending') ?? 0) >= 1);
  await service.db`update webhook_deliveries set status = 'exhausted', next_attempt_at = null, lease_until = null`;
  const samples = await readUntil(
    (found) => (valueOf(found, 'autopay_webhook_deliveries_exhausted_48h', { mode: 'test' }) ?? 0) >= 1,
  );
  expect(valueOf(samples, 'autopay_webhook_deliveries_pending')).toBe(0);
  expect(endpoint.id).toMatch(/^whe_/);
});

it('a database that does not answer is down, and what it would say is left out', async () => {
  const { measureOf } = await import('../../server/start/monitor.ts');
  const { createInstruments } = await import('../../server/monitoring/instruments.ts');
  const { deployment } = service.running;
  const broken = (() => {
    throw new Error('it is away');
  }) as never;
  const db = Object.assign(() => Promise.reject(new Error('it is away')), { begin: broken });
  const instruments = createInstruments({ process: 'broken', role: 'api' });
  const measure = measureOf({ ...deployment, db: db as never }, instruments, () =>
    Promise.reject(new Error('it is away')).catch(() => ({ ok: false, aheadBySeconds: {} })),
  );
  const names = (await measure({ whole: true })).flat().map(({ name }) => name);
  expect(names).toContain('autopay_database_up');
  expect(names).not.toContain('autopay_oldest_due_charge_seconds');
  expect(names).toContain('autopay_fee_payer_lamports');
});

it('a port that is taken stops the start, and says which setting', async () => {
  const port = Number(new URL(service.running.metricsUrl!).port);
  const { log } = service.running.deployment;
  const start = serveMetrics({ host: '127.0.0.1', port }, { log, gather: async () => [] });
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(/^AUTOPAY_METRICS_PORT: /);
});

it('nothing is counted or served unless a port is configured', async () => {
  const quiet = await TestService.start({ AUTOPAY_TEST_RPC_URL: 'none' }, { role: 'api' });
  expect(quiet.running).toMatchObject({ metricsUrl: null, measure: null });
  await quiet.stop();
});
