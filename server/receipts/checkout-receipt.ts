import { findLastPaidCharge } from '../charges/list-queries.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { readReceipt, requireReceiptChain } from './read-receipt.ts';

/**
 * The receipt of a mandate's last payment, for its payer. Throws receipts_unavailable, resource_missing if
 * nothing was paid yet; ChainUnavailableError.
 */
export async function readCheckoutReceipt(
  deployment: Pick<Deployment, 'db' | 'chains'>,
  mandate: MandateRow,
): Promise<components['schemas']['Receipt']> {
  const chain = requireReceiptChain(deployment, mandate.livemode);
  const charge = await findLastPaidCharge(deployment.db, mandate.id);
  if (charge === null) {
    throw new ApiError('resource_missing', { message: 'Nothing was paid under this mandate yet.' });
  }
  return readReceipt(deployment, chain, mandate, charge);
}
