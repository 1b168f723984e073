import { useState } from 'preact/hooks';
import { readCheckoutLocation } from '@autopay/checkout-js/redirect';
import type { CheckoutPageData } from './page-data.ts';
import { FlowLater } from './flow-later.tsx';
import { NotValid } from './not-valid.tsx';
import { OfferScreen } from './offer-screen.tsx';
import type { Started } from './started.ts';

/** The checkout: a link or product until a mandate is started from it, then that mandate to its end. */
export function CheckoutApp({ data }: { data: CheckoutPageData }) {
  const [started, setStarted] = useState<Started | null>(() => (data.offer ? null : startedElsewhere()));
  if (started) return <FlowLater {...started} />;
  if (data.offer === null) return <NotValid />;
  return <OfferScreen offer={data.offer} chain={data.chain} onStart={setStarted} />;
}

/**
 * The mandate in the address, created by the merchant's server or in this tab before a reload. Null without
 * its secret.
 */
function startedElsewhere(): Started | null {
  try {
    const { mandateId, clientSecret, returnUrl } = readCheckoutLocation();
    return clientSecret === null ? null : { mandateId, clientSecret, returnUrl, walletName: null };
  } catch {
    return null;
  }
}
