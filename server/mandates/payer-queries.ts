import type { Db } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import { ApiError } from '../errors/api-error.ts';
import { isId } from '../lib/ids.ts';
import type { MandateStatus } from './machine.ts';
import { mandateColumns, type MandateRow } from './queries.ts';

/** The payer's mandate `id`, whichever merchant and mode it is with. Throws resource_missing, for a foreign one as for a missing one. */
export async function getPayersMandate(sql: Db, payer: string, id: string): Promise<MandateRow> {
  if (!isId('mandate', id)) throw new ApiError('resource_missing');
  const [row] = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates where id = ${id} and payer = ${payer}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** The payer's mandates of one mode, newest first. Crosses merchants on purpose: the payer is who asks. */
export function listPayersMandates(
  sql: Db,
  { payer, livemode }: { payer: string; livemode: boolean },
  { status }: { status?: MandateStatus | undefined },
  query: PageQuery,
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${livemode} and payer = ${payer}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${query.olderThan === null ? sql`` : sql`and id < ${query.olderThan}`}
      ${query.newerThan === null ? sql`` : sql`and id > ${query.newerThan}`}
    order by id ${query.newerThan === null ? sql`desc` : sql`asc`} limit ${query.take}`;
}
