import { ApiError, invalid } from '../api-error.ts';
import type { RequestedTexts } from './texts.ts';
import { requireAmount, requirePeriod } from '../mandates/check-terms.ts';
import type { Scheme, SchemeTerms } from '../mandates/scheme.ts';

/** By subscription, outright, or as the payer chooses. */
export type OfferSellMode = 'subscription' | 'once' | 'both';

/** The name of a payment link whose request has none. A product's request always has one. */
export const DEFAULT_NAME = 'Subscription';

/** The request for a link or product. The contract checks formats; this code checks what its terms mean. */
export interface RequestedOffer extends RequestedTexts {
  name?: string | undefined;
  /** Default: the merchant's payout wallet. */
  payee?: string | undefined;
  mint: string;
  amountPerPeriod: string;
  periodSeconds: number;
  trialSeconds?: number | undefined;
  sellMode?: OfferSellMode | undefined;
  amountOnce?: string | undefined;
  scheme?: Scheme | undefined;
  contentTitle?: string | null | undefined;
  contentBody?: string | null | undefined;
}

/** How something is sold, and for how much: atomic units, seconds. */
export interface OfferTerms {
  sellMode: OfferSellMode;
  amountPerPeriod: bigint;
  /** 0 if it is only sold outright. */
  periodSeconds: number;
  trialSeconds: number;
  /** Price of an outright purchase; null if not offered. */
  amountOnce: bigint | null;
}

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

/** The terms of the mandates that an offer's scheme is for: where both are sold, those by subscription. */
export function recurringTerms({
  sellMode,
  periodSeconds,
}: Pick<OfferTerms, 'sellMode' | 'periodSeconds'>): SchemeTerms {
  return { sellMode: sellMode === 'once' ? 'once' : 'subscription', periodSeconds };
}
