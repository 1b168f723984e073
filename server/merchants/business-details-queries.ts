import { type BusinessDetails, NO_DETAILS } from '../../rules/merchants/business-details.ts';
import type { Db } from '../db/connect.ts';

/** A row of `business_details`, or what stands for none. */
export interface BusinessDetailsRow extends BusinessDetails {
  /** In real time; null if they were never set. */
  updatedAt: number | null;
}

/** What a merchant's receipts say of its business, in both modes. */
export async function findBusinessDetails(sql: Db, merchantId: string): Promise<BusinessDetailsRow> {
  const [row] = await sql<BusinessDetailsRow[]>`
    select legal_name, address_lines, country, tax_id, receipt_note, updated_at
    from business_details where merchant_id = ${merchantId}`;
  return row ?? { ...NO_DETAILS, updatedAt: null };
}

/** Replaces all of them. */
export async function setBusinessDetails(
  sql: Db,
  merchantId: string,
  details: BusinessDetails,
  updatedAt: number,
): Promise<void> {
  const row = { ...details, addressLines: [...details.addressLines], updatedAt };
  await sql`
    insert into business_details ${sql({ merchantId, ...row })}
    on conflict (merchant_id) do update set ${sql(row)}`;
}
