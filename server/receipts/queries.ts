import type { Db } from '../db/connect.ts';
import type { ChargeRow } from '../charges/queries.ts';

/** The transfer that settled a charge. */
export interface SettlingTransfer {
  /** Its index in its transaction; null if it settled before this was recorded. */
  instructionIndex: number | null;
  /** Whether the payer made this payment, with the mandate's own reference; otherwise it was pulled. */
  isPayment: boolean;
}

/** The instruction that settled a charge. */
export async function findSettlingTransfer(
  sql: Db,
  { id, mandateId, merchantId, livemode }: ChargeRow,
): Promise<SettlingTransfer> {
  const [row] = await sql<SettlingTransfer[]>`
    select s.instruction_index,
      exists (
        select 1 from authorizations a
        where a.signature = s.signature and a.instruction_index = s.instruction_index
          and a.mandate_id = ${mandateId} and a.kind = 'payment') as is_payment
    from settlements s
    where s.charge_id = ${id} and s.merchant_id = ${merchantId} and s.livemode = ${livemode} and s.instruction_index >= 0`;
  return row ?? { instructionIndex: null, isPayment: false };
}

/** The bytes of the transaction that settled a charge, if this service signed it; else null. */
export async function findPullWire(
  sql: Db,
  { id, merchantId, livemode, txSignature }: ChargeRow,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ wire: Uint8Array }[]>`
    select wire from attempts
    where signature = ${txSignature} and charge_id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  return row?.wire ?? null;
}
