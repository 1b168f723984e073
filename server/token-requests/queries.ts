import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';

export type TokenRequestStatus = 'pending' | 'approved' | 'rejected';

/** A row of `token_requests`: a merchant asks for a token. Times are real time. */
export interface TokenRequestRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  mint: string;
  note: string | null;
  status: TokenRequestStatus;
  createdAt: number;
  /** When its current status was decided; null while pending. */
  reviewedAt: number | null;
}

function columns(sql: Db) {
  return sql`id, merchant_id, livemode, mint, note, status, created_at, reviewed_at`;
}

export async function insertTokenRequest(tx: Tx, row: TokenRequestRow): Promise<void> {
  await tx`insert into token_requests ${tx(row as unknown as Record<string, string>)}`;
}

/** The request `id` in this mode, of any merchant; only for the platform's owner. Throws resource_missing. */
export async function getTokenRequest(sql: Db, livemode: boolean, id: string): Promise<TokenRequestRow> {
  if (!isId('tokenRequest', id)) throw new ApiError('resource_missing');
  const [row] = await sql<TokenRequestRow[]>`
    select ${columns(sql)} from token_requests where id = ${id} and livemode = ${livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Like getTokenRequest, and locked until `tx` ends. */
export async function lockTokenRequest(tx: Tx, livemode: boolean, id: string): Promise<TokenRequestRow> {
  if (!isId('tokenRequest', id)) throw new ApiError('resource_missing');
  const [row] = await tx<TokenRequestRow[]>`
    select ${columns(tx)} from token_requests where id = ${id} and livemode = ${livemode} for update`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Records the decision about a request that the caller holds locked, and returns the updated row. */
export async function reviewTokenRequest(
  tx: Tx,
  id: string,
  { status, reviewedAt }: { status: 'approved' | 'rejected'; reviewedAt: number },
): Promise<TokenRequestRow> {
  const [row] = await tx<TokenRequestRow[]>`
    update token_requests set status = ${status}, reviewed_at = ${reviewedAt} where id = ${id}
    returning ${columns(tx)}`;
  return row!;
}

/** All merchants' requests in this mode, newest first; only for the platform's owner. */
export function listTokenRequests(
  sql: Db,
  livemode: boolean,
  { status }: { status?: TokenRequestStatus | undefined },
  query: PageQuery,
): Promise<TokenRequestRow[]> {
  return sql<TokenRequestRow[]>`
    select ${columns(sql)} from token_requests
    where livemode = ${livemode}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${inPage(sql, 'id', query)}`;
}
