import type { Db } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import type { MandateStatus } from '../../rules/mandates/machine.ts';
import { mandateColumns, type MandateRow } from './queries.ts';

/** The payer's mandate `id`, whichever merchant and mode it is with. Throws resource_missing, for a foreign one as for a missing one. */
export async function getPayersMandate(sql: Db, payer: string, id: string): Promise<MandateRow> {
  if (!isId('mandate', id)) throw new ApiError('resource_missing');
  const [row] = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates where id = ${id} and payer = ${payer}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/**
 * Records that the payer has opened a pending mandate, so that it is listed. Internal: the version does not
 * change.
 */
export async function markOpened(sql: Db, id: string, now: number): Promise<void> {
  await sql`update mandates set payer_opened_at = ${now} where id = ${id} and payer_opened_at is null`;
}

/**
 * Since when the payer has had an active subscription to this merchant on the same terms as `mandate`, besides it: the oldest
 * one's, in the merchant's time. Null for none.
 */
export async function findSameActive(
  sql: Db,
  {
    id,
    merchantId,
    livemode,
    payer,
    payee,
    mint,
    amountPerPeriod,
    periodSeconds,
  }: Pick<
    MandateRow,
    'id' | 'merchantId' | 'livemode' | 'payer' | 'payee' | 'mint' | 'amountPerPeriod' | 'periodSeconds'
  >,
): Promise<number | null> {
  const [row] = await sql<{ since: number | null }[]>`
    select min(activated_at) as since from mandates
    where livemode = ${livemode} and payer = ${payer} and mint = ${mint} and status = 'active' and merchant_id = ${merchantId}
      and sell_mode = 'subscription' and payee = ${payee} and amount_per_period = ${amountPerPeriod.toString()}
      and period_seconds = ${periodSeconds} and id <> ${id}`;
  return row!.since;
}

/**
 * The payer's mandates of one mode: active ones first, then the newest. Mandates that the payer neither
 * authorized nor opened are left out: anybody can create mandates in a payer's name. Deliberately crosses
 * merchants: the payer is asking.
 */
export function listPayersMandates(
  sql: Db,
  { payer, livemode }: { payer: string; livemode: boolean },
  { status }: { status?: MandateStatus | undefined },
  query: PageQuery,
): Promise<MandateRow[]> {
  const placeOf = (id: string) => sql`(select o.status = 'active', o.id from mandates o where o.id = ${id})`;
  const order =
    query.newerThan === null ? sql`(status = 'active') desc, id desc` : sql`(status = 'active'), id`;
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${livemode} and payer = ${payer} and (activated_at is not null or payer_opened_at is not null)
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${query.olderThan === null ? sql`` : sql`and (status = 'active', id) < ${placeOf(query.olderThan)}`}
      ${query.newerThan === null ? sql`` : sql`and (status = 'active', id) > ${placeOf(query.newerThan)}`}
    order by ${order} limit ${query.take}`;
}
