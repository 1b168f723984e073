import type { Sql } from '../db/connect.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { leaseHolder } from '../charges/queries.ts';

/** Longer than any lease, even if the other process's clock is wrong. */
const LONGEST_LEASE_SECONDS = 180;

/**
 * Ends the leases of dead processes on charges they have not signed for, and wakes the collectors. A process
 * that is alive after all loses only work: it finds its lease gone when it commits. Returns how many there
 * were.
 */
export async function endLeases(db: Sql, processIds: readonly string[], now: number): Promise<number> {
  return db.begin(async (tx) => {
    const ended = await tx<{ livemode: boolean }[]>`
      update charges set wake_at = ${now}
      where id in (
        select id from charges
        where livemode in (false, true) and wake_at > ${now} and wake_at < ${now + LONGEST_LEASE_SECONDS}
          and status = 'processing' and ${leaseHolder(tx)} = any(${processIds as string[]}::text[])
        for update skip locked)
      returning livemode`;
    for (const livemode of new Set(ended.map((charge) => charge.livemode)))
      await enqueue(tx, 'charges:collect', { livemode }, { jobKey: `collect/${livemode}/released` });
    return ended.length;
  });
}
