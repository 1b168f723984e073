import {
  checkCreatedRange,
  checkPaidRange,
  type CreatedRange,
  type PaidRange,
} from '../../rules/http/created-range.ts';
import type { IdKind } from '../../rules/id-prefixes.ts';
import type { Db, Statement } from '../db/connect.ts';
import { firstIdOf } from '../lib/ids.ts';
import { clockOffsets } from './moment.ts';
import type { Tenant } from './tenant.ts';

/**
 * A row gets its position, whose time is real, when it is inserted, and `created_at` is read from the same clock a moment before: ten
 * minutes are far more than lies between the two, and few rows more to look at.
 */
const SLACK_SECONDS = 600;

/** Positions of other times have another number of digits, and do not sort among these: 2017 to 2248. */
const [FIRST_SECOND, LAST_SECOND] = [1_500_000_000, 8_700_000_000];

/** A range of creation times, with the real times in which its rows can have been inserted. */
export interface CreatedBounds extends CreatedRange {
  /** Unix seconds; null: any. */
  insertedFrom: number | null;
  insertedBefore: number | null;
}

/**
 * Where the rows of a range can be: a test clock is never behind real time, and at most as far ahead as it is now. Throws
 * parameter_invalid for a range that ends before it begins.
 */
export async function boundCreation(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { createdFrom, createdTo }: CreatedRange,
): Promise<CreatedBounds> {
  const hasClock = !livemode && createdFrom !== undefined;
  const ahead = hasClock ? ((await clockOffsets(sql, [merchantId])).get(merchantId) ?? 0) : 0;
  return boundTimes({ createdFrom, createdTo }, ahead);
}

/** The same for rows whose times are at most `aheadSeconds` ahead of real time. Throws parameter_invalid. */
export function boundTimes({ createdFrom, createdTo }: CreatedRange, aheadSeconds: number): CreatedBounds {
  checkCreatedRange({ createdFrom, createdTo });
  const first = (createdFrom ?? 0) - aheadSeconds - SLACK_SECONDS;
  const last = (createdTo ?? Infinity) + SLACK_SECONDS;
  return {
    createdFrom,
    createdTo,
    insertedFrom: first < FIRST_SECOND ? null : Math.min(first, LAST_SECOND),
    insertedBefore: last > LAST_SECOND ? null : Math.max(last + 1, FIRST_SECOND),
  };
}

/** No charge is paid later than this after it was created: the longest trial, with the longest retries. */
const LONGEST_WAIT_SECONDS = 63_072_000 + 60 * 86_400;

/** A range of payment times, with the real times in which its charges can have been inserted. */
export interface PaidBounds extends PaidRange {
  inserted: CreatedBounds;
}

/** Where charges that were paid in a range can be; null where none is asked for. Throws parameter_invalid for a range that ends before it begins. */
export async function boundPayment(
  sql: Db,
  tenant: Tenant,
  { paidFrom, paidTo }: PaidRange,
): Promise<PaidBounds | null> {
  if (paidFrom === undefined && paidTo === undefined) return null;
  checkPaidRange({ paidFrom, paidTo });
  const createdFrom = paidFrom === undefined ? undefined : Math.max(0, paidFrom - LONGEST_WAIT_SECONDS);
  const inserted = await boundCreation(sql, tenant, { createdFrom, createdTo: paidTo });
  return { paidFrom, paidTo, inserted };
}

/** The condition on charges paid in a range; their positions are bounded too. */
export function paidWithin(sql: Db, { paidFrom, paidTo, inserted }: PaidBounds, kind: IdKind): Statement {
  return sql`
    and status = 'succeeded' ${createdWithin(sql, inserted, kind)}
    ${paidFrom === undefined ? sql`` : sql`and settled_at >= ${paidFrom}`}
    ${paidTo === undefined ? sql`` : sql`and settled_at <= ${paidTo}`}`;
}

/** The condition on rows created in a range; their positions are bounded too, so that the index that orders a list leads there. */
export function createdWithin(
  sql: Db,
  { createdFrom, createdTo, insertedFrom, insertedBefore }: CreatedBounds,
  kind: IdKind,
  position: 'id' | 'position' = 'position',
): Statement {
  const bound = (seconds: number) => firstIdOf(kind, seconds * 1000);
  return sql`
    ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}`}
    ${createdTo === undefined ? sql`` : sql`and created_at <= ${createdTo}`}
    ${insertedFrom === null ? sql`` : sql`and ${sql(position)} >= ${bound(insertedFrom)}`}
    ${insertedBefore === null ? sql`` : sql`and ${sql(position)} < ${bound(insertedBefore)}`}`;
}
