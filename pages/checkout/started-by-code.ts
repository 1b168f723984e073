import { noteScanned } from './began-at.ts';
import { forgetCode } from './code-secret.ts';
import type { Offer } from './page-data.ts';
import { remember, type Started } from './started.ts';

/** What a wallet on a phone has started by the code of this page, with the secret that the page made for it. */
export function startedByCode(offer: Offer, mandateId: string, clientSecret: string): Started {
  remember(offer, mandateId);
  noteScanned(mandateId);
  forgetCode(offer.id);
  history.replaceState(null, '', `/checkout/${mandateId}#${clientSecret}`);
  return { mandateId, clientSecret, returnUrl: null, walletName: null, isNew: true };
}
