import { MOST_DAYS } from '../../rules/forecast/dues.ts';
import { judge } from '../../rules/forecast/judge.ts';
import { horizonOf, presentForecast } from '../../rules/forecast/summary.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { listTokenFacts } from '../metrics/token-facts.ts';
import { readForeseen } from './queries.ts';

/**
 * What a merchant can expect of its subscriptions in the days to come, as far as its payers' accounts tell. Postgres sums up whatever is covered as a
 * whole; only the rest is played charge by charge.
 */
export async function getForecast(
  { db, clock }: Deployment,
  tenant: Tenant,
  { days = MOST_DAYS, mint }: { days?: number | undefined; mint?: string | undefined },
): Promise<components['schemas']['Forecast']> {
  const { now, realNow } = await readMoment(db, tenant, clock);
  const horizon = horizonOf(now, days);
  const scope = { ...tenant, ...horizon, mint: mint ?? null };
  const foreseen = await readForeseen(db, scope);
  const { sums: judged, atRisk } = judge(foreseen.doubtful, horizon);
  const sums = [...foreseen.sums, ...judged];
  const tokens = await listTokenFacts(db, tenant, [...new Set(sums.map((sum) => sum.mint))]);
  const readAt = foreseen.readAt === null ? null : foreseen.readAt + (now - realNow);
  return presentForecast(
    horizon,
    [...tokens.values()],
    { sums, atRisk },
    { livemode: tenant.livemode, readAt },
  );
}
