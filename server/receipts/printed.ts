import { ApiError } from '../../rules/api-error.ts';
import { symbolOf } from '../../rules/mandates/present-for-payer.ts';
import type { BusinessDetails } from '../../rules/merchants/business-details.ts';
import { findSettledCharge } from '../charges/list-queries.ts';
import type { ChargeRow } from '../charges/queries.ts';
import { isReceiptTag } from '../charges/receipt-url.ts';
import type { Deployment } from '../deployment.ts';
import { getMandate, type MandateRow } from '../mandates/queries.ts';
import { findBusinessDetails } from '../merchants/business-details-queries.ts';
import { getMerchant } from '../merchants/queries.ts';
import type { Brand } from '../../rules/merchants/branding.ts';
import { findToken } from '../tokens/queries.ts';
import { findRecipient, listSettledRefunds, type PrintedRefund, type Recipient } from './printed-queries.ts';

/** All that stands on the receipt of a charge. */
export interface PrintedReceipt {
  /** It has settled. */
  charge: ChargeRow;
  mandate: MandateRow;
  merchantName: string;
  brand: Brand;
  business: BusinessDetails;
  symbol: string;
  refunds: readonly PrintedRefund[];
  recipient: Recipient | null;
}

/**
 * The charge at the address of a receipt, which is the only proof of access. Throws resource_missing, alike for a charge that does not exist,
 * one that has not settled, and a wrong `tag`.
 */
export async function getReceiptCharge(
  { db, secretKeys }: Pick<Deployment, 'db' | 'secretKeys'>,
  chargeId: string,
  tag: string,
): Promise<ChargeRow> {
  const charge = isReceiptTag(secretKeys, chargeId, tag) ? await findSettledCharge(db, chargeId) : null;
  if (charge === null) throw new ApiError('resource_missing');
  return charge;
}

/** The receipt of a settled charge, from our records: the transactions on it are what proves it. */
export async function readPrintedReceipt(
  { db }: Pick<Deployment, 'db'>,
  charge: ChargeRow,
): Promise<PrintedReceipt> {
  const mandate = await getMandate(db, charge, charge.mandateId);
  const [merchant, business, token, refunds, recipient] = await Promise.all([
    getMerchant(db, charge.merchantId),
    findBusinessDetails(db, charge.merchantId),
    findToken(db, mandate.livemode, mandate.mint),
    listSettledRefunds(db, charge, charge.id),
    findRecipient(db, charge),
  ]);
  const symbol = symbolOf(mandate, token?.symbol ?? null);
  return {
    charge,
    mandate,
    merchantName: merchant.name,
    brand: merchant,
    business,
    symbol,
    refunds,
    recipient,
  };
}
