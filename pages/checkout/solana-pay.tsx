import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Checkout, CheckoutView } from '@autopay/checkout-js';
import type { Offer } from './page-data.ts';
import type { Started } from './started.ts';
import { loadPart } from './load-part.ts';
import { words } from './words.ts';

/** A link or product, which the wallet starts that scans its code; or a mandate, whose payer is known. */
export type SolanaPayProps =
  | { offer: Offer; sellMode: 'subscription' | 'once'; onStart: (started: Started) => void }
  | { mandate: CheckoutView; checkout: Checkout };

/** Pays with the wallet on a phone by a Solana Pay transaction request. Loaded when it is shown: a link's code does not need a mandate's. */
export function SolanaPayPanel(props: SolanaPayProps) {
  const [Loaded, setLoaded] = useState<FunctionComponent<SolanaPayProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const loaded =
      'offer' in props
        ? loadPart(() => import('./offer-code.tsx')).then(
            ({ OfferCode }) => OfferCode as FunctionComponent<SolanaPayProps>,
          )
        : loadPart(() => import('./phone-code.tsx')).then(
            ({ PhoneCode }) => PhoneCode as FunctionComponent<SolanaPayProps>,
          );
    loaded.then(
      (Part) => setLoaded(() => Part),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed) return <p role="alert">{words.partFailed}</p>;
  return Loaded && <Loaded {...props} />;
}

/** The same on a page that has wallets too: collapsed until needed, and not on the phone itself. */
export function PayByPhone({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  if (matchMedia('(pointer: coarse)').matches) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.payByPhoneInstead}</summary>
      {isOpen && <div class="folded">{children}</div>}
    </details>
  );
}
