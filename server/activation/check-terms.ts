import type { Address } from '@solana/kit';
import { ApiError } from '../errors/api-error.ts';
import { parseAmount } from '../../rules/money.ts';
import { isWalletAddress } from '../lib/solana-address.ts';
import type { Terms } from '../mandates/terms.ts';

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

/**
 * The terms that a request asks for. Throws recurring_unavailable on a once-only deployment, and parameter_invalid for
 * values that do not fit together.
 */
export function checkTerms(
  request: RequestedTerms,
  { livemode, onceOnly }: { livemode: boolean; onceOnly: boolean },
): Terms {
  const sellMode = request.sellMode ?? 'subscription';
  const amountPerPeriodAtomic = requireAmount('amountPerPeriod', request.amountPerPeriod);
  if (!isWalletAddress(request.payer as Address)) {
    throw invalid('payer', 'is a program-derived address, for which nobody can sign');
  }
  if (request.payer === request.payee) throw invalid('payee', 'is the payer: a mandate needs two wallets');
  if (onceOnly && sellMode !== 'once') throw new ApiError('recurring_unavailable', { param: 'sellMode' });
  const trialSeconds = request.trialSeconds ?? 0;
  if (sellMode === 'once') {
    if ((request.maxPeriods ?? 1) > 1)
      throw invalid('maxPeriods', 'is above 1, and a one-time purchase has one');
    if (trialSeconds > 0) throw invalid('trialSeconds', 'is set, and a one-time purchase has no trial');
    return { amountPerPeriodAtomic, periodSeconds: 0, maxPeriods: 1, trialSeconds: 0, sellMode };
  }
  requirePeriod(request.periodSeconds, livemode);
  return {
    amountPerPeriodAtomic,
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

/** An error for a value that no schema can reject by itself: it does not fit the others, or the mode. */
export function invalid(param: string, why: string): ApiError {
  return new ApiError('parameter_invalid', { param, message: `${param} ${why}.` });
}
