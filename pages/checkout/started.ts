import { createPaymentLinkMandate, createProductMandate } from '@autopay/sdk/checkout';
import { createClient } from '@autopay/sdk/core';
import type { Offer } from './page-data.ts';

/** A mandate that is being paid here. */
export interface Started {
  mandateId: string;
  clientSecret: string;
  /** Where the merchant wants the person to go next, or null. */
  returnUrl: string | null;
  /** The wallet that was chosen before the mandate was created, or null. */
  walletName: string | null;
  /** Whether it was started just now, so that whatever became of it since is news. */
  isNew?: boolean;
}

/** The public API of this deployment; nobody is signed in here. */
export const api = createClient(null, { baseUrl: location.origin });

/** A person over the rate limit is told so, instead of waiting for a minute. */
const PATIENCE = { maxRetries: 0 };

/** Starts a mandate on the offer's terms for the payer's address. Throws AutopayError. */
export async function startMandate(
  offer: Offer,
  payer: string,
  sellMode: 'subscription' | 'once',
  walletName: string | null,
): Promise<Started> {
  const start = offer.object === 'checkout_product' ? createProductMandate : createPaymentLinkMandate;
  const { id, client_secret } = await start(api, offer.id, { payer, sellMode, ...referenceHere() }, PATIENCE);
  remember(offer, id);
  // From here on a reload continues with this mandate. The fragment is sent to no server.
  history.replaceState(null, '', `/checkout/${id}#${client_secret}`);
  return { mandateId: id, clientSecret: client_secret, returnUrl: null, walletName };
}

/** The seller's own name for this purchase, if the address has one that fits. */
export function referenceHere(): { clientReference?: string } {
  const clientReference = new URLSearchParams(location.search).get('client_reference') ?? '';
  const isFit =
    clientReference !== '' && [...clientReference].length <= 200 && !clientReference.includes('\0');
  return isFit ? { clientReference } : {};
}

/** What this browser remembers of an offer: ids, which grant no access. */
interface Memory {
  mandateId: string;
  /** Unix milliseconds. */
  at: number;
}

/**
 * The mandate that this browser last started from the offer, so that nobody subscribes twice by reopening a
 * link. Null for none.
 */
export function lastStarted(offer: Offer): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(`autopay:started:${offer.id}`) ?? 'null') as Memory | null;
  } catch {
    return null;
  }
}

/** The product that the mandate was started from in this tab, whose content it may show; null for none. */
export function productOf(mandateId: string): string | null {
  try {
    return sessionStorage.getItem(`autopay:product:${mandateId}`);
  } catch {
    return null;
  }
}

/** Notes what was started, for a later visit. */
export function remember(offer: Offer, mandateId: string): void {
  try {
    const memory: Memory = { mandateId, at: Date.now() };
    localStorage.setItem(`autopay:started:${offer.id}`, JSON.stringify(memory));
    sessionStorage.setItem(`autopay:began:${mandateId}`, location.pathname + location.search);
    if (offer.object === 'checkout_product') sessionStorage.setItem(`autopay:product:${mandateId}`, offer.id);
  } catch {
    // Storage is blocked or full: the page still works.
  }
}
