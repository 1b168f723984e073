import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Checkout, CheckoutView } from '@autopay/checkout-js';
import type { Offer } from './page-data.ts';
import type { Started } from './started.ts';
import { words } from './words.ts';

/** A link or product, which the wallet starts that scans its code; or a mandate, whose payer is known. */
export type SolanaPayProps =
  | { offer: Offer; sellMode: 'subscription' | 'once'; onStart: (started: Started) => void }
  | { mandate: CheckoutView; checkout: Checkout };

/** Pays with the wallet on a phone by a Solana Pay transaction request. Loaded when it is shown. */
export function SolanaPayPanel(props: SolanaPayProps) {
  const [parts, setParts] = useState<Parts | null | 'failed'>(null);
  useEffect(() => {
    loadParts().then(setParts, () => setParts('failed'));
  }, []);
  if (parts === null) return null;
  if (parts === 'failed') return <p role="alert">{words.partFailed}</p>;
  const { PhoneCode, OfferCode } = parts;
  return 'offer' in props ? <OfferCode {...props} /> : <PhoneCode {...props} />;
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

interface Parts {
  PhoneCode: FunctionComponent<Extract<SolanaPayProps, { mandate: unknown }>>;
  OfferCode: FunctionComponent<Extract<SolanaPayProps, { offer: unknown }>>;
}

async function loadParts(): Promise<Parts> {
  const [{ PhoneCode }, { OfferCode }] = await Promise.all([
    import('./phone-code.tsx'),
    import('./offer-code.tsx'),
  ]);
  return { PhoneCode, OfferCode };
}
