import { MOST_DAYS } from '../../rules/forecast/dues.ts';
import { judge } from '../../rules/forecast/judge.ts';
import {
  DaySums,
  type FirstAtRisk,
  horizonOf,
  presentForecast,
  soonest,
} from '../../rules/forecast/summary.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { listTokenFacts } from '../metrics/token-facts.ts';
import { readForeseen } from './queries.ts';

/**
 * What a merchant can expect of its subscriptions in the days to come, as far as its payers' accounts tell. Postgres sums up whatever it can tell
 * by arithmetic; only the rest is played charge by charge, some accounts at a time.
 */
export async function getForecast(
  { db, clock }: Deployment,
  tenant: Tenant,
  { days = MOST_DAYS, mint }: { days?: number | undefined; mint?: string | undefined },
): Promise<components['schemas']['Forecast']> {
  const { now, realNow } = await readMoment(db, tenant, clock);
  const horizon = horizonOf(now, days);
  const scope = { ...tenant, ...horizon, mint: mint ?? null };
  const [sums, atRisk] = [new DaySums(), [] as FirstAtRisk[]];
  let [mandatesAtRisk, readAt]: [number, number | null] = [0, null];
  for await (const part of readForeseen(db, scope)) {
    const played = judge(part.doubtful, horizon);
    sums.add([...part.sums, ...played.sums]);
    // Only these are named, so no more are kept.
    atRisk.splice(0, Infinity, ...soonest([...atRisk, ...part.atRisk, ...played.atRisk]));
    mandatesAtRisk += part.mandatesAtRisk + played.mandatesAtRisk;
    readAt ??= part.readAt;
  }
  const mints = [...new Set(sums.list().map((sum) => sum.mint))];
  const tokens = await listTokenFacts(db, tenant, mints);
  return presentForecast(
    horizon,
    [...tokens.values()],
    { sums: sums.list(), atRisk, mandatesAtRisk },
    { livemode: tenant.livemode, readAt: readAt === null ? null : readAt + (now - realNow) },
  );
}
