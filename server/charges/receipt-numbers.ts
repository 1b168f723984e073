import type { Tx } from '../db/connect.ts';
import type { ChargeRow } from './queries.ts';

type Numbered = Pick<ChargeRow, 'id' | 'merchantId' | 'livemode'>;

/**
 * The next receipt numbers of charges that settle in this transaction, all of one mode, by the charge's id and in the given order for each
 * merchant. One statement for all merchants. Whoever settles for the same merchant waits until this transaction ends: if it does not
 * commit, they get its numbers, so that none is missing. Merchants are taken in one order, so that two batches cannot wait for each
 * other. Call it once in a transaction (decision 0035).
 */
export async function takeReceiptNumbers(
  tx: Tx,
  charges: readonly Numbered[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  const [first] = charges;
  if (first === undefined) return numbers;
  const byMerchant = Map.groupBy(charges, ({ merchantId }) => merchantId);
  const rows = await tx<{ merchantId: string; lastNumber: number }[]>`
    insert into receipt_counters as counter (merchant_id, livemode, last_number)
    select settled.merchant_id, ${first.livemode}, settled.receipts
    from unnest(
      ${[...byMerchant.keys()]}::text[],
      ${[...byMerchant.values()].map(({ length }) => length)}::bigint[]
    ) as settled (merchant_id, receipts)
    order by settled.merchant_id collate "C"
    on conflict (merchant_id, livemode) do update set last_number = counter.last_number + excluded.last_number
    returning merchant_id, last_number`;
  for (const { merchantId, lastNumber } of rows) {
    const own = byMerchant.get(merchantId)!;
    for (const [at, { id }] of own.entries()) numbers.set(id, lastNumber - own.length + 1 + at);
  }
  return numbers;
}
