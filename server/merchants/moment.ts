import type { Db } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenant } from './tenant.ts';

/**
 * A moment on both clocks: `now` in the merchant's Unix seconds, `realNow` in real time. A test clock makes
 * them differ.
 */
export interface Moment {
  now: number;
  realNow: number;
}

/** The present on the merchant's clock and on the real one. */
export async function readMoment(
  sql: Db,
  { merchantId, livemode }: Tenant,
  clock: Pick<Clock, 'seconds'>,
): Promise<Moment> {
  const realNow = clock.seconds();
  // Live mode has no test clock, so this skips the query.
  if (livemode) return { now: realNow, realNow };
  const offsets = await clockOffsets(sql, [merchantId]);
  return { now: realNow + (offsets.get(merchantId) ?? 0), realNow };
}

/** The same for several merchants of one mode, by merchant id. */
export async function readMoments(
  sql: Db,
  tenants: readonly Tenant[],
  clock: Pick<Clock, 'seconds'>,
): Promise<(tenant: Tenant) => Moment> {
  const realNow = clock.seconds();
  const onTestClocks = tenants.filter(({ livemode }) => !livemode).map(({ merchantId }) => merchantId);
  const offsets = onTestClocks.length === 0 ? new Map() : await clockOffsets(sql, [...new Set(onTestClocks)]);
  return ({ merchantId, livemode }) => ({
    now: realNow + (livemode ? 0 : (offsets.get(merchantId) ?? 0)),
    realNow,
  });
}

/** The real time at which the merchant's clock will show `merchantTime`. */
export function toRealTime(moment: Moment, merchantTime: number): number {
  return merchantTime - (moment.now - moment.realNow);
}

/** Seconds by which test clocks are ahead of real time, by merchant id. */
export async function clockOffsets(sql: Db, merchantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; clockOffsetSeconds: number }[]>`
    select id, clock_offset_seconds from merchants where id = any(${merchantIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.id, row.clockOffsetSeconds]));
}
