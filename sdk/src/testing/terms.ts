import { ApiError, invalid } from '../../../rules/api-error.ts';
import { saturatingU64 } from '../../../rules/money.ts';
import { isWalletAddress } from './ed25519.ts';
import type { MandateRow } from './rows.ts';

/** Live pulls cost real network fees, and a shorter period could be lost in an outage of minutes. */
const MIN_LIVE_PERIOD_SECONDS = 3600;
/** An unlimited mandate is approved for 90 days, or for 12 periods if that is longer. */
const OPEN_ENDED_SECONDS = 90 * 86_400;
const OPEN_ENDED_PERIODS = 12;
/** A budget of u64 max at one atomic unit per period would exceed every date: capped at a thousand years. */
const LONGEST_SECONDS = 31_536_000_000;

/** What payer and merchant agree on. */
export type Terms = Pick<
  MandateRow,
  'amountPerPeriod' | 'periodSeconds' | 'maxPeriods' | 'trialSeconds' | 'sellMode'
>;

/** The terms in a request, each field already validated by itself. */
export interface RequestedTerms {
  payer: string;
  payee: string;
  amountPerPeriod: string;
  periodSeconds: number;
  maxPeriods?: number | null;
  trialSeconds?: number;
  sellMode?: 'subscription' | 'once';
}

/**
 * The terms of a request. Throws recurring_unavailable, and parameter_invalid for values that do not fit
 * together.
 */
export function checkTerms(
  request: RequestedTerms,
  { livemode, onceOnly }: { livemode: boolean; onceOnly: boolean },
): Terms {
  const { sellMode = 'subscription', trialSeconds = 0, maxPeriods = null } = request;
  const amountPerPeriod = BigInt(request.amountPerPeriod);
  if (!isWalletAddress(request.payer)) {
    throw invalid('payer', 'is a program-derived address, for which nobody can sign');
  }
  if (request.payer === request.payee) throw invalid('payee', 'is the payer: a mandate needs two wallets');
  if (onceOnly && sellMode !== 'once') throw new ApiError('recurring_unavailable', { param: 'sellMode' });
  if (sellMode === 'once') {
    if ((maxPeriods ?? 1) > 1) throw invalid('maxPeriods', 'is above 1, and a one-time purchase has one');
    if (trialSeconds > 0) throw invalid('trialSeconds', 'is set, and a one-time purchase has no trial');
    return { amountPerPeriod, periodSeconds: 0, maxPeriods: 1, trialSeconds: 0, sellMode };
  }
  requirePeriod(request.periodSeconds, livemode);
  return { amountPerPeriod, periodSeconds: request.periodSeconds, maxPeriods, trialSeconds, sellMode };
}

/** Throws parameter_invalid for a period too short for the mode. */
export function requirePeriod(periodSeconds: number, livemode: boolean): void {
  if (livemode && periodSeconds < MIN_LIVE_PERIOD_SECONDS) {
    throw invalid('periodSeconds', `is below ${MIN_LIVE_PERIOD_SECONDS}, the least in live mode`);
  }
}

/** The most a mandate's own pulls may take in total before a top-up. */
export function budgetOf(terms: Terms): bigint {
  return saturatingU64(terms.amountPerPeriod * BigInt(terms.maxPeriods ?? openEndedPeriods(terms)));
}

/** How many periods an unlimited mandate is approved for at a time. */
export function openEndedPeriods({ periodSeconds }: Pick<Terms, 'periodSeconds'>): number {
  return Math.max(OPEN_ENDED_PERIODS, Math.ceil(OPEN_ENDED_SECONDS / periodSeconds));
}

/** End of the last possible period of a mandate activated at `activatedAt`; null if there is none. */
export function expiryOf(terms: Terms, activatedAt: number): number | null {
  if (terms.sellMode === 'once' || terms.maxPeriods === null) return null;
  return activatedAt + terms.trialSeconds + terms.maxPeriods * terms.periodSeconds;
}

/** End of the last period that the approved budget covers; null before activation and for a one-time purchase. */
export function authorizedUntil({
  anchorAt,
  sellMode,
  budget,
  amountPerPeriod,
  periodSeconds,
}: MandateRow): number | null {
  if (anchorAt === null || sellMode === 'once') return null;
  return anchorAt + Math.min(Number(budget / amountPerPeriod) * periodSeconds, LONGEST_SECONDS);
}
