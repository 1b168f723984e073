import type { ClockReport } from './clock-check.ts';
import { feePayerLamports, planOwnerLamports } from '../chain/fee-payer.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Config } from '../config/config.ts';
import type { Deployment } from '../deployment.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { lastAnswer } from '../lib/last-answer.ts';
import type { ChainReading } from '../monitoring/deployment-gauges.ts';
import type { Instruments } from '../monitoring/instruments.ts';
import type { Snapshot } from '../monitoring/serve-metrics.ts';
import { readTables } from '../monitoring/table-queries.ts';
import { countForeignNodes } from './readiness.ts';

/** Instruments for this process, loaded only where metrics are served. `process`: what its values are labelled with. */
export async function createInstrumentsFor(
  { metrics, role }: Pick<Config, 'metrics' | 'role'>,
  process: string,
): Promise<Instruments | null> {
  if (metrics === null) return null;
  const { createInstruments } = await import('../monitoring/instruments.ts');
  return createInstruments({ process, role });
}

/** What a process can be asked for: its own metrics, and with `whole` those of the deployment. */
export type Measure = (options: { whole: boolean }) => Promise<Snapshot[]>;

/** As long as the slowest node may take. */
const CHAIN_MS = 10_000;
/** A statement takes 3 s at most, and there are a few. */
const TABLES_MS = 10_000;
/** An older result is no news of now. */
const STALE_SECONDS = 30;

/** Reads the metrics of this process, and of the deployment at most every 5 s, however many ask. Never waits much longer than a second. */
export function measureOf(
  deployment: Deployment,
  instruments: Instruments,
  readClock: () => Promise<ClockReport>,
): Measure {
  const { db, clock, chains, log } = deployment;
  const known = [chains.test, chains.live].filter((chain) => chain !== null);
  const modes = known.map(({ livemode }) => livemode);
  const readTablesLast = lastAnswer(clock, async () => ({
    tables: await withinDeadline(clock, TABLES_MS, () => readTables(db, modes, clock.seconds())).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'the tables could not be read for the metrics');
        return null;
      },
    ),
  }));
  const readClockLast = lastAnswer(clock, readClock);
  const readings = known.map((chain) => ({
    chain,
    read: lastAnswer(clock, async () => ({ reading: await readChain(chain) })),
  }));
  return async ({ whole }) => {
    const own = await instruments.registry.getMetricsAsJSON();
    if (!whole) return [own];
    const [tables, clockReport, ...perChain] = await Promise.all([
      readTablesLast(),
      readClockLast(),
      ...readings.map(({ read }) => read()),
    ]);
    const { deploymentGauges } = await import('../monitoring/deployment-gauges.ts');
    const gauges = deploymentGauges({
      tables: freshOf(tables)?.tables ?? null,
      chains: readings.map(({ chain }, at) => ({
        mode: chain.mode,
        reading: freshOf(perChain[at] ?? null)?.reading ?? null,
        foreignNodes: countForeignNodes(chain),
      })),
      clockIsRight: clockReport?.ok ?? false,
    });
    return [own, await gauges.getMetricsAsJSON()];
  };
}

function freshOf<T extends { ageSeconds: number }>(answer: T | null): T | null {
  return answer !== null && answer.ageSeconds <= STALE_SECONDS ? answer : null;
}

async function readChain(chain: Chain): Promise<ChainReading> {
  try {
    const [lamports, ownerLamports] = await withinDeadline(chain.clock, CHAIN_MS, () =>
      Promise.all([feePayerLamports(chain), planOwnerLamports(chain)]),
    );
    const planOwner =
      ownerLamports === null ? null : { address: chain.planOwner.address, lamports: ownerLamports };
    return { address: chain.feePayer.address, lamports, planOwner };
  } catch {
    // No node answered in time, or none that can be used: each says so in the log.
    return null;
  }
}
