import { ApiError } from '../../rules/api-error.ts';
import type { Db } from '../db/connect.ts';
import type { Auth } from './context.ts';
import type { Operation } from './handler.ts';

/**
 * Throws resource_missing where a payer would start or change something at a merchant that has moved to another deployment: what they sign here
 * would not be known there. Merchants themselves are told by `requireScope`.
 */
export async function requirePresent(
  sql: Db,
  { method }: Pick<Operation, 'method'>,
  auth: Auth | null,
  { id }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (method === 'get' || typeof id !== 'string' || (auth !== null && auth.kind !== 'wallet')) return;
  const departure = await findDeparture(sql, id);
  if (departure === null) return;
  const { movedTo } = departure;
  throw new ApiError('resource_missing', {
    message: `The seller has moved to another payment service${movedTo === null ? '. Ask them for its address' : `: ${movedTo}`}. Nothing was signed or sent here.`,
  });
}

/** The departure of the merchant that a mandate, a payment link or a product is of; null if it is here, or there is no such object. */
async function findDeparture(sql: Db, id: string): Promise<{ movedTo: string | null } | null> {
  const [row] = await sql<{ movedTo: string | null }[]>`
    select moved_to from departures join (
      select merchant_id, livemode from mandates where id = ${id}
      union all
      select merchant_id, livemode from offers where id = ${id}) theirs using (merchant_id, livemode)`;
  return row ?? null;
}
