import type { Sql, Tx } from '../db/connect.ts';
import { type ChargeRow, chargeColumns } from './queries.ts';

/** Which announcements are due: all of a mode, or those of one merchant, whose test clock is moved. */
export interface AnnounceScope {
  livemode: boolean;
  merchantId?: string;
}

/**
 * Up to `take` charges whose announcement is due by real time `now`, with their mandates locked until `tx` ends. What somebody else holds
 * is passed over and found again, so this waits for nobody.
 */
export async function claimAnnouncements(
  tx: Tx,
  { livemode, merchantId }: AnnounceScope,
  { now, take }: { now: number; take: number },
): Promise<ChargeRow[]> {
  const due = await tx<{ id: string }[]>`
    select c.id from mandates m join charges c on c.mandate_id = m.id
    where c.livemode = ${livemode} and c.announce_at <= ${now}
      ${merchantId === undefined ? tx`` : tx`and c.merchant_id = ${merchantId}`}
    order by c.announce_at limit ${take} for update of m, c skip locked`;
  if (due.length === 0) return [];
  return tx<ChargeRow[]>`
    update charges set announce_at = null where id = any(${due.map(({ id }) => id)}::text[])
    returning ${chargeColumns(tx)}`;
}

/** The real time of the merchant's next announcement in test mode, null if there is none. */
export async function findNextAnnouncement(sql: Sql, merchantId: string): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select min(announce_at) as at from charges
    where merchant_id = ${merchantId} and not livemode and announce_at is not null`;
  return row?.at ?? null;
}
