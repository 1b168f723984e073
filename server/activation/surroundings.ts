import type { Db } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Moment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { endpointIdsFor } from '../webhooks/queries.ts';

/** What a new mandate's dates and deliveries follow from, as last read. */
export interface Surroundings {
  /** Seconds by which the test clock is ahead of real time; 0 in live mode. */
  clockOffsetSeconds: number;
  /** The tenant's webhook endpoints that hear of a new mandate. */
  endpointIds: string[];
}

/** For a select list: the surroundings. */
export function surroundingsColumns(db: Db, tenant: Tenant) {
  return db`
    (select case when ${tenant.livemode} then 0 else clock_offset_seconds end from merchants
      where id = ${tenant.merchantId}) as clock_offset_seconds,
    ${endpointIdsFor(db, tenant, 'mandate.created')} as endpoint_ids`;
}

export async function readSurroundings(db: Db, tenant: Tenant): Promise<Surroundings> {
  const [row] = await db<[Surroundings]>`select ${surroundingsColumns(db, tenant)}`;
  return row;
}

/**
 * For a `with` list: a row if the surroundings are still these. A test clock then cannot advance before this commits: what is placed by
 * it is committed before or after. Live mode has no test clock, so there the merchant is not locked.
 */
export function surroundingsHeld(db: Db, tenant: Tenant, { clockOffsetSeconds, ...read }: Surroundings) {
  return db`
    select 1 from merchants
    where id = ${tenant.merchantId} and ${endpointIdsFor(db, tenant, 'mandate.created')} = ${read.endpointIds}::text[]
      ${tenant.livemode ? db`` : db`and clock_offset_seconds = ${clockOffsetSeconds} for share`}`;
}

/** The present on the tenant's clock. */
export function momentIn({ clockOffsetSeconds }: Surroundings, clock: Pick<Clock, 'seconds'>): Moment {
  const realNow = clock.seconds();
  return { now: realNow + clockOffsetSeconds, realNow };
}
