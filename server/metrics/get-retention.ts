import { DEFAULT_MONTHS, monthBounds } from '../../rules/metrics/months.ts';
import { presentRetention } from '../../rules/metrics/retention.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { listLives, listTrials } from './retention-queries.ts';

/** Churn, trials and cohorts of the last `months` UTC months by the merchant's clock. */
export async function getRetention(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  tenant: Tenant,
  { months: count = DEFAULT_MONTHS }: { months?: number | undefined },
): Promise<components['schemas']['Retention']> {
  const { now } = await readMoment(db, tenant, clock);
  const months = { bounds: monthBounds(now, count), now };
  // One snapshot, so that the figures agree.
  return db.begin('isolation level repeatable read read only', async (tx) => {
    const [lives, trials] = [await listLives(tx, tenant, months), await listTrials(tx, tenant, months)];
    return presentRetention({ livemode: tenant.livemode, now, bounds: months.bounds, lives, trials });
  });
}
