import { expect, it } from 'vitest';
import { readRules, Watchman } from '../../scripts/watch/alerts.ts';
import type { Sample } from '../../scripts/watch/page.ts';
import { evaluate } from '../../scripts/watch/promql.ts';
import { SeriesStore } from '../../scripts/watch/series.ts';
import type { DeploymentReading } from '../../server/monitoring/deployment-gauges.ts';
import { createInstruments } from '../../server/monitoring/instruments.ts';
import { healthy, pageOf, work } from './support.ts';

const START = 1_800_000_000;

/**
 * The alerts of `minutes`, scraped every 15 s and evaluated every 30 s. `change` makes of the healthy deployment what is there after
 * `seconds`; null: the process does not answer.
 */
async function alarmsOf(
  change: (
    reading: DeploymentReading,
    seconds: number,
    instruments: ReturnType<typeof createInstruments>,
  ) => DeploymentReading | Sample[] | null,
  minutes = 30,
): Promise<string[]> {
  const store = new SeriesStore();
  const watchman = new Watchman(readRules(), store);
  const instruments = createInstruments({ process: 'all', role: 'all' });
  for (let seconds = 0; seconds <= minutes * 60; seconds += 15) {
    work(instruments, 5);
    const changed = change(healthy(START + seconds), seconds, instruments);
    const page = changed === null || Array.isArray(changed) ? changed : await pageOf(changed, instruments);
    store.add('127.0.0.1:9464', START + seconds, page);
    if (seconds % 30 === 0) watchman.look(START + seconds);
  }
  return [...new Set(watchman.alarms.map(({ alert }) => alert))].toSorted();
}

type Modes = NonNullable<DeploymentReading['tables']>['modes'];

const withModes = (part: Partial<Modes[number]>) => (reading: DeploymentReading) => ({
  ...reading,
  tables: { ...reading.tables!, modes: reading.tables!.modes.map((mode) => ({ ...mode, ...part })) },
});
const withTables =
  (part: Partial<NonNullable<DeploymentReading['tables']>>) => (reading: DeploymentReading) => ({
    ...reading,
    tables: { ...reading.tables!, ...part },
  });
const reconciled = { finishedAt: START, toAt: START - 200_000, checked: 1, mismatches: 0 };
const poor = (lamports: bigint) => (reading: DeploymentReading) => ({
  ...reading,
  chains: [{ mode: 'live' as const, reading: { address: 'a', lamports, planOwner: null }, foreignNodes: 0 }],
});

it('all is quiet in a deployment in which all is well', async () => {
  expect(await alarmsOf((reading) => reading, 120)).toEqual([]);
});

it('a process that is killed and started again alarms nobody', async () => {
  expect(await alarmsOf((reading, seconds) => (seconds % 60 === 15 ? null : reading))).toEqual([]);
});

it.each([
  ['AutopayDown', () => null, ['AutopayDown', 'AutopayNoMetrics', 'AutopayNotReconciled']],
  ['AutopayDatabaseDown', (reading: DeploymentReading) => ({ ...reading, tables: null }), null],
  ['AutopayNoWorker', withTables({ processes: [{ role: 'api', version: '1.0.0', count: 1 }] })],
  ['AutopayChargesLate', withModes({ due: { count: 1, oldestSeconds: 400 } })],
  [
    'AutopayChainHalted',
    withModes({ chain: { isHalted: true, seenSlot: 1 } }),
    ['AutopayChainBehind', 'AutopayChainHalted'],
  ],
  [
    'AutopayBooksDoNotMatch',
    withModes({ reconciled: { ...healthy(START).tables!.modes[0]!.reconciled!, mismatches: 1 } }),
  ],
  ['AutopayNotReconciled', withModes({ reconciled })],
  ['AutopayAttemptUnknown', withModes({ unknownAttempts: { count: 1, oldestSeconds: 1_000 } })],
  [
    'AutopayChainDown',
    (reading: DeploymentReading) => ({
      ...reading,
      chains: reading.chains.map((chain) => ({ ...chain, reading: null })),
    }),
  ],
  ['AutopayChainBehind', withModes({ chain: { isHalted: false, seenSlot: 77 } })],
  [
    'AutopayForeignNode',
    (reading: DeploymentReading) => ({
      ...reading,
      chains: reading.chains.map((chain) => ({ ...chain, foreignNodes: 1 })),
    }),
  ],
  ['AutopayFeePayerLow', poor(40_000_000n)],
  ['AutopayFeePayerEmpty', poor(9_000_000n), ['AutopayFeePayerEmpty', 'AutopayFeePayerLow']],
  ['AutopayWebhooksLate', withTables({ deliveries: { pending: 1, oldestDueSeconds: 1_000 } })],
  ['AutopayWebhooksExhausted', withModes({ exhaustedDeliveries: 11 })],
  ['AutopayQueueLag', withTables({ jobs: { ready: 1, oldestSeconds: 200 } })],
  ['AutopayClockWrong', (reading: DeploymentReading) => ({ ...reading, clockIsRight: false })],
  [
    'AutopayVersionsDiffer',
    withTables({
      processes: [
        { role: 'all', version: '1.0.0', count: 1 },
        { role: 'worker', version: '1.1.0', count: 1 },
      ],
    }),
  ],
] as [string, (reading: DeploymentReading) => DeploymentReading | null, string[]?][])(
  '%s fires where it should, and nothing beside it',
  async (alert, change, alarms) => {
    const fired = await alarmsOf((reading) => change(reading), 75);
    if (alarms === null) expect(fired).toContain(alert);
    else expect(fired).toEqual(alarms ?? [alert]);
  },
);

type Instruments = ReturnType<typeof createInstruments>;
type Event =
  | { served: Parameters<Instruments['served']>[0] }
  | { called: Parameters<Instruments['called']>[0] }
  | { ran: Parameters<Instruments['ran']>[0] };

it.each([
  ['AutopayErrors', { served: { operation: 'listTokens', status: 500, seconds: 0.1 } }],
  ['AutopaySlow', { served: { operation: 'listTokens', status: 200, seconds: 4 } }],
  [
    'AutopayNodeFailing',
    { called: { mode: 'live', node: 'b:1', method: 'getSlot', outcome: 'failed', seconds: 1 } },
  ],
  ['AutopayTaskFailing', { ran: { task: 'rent:watch', outcome: 'failed', seconds: 1 } }],
] as [string, Event][])('%s fires where it should, and nothing beside it', async (alert, event) => {
  const fired = await alarmsOf((reading, _, instruments) => {
    if ('served' in event) instruments.served(event.served);
    if ('called' in event) instruments.called(event.called);
    if ('ran' in event) instruments.ran(event.ran);
    return reading;
  });
  expect(fired).toEqual([alert]);
});

it('AutopayMemory fires for a process that grows', async () => {
  const big = async (reading: DeploymentReading, instruments: ReturnType<typeof createInstruments>) =>
    (await pageOf(reading, instruments)).map((sample) =>
      sample.name === 'process_resident_memory_bytes' ? { ...sample, value: 2e9 } : sample,
    );
  const page = await big(healthy(START), createInstruments({ process: 'all', role: 'all' }));
  const store = new SeriesStore();
  const watchman = new Watchman(
    readRules().filter(({ alert }) => alert === 'AutopayMemory'),
    store,
  );
  for (let seconds = 0; seconds <= 900; seconds += 30) {
    store.add('a', START + seconds, page);
    watchman.look(START + seconds);
  }
  expect(watchman.alarms).toMatchObject([{ labels: { process: 'all', instance: 'a' }, until: null }]);
});

it('an alarm ends when its condition does', () => {
  const store = new SeriesStore();
  const rule = { alert: 'A', expr: 'a > 1', forSeconds: 30, severity: 'info', annotations: {} };
  const watchman = new Watchman([rule], store);
  for (const [at, value] of [
    [0, 2],
    [30, 2],
    [60, 2],
    [90, 0],
    [120, 2],
  ] as const) {
    store.add('t', at, [{ name: 'a', labels: {}, value }]);
    watchman.look(at);
  }
  expect(watchman.alarms).toMatchObject([{ from: 30, until: 90 }]);
});

it('reads counters as Prometheus does: a reset begins anew, a series that is gone has no value', () => {
  const store = new SeriesStore();
  for (const [at, value] of [
    [0, 10],
    [60, 40],
    [120, 5],
    [180, 35],
  ] as const) {
    store.add('t', at, [{ name: 'c_total', labels: { kind: 'x' }, value }]);
  }
  const read = (expr: string, at = 180) => evaluate(expr, store, at);
  expect(read('increase(c_total[4m])')).toMatchObject([{ value: ((30 + 5 + 30) / 180) * 240 }]);
  expect(read('sum(c_total) * 2')).toEqual([{ labels: {}, value: 70 }]);
  expect(read('c_total{kind!~"y|z"} > 30 and on () up == 1')).toHaveLength(1);
  expect(read('absent(c_total{kind="y"})')).toEqual([{ labels: {}, value: 1 }]);
  store.add('t', 240, null);
  expect(read('c_total', 240)).toEqual([]);
  expect(read('up', 240)).toMatchObject([{ value: 0 }]);
  expect(() => read('c_total >')).toThrow('Not PromQL');
  expect(() => read('predict_linear(c_total[5m], 60)')).toThrow('is not known here');
});
