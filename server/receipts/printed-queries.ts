import type { ChargeRow } from '../charges/queries.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Who a receipt is made out to, as the payer wrote it. */
export interface Recipient {
  name: string;
  addressLines: readonly string[];
}

/** Money that came back. */
export interface PrintedRefund {
  /** Atomic units. */
  amount: bigint;
  txSignature: string;
  /** In the merchant's time. */
  settledAt: number;
}

/** The refunds of a charge that succeeded, oldest first. */
export function listSettledRefunds(
  sql: Db,
  { merchantId, livemode }: Tenant,
  chargeId: string,
): Promise<PrintedRefund[]> {
  return sql<PrintedRefund[]>`
    select amount, tx_signature, settled_at from refunds
    where charge_id = ${chargeId} and merchant_id = ${merchantId} and livemode = ${livemode} and status = 'succeeded'
    order by settled_at, id`;
}

/** Who the receipt of a settled charge is made out to: as its payer wrote on it, or else on the mandate's last receipt before it. */
export async function findRecipient(
  sql: Db,
  { mandateId, merchantId, livemode, receiptNumber }: ChargeRow,
): Promise<Recipient | null> {
  const [row] = await sql<{ name: string | null; addressLines: string[] }[]>`
    select name, address_lines from receipt_recipients
    where mandate_id = ${mandateId} and merchant_id = ${merchantId} and livemode = ${livemode} and receipt_number <= ${receiptNumber}
    order by receipt_number desc limit 1`;
  return row === undefined || row.name === null ? null : { name: row.name, addressLines: row.addressLines };
}

/** Makes the receipt of a settled charge out to somebody, or with null to nobody, from now on. */
export async function setRecipient(
  sql: Db,
  { id: chargeId, mandateId, merchantId, livemode, receiptNumber }: ChargeRow,
  recipient: Recipient | null,
  updatedAt: number,
): Promise<void> {
  const [name, addressLines] = [recipient?.name ?? null, [...(recipient?.addressLines ?? [])]];
  const said = { name, addressLines, updatedAt };
  const row = { chargeId, mandateId, merchantId, livemode, receiptNumber, ...said };
  await sql`
    insert into receipt_recipients ${sql(row)}
    on conflict (charge_id) do update set ${sql(said)}`;
}
