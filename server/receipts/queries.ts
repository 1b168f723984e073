import type { Db } from '../db/connect.ts';
import type { ChargeRow } from '../charges/queries.ts';

/**
 * Which instruction of its transaction paid a charge; null for one that was pulled. One transaction may hold several payments of an
 * order: they were counted in the order of its instructions, and each made the next charge.
 */
export async function findPaymentInstruction(
  sql: Db,
  { mandateId, merchantId, livemode, periodIndex }: ChargeRow,
  txSignature: string,
): Promise<number | null> {
  const [row] = await sql<{ instructionIndex: number }[]>`
    select a.instruction_index from authorizations a
    where a.mandate_id = ${mandateId} and a.signature = ${txSignature} and a.kind = 'payment'
    order by a.instruction_index
    offset (
      select count(*) from charges
      where mandate_id = ${mandateId} and merchant_id = ${merchantId} and livemode = ${livemode}
        and tx_signature = ${txSignature} and period_index < ${periodIndex}
    ) limit 1`;
  return row?.instructionIndex ?? null;
}
