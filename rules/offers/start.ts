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

/** The same, for a person who scanned a code with that wallet. */
export function requireOtherScanner({ payee }: { payee: string }, account: string): void {
  if (account !== payee) return;
  throw new ApiError('parameter_invalid', {
    param: 'account',
    message:
      'This wallet is the one that is paid, so it cannot pay. Choose another account in your wallet, and scan the code again.',
  });
}

/** Throws parameter_invalid unless the wallet that scans a code is the one that scanned it first: one code is for one wallet. */
export function requireFirstScanner(
  mandate: { payer: string; offerId: string | null },
  offerId: string,
  account: string,
): void {
  if (mandate.payer === account && mandate.offerId === offerId) return;
  throw new ApiError('parameter_invalid', {
    param: 'account',
    message:
      'Another wallet has scanned this code already. Nothing was paid with yours. Show a new code on the page, and scan that.',
  });
}

/** An error of a new mandate, as the wallet that scanned a code is told it: it names itself `account`. */
export function forWallet(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.param !== 'payer') return error;
  const message = `This wallet cannot pay here: ${error.message.replace(/^payer /, 'it ')}`;
  return new ApiError(error.code, { param: 'account', message, cause: error.cause });
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
