import { ApiError, invalid } from '../api-error.ts';
import type { Metadata } from '../mandates/bought.ts';
import type { Scheme } from '../mandates/scheme.ts';
import type { OfferTerms } from './check-offer.ts';

/** An offer, as far as it makes a mandate. */
export interface StartedOffer extends OfferTerms {
  payee: string;
  mint: string;
  scheme: Scheme | null;
  name: string;
  description: string | null;
  metadata: Metadata | null;
}

/** What a payer asks for. */
export interface Start {
  payer: string;
  sellMode: 'subscription' | 'once';
  clientReference?: string | undefined;
}

/** The request for a mandate on an offer's terms, with the offer's name, description and metadata of today. */
export function requestOf(offer: StartedOffer, { payer, sellMode, clientReference }: Start) {
  const { payee, mint, periodSeconds, trialSeconds, amountPerPeriod, amountOnce, scheme } = offer;
  const isOnce = sellMode === 'once';
  return {
    payer,
    payee,
    mint,
    sellMode,
    periodSeconds,
    maxPeriods: null,
    amountPerPeriod: (isOnce ? amountOnce! : amountPerPeriod).toString(),
    trialSeconds: isOnce ? 0 : trialSeconds,
    // A one-time purchase has none to choose.
    ...(isOnce || scheme === null ? {} : { scheme }),
    name: offer.name,
    description: offer.description,
    clientReference,
    ...(offer.metadata === null ? {} : { metadata: offer.metadata }),
  };
}

/** Throws parameter_invalid for the seller's own wallet. */
export function requireOtherPayer({ payee }: { payee: string }, payer: string): void {
  if (payer === payee) throw invalid('payer', 'is the wallet that is paid: a mandate needs two wallets');
}

/** Throws no_payout_wallet: an offer keeps its original payee, and nothing new is signed once that is no longer the proved wallet. */
export function requirePayoutWallet({ payee }: { payee: string }, payoutWallet: string | null): void {
  if (payoutWallet === payee) return;
  throw new ApiError('no_payout_wallet', {
    message: 'The seller is paid by another wallet now, and must make this offer anew.',
  });
}

/**
 * The payer's own fields. A fault in any other is the seller's, so the error names no field of the payer's
 * request.
 */
const PAYERS_FIELDS: ReadonlySet<string | undefined> = new Set(['payer', 'sellMode', 'clientReference']);

/** An error of a new mandate, as its payer is told it. */
export function forPayer(error: unknown): unknown {
  if (!(error instanceof ApiError) || PAYERS_FIELDS.has(error.param)) return error;
  return new ApiError(error.code, { message: error.message, cause: error.cause });
}
