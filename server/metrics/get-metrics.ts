import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type Activity, presentMetrics, type Settled } from '../../rules/metrics/present.ts';
import { findClosedBefore, listClosedSettled, listOpenSettled, listSubscriptionGroups } from './queries.ts';
import { listAtRisk, listLost, listRecovered } from './renewal-queries.ts';
import { listTokenFacts, totalDecimals } from './token-facts.ts';
import { chooseWindow, splitWindow, type Window, windowBefore } from '../../rules/metrics/window.ts';

/**
 * Metrics of a window and the previous one, both as of one moment. Throws parameter_invalid for an invalid
 * window.
 */
export async function getMetrics(
  { db, clock }: Deployment,
  tenant: Tenant,
  asked: { from?: number | undefined; to?: number | undefined },
): Promise<components['schemas']['Metrics']> {
  const { now, realNow } = await readMoment(db, tenant, clock);
  const window = chooseWindow(asked, now);
  // One snapshot: an hour that is closed meanwhile is counted once, and the figures are consistent.
  return db.begin('isolation level repeatable read read only', async (tx) => {
    const closedBefore = await findClosedBefore(tx, tenant);
    const windows = { current: window, previous: windowBefore(window) };
    const subscriptions = await listSubscriptionGroups(tx, tenant, windows);
    const recovered = await listRecovered(tx, tenant, windows);
    const lost = await listLost(tx, tenant, windows);
    const atRisk = await listAtRisk(tx, tenant, realNow);
    const readActivity = async (which: 'current' | 'previous') => ({
      window: windows[which],
      subscriptions: subscriptions[which],
      recovered: recovered[which],
      lost: lost[which],
      settled: await readSettled(tx, tenant, windows[which], closedBefore),
    });
    const current = await readActivity('current');
    const previous = await readActivity('previous');
    const tokens = await listTokenFacts(tx, tenant, mintsOf([current, previous], atRisk));
    const decimals = await totalDecimals(tx, tenant.livemode);
    return presentMetrics({ livemode: tenant.livemode, now, decimals, tokens, current, previous, atRisk });
  });
}

async function readSettled(
  sql: Db,
  tenant: Tenant,
  window: Window,
  closedBefore: number,
): Promise<Settled[]> {
  const { closed, open } = splitWindow(window, closedBefore);
  const parts = await Promise.all([
    ...closed.map((span) => listClosedSettled(sql, tenant, span)),
    ...open.map((span) => listOpenSettled(sql, tenant, span)),
  ]);
  return parts.flat();
}

function mintsOf(activities: readonly Activity[], atRisk: readonly { mint: string }[]): string[] {
  const parts = activities.flatMap(({ settled, subscriptions, lost }) => [
    ...settled,
    ...subscriptions,
    ...lost,
  ]);
  return [...new Set([...parts, ...atRisk].map(({ mint }) => mint))];
}
