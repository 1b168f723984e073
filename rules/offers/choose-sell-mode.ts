import { ApiError } from '../api-error.ts';
import type { OfferSellMode } from './check-offer.ts';

/**
 * How an offer is bought: as `asked`, else by subscription if offered, else outright. Throws
 * not_for_sale_subscription, not_for_sale_once, recurring_unavailable.
 */
export function chooseSellMode(
  offered: OfferSellMode,
  asked: 'subscription' | 'once' | undefined,
  { onceOnly }: { onceOnly: boolean },
): 'subscription' | 'once' {
  const sellMode = asked ?? (offered === 'once' ? 'once' : 'subscription');
  if (offered !== 'both' && offered !== sellMode) {
    throw new ApiError(`not_for_sale_${sellMode}`, { param: 'sellMode' });
  }
  // Offered before the deployment sold only outright.
  if (onceOnly && sellMode !== 'once') throw new ApiError('recurring_unavailable', { param: 'sellMode' });
  return sellMode;
}
