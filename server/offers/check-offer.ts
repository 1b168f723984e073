import { ApiError } from '../errors/api-error.ts';
import { invalid, requireAmount, requirePeriod } from '../activation/check-terms.ts';
import type { OfferRow } from './queries.ts';

/**
 * The terms in a request for a link or product. The contract checks formats; this code checks their meaning.
 */
export interface RequestedOffer {
  amountPerPeriod: string;
  periodSeconds: number;
  trialSeconds?: number | undefined;
  sellMode?: OfferRow['sellMode'] | undefined;
  amountOnce?: string | undefined;
}

/** How something is sold, and for how much. */
export type OfferTerms = Pick<
  OfferRow,
  'sellMode' | 'amountPerPeriod' | 'periodSeconds' | 'trialSeconds' | 'amountOnce'
>;

/**
 * The requested terms. Throws recurring_unavailable on a once-only deployment, and parameter_invalid for
 * values that do not fit together.
 */
export function checkOffer(
  request: RequestedOffer,
  { livemode, onceOnly }: { livemode: boolean; onceOnly: boolean },
): OfferTerms {
  const { sellMode = 'subscription', periodSeconds, trialSeconds = 0 } = request;
  const amountPerPeriod = requireAmount('amountPerPeriod', request.amountPerPeriod);
  const amountOnce = requireAmount('amountOnce', request.amountOnce ?? request.amountPerPeriod);
  if (onceOnly && sellMode !== 'once') throw new ApiError('recurring_unavailable', { param: 'sellMode' });
  if (sellMode === 'once') {
    if (trialSeconds > 0) throw invalid('trialSeconds', 'is set, and a one-time purchase has no trial');
    return { sellMode, amountPerPeriod, periodSeconds: 0, trialSeconds: 0, amountOnce };
  }
  requirePeriod(periodSeconds, livemode);
  if (sellMode === 'subscription' && request.amountOnce !== undefined) {
    throw invalid('amountOnce', 'is set, and a subscription is not sold outright');
  }
  const terms = { sellMode, amountPerPeriod, periodSeconds, trialSeconds };
  return { ...terms, amountOnce: sellMode === 'both' ? amountOnce : null };
}
