import { ApiError, invalid } from '../api-error.ts';
import { parseAmount } from '../money.ts';
import type { Terms } from './terms.ts';

/** What a request for a mandate says. Formats are checked by the contract; meaning is checked here. */
export interface RequestedTerms {
  payer: string;
  payee: string;
  amountPerPeriod: string;
  periodSeconds: number;
  maxPeriods?: number | null;
  trialSeconds?: number;
  sellMode?: 'subscription' | 'once';
}

/** Live pulls cost real network fees, and a shorter period could be lost in an outage of minutes. */
const MIN_LIVE_PERIOD_SECONDS = 3600;

/** What decides beside the request. */
export interface TermsPolicy {
  livemode: boolean;
  /** The deployment sells one-time purchases only. */
  onceOnly: boolean;
  /** Whether a private key can exist for an address. */
  isWallet: (address: string) => boolean;
}

/**
 * The terms that a request asks for. Throws recurring_unavailable on a once-only deployment, and parameter_invalid for
 * values that do not fit together.
 */
export function checkTerms(request: RequestedTerms, { livemode, onceOnly, isWallet }: TermsPolicy): Terms {
  const sellMode = request.sellMode ?? 'subscription';
  const amountPerPeriod = requireAmount('amountPerPeriod', request.amountPerPeriod);
  if (!isWallet(request.payer)) {
    throw invalid('payer', 'is a program-derived address, for which nobody can sign');
  }
  if (request.payer === request.payee) throw invalid('payee', 'is the payer: a mandate needs two wallets');
  if (onceOnly && sellMode !== 'once') throw new ApiError('recurring_unavailable', { param: 'sellMode' });
  const trialSeconds = request.trialSeconds ?? 0;
  if (sellMode === 'once') {
    if ((request.maxPeriods ?? 1) > 1)
      throw invalid('maxPeriods', 'is above 1, and a one-time purchase has one');
    if (trialSeconds > 0) throw invalid('trialSeconds', 'is set, and a one-time purchase has no trial');
    return { amountPerPeriod, periodSeconds: 0, maxPeriods: 1, trialSeconds: 0, sellMode };
  }
  requirePeriod(request.periodSeconds, livemode);
  return {
    amountPerPeriod,
    periodSeconds: request.periodSeconds,
    maxPeriods: request.maxPeriods ?? null,
    trialSeconds,
    sellMode,
  };
}

/** An amount of a request in atomic units. Throws parameter_invalid. */
export function requireAmount(param: string, text: string): bigint {
  const amountAtomic = parseAmount(text);
  if (amountAtomic === null) throw invalid(param, 'is not a positive u64 amount of atomic units');
  return amountAtomic;
}

/** Throws parameter_invalid for a period that is too short for the mode. */
export function requirePeriod(periodSeconds: number, livemode: boolean): void {
  if (livemode && periodSeconds < MIN_LIVE_PERIOD_SECONDS) {
    throw invalid('periodSeconds', `is below ${MIN_LIVE_PERIOD_SECONDS}, the least in live mode`);
  }
}
