import { AggregatorRegistry } from 'prom-client';
import { parsePage } from '../../scripts/watch/page.ts';
import { deploymentGauges, type DeploymentReading } from '../../server/monitoring/deployment-gauges.ts';
import type { createInstruments } from '../../server/monitoring/instruments.ts';

/** A deployment in which all is well at real time `now`. */
export function healthy(now: number): DeploymentReading {
  const day = Math.floor((now - 1_800) / 86_400) * 86_400;
  return {
    tables: {
      modes: [false, true].map((livemode) => ({
        livemode,
        due: { count: 0, oldestSeconds: 0 },
        charges: { scheduled: 10, processing: 1, retrying: 2, succeeded: 1_000 },
        failures: { failed: 3, abandoned: 1, skipped: 0 },
        unknownAttempts: { count: 1, oldestSeconds: 5 },
        exhaustedDeliveries: 2,
        chain: { isHalted: false, seenSlot: now },
        rent: { plans: 4_300_000n, sponsored: 0n },
        reconciled: { finishedAt: day + 2_000, toAt: day, checked: 500, mismatches: 0 },
      })),
      deliveries: { pending: 3, oldestDueSeconds: 1 },
      jobs: { ready: 1, oldestSeconds: 0 },
      processes: [{ role: 'all', version: '1.0.0', count: 1 }],
    },
    chains: [
      {
        mode: 'test',
        reading: { address: 'one', lamports: 10n ** 12n, planOwner: { address: 'two', lamports: 10n ** 9n } },
        foreignNodes: 0,
      },
      { mode: 'live', reading: { address: 'three', lamports: 10n ** 9n, planOwner: null }, foreignNodes: 0 },
    ],
    clockIsRight: true,
  };
}

/** The page that such a deployment serves. */
export async function pageOf(reading: DeploymentReading, instruments: ReturnType<typeof createInstruments>) {
  const snapshots = [
    await instruments.registry.getMetricsAsJSON(),
    await deploymentGauges(reading).getMetricsAsJSON(),
  ].map((snapshot) => snapshot.map((metric) => ({ ...metric, aggregator: 'sum' })));
  return parsePage((await AggregatorRegistry.aggregate(snapshots).metrics()).replaceAll(' Nan\n', ' 0\n'));
}

/** Work of every kind, counted. */
export function work(instruments: ReturnType<typeof createInstruments>, times = 1): void {
  for (let i = 0; i < times; i += 1) {
    instruments.served({ operation: 'getMandate', status: 200, seconds: 0.01 });
    instruments.called({ mode: 'test', node: 'a:1', method: 'getSlot', outcome: 'answered', seconds: 0.01 });
    instruments.ran({ task: 'sweep', outcome: 'done', seconds: 0.01 });
  }
}
