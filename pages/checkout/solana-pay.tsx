import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Checkout, CheckoutView } from '@autopay/checkout-js';
import type { Started } from './started.ts';
import { words } from './words.ts';

/** A link or product to start for the address of the phone's wallet, or a mandate, whose payer is known. */
export interface SolanaPayProps {
  start?: (payer: string) => Promise<Started>;
  onStart?: (started: Started) => void;
  mandate?: CheckoutView;
  checkout?: Checkout;
}

/** The mandate that was started in this tab for a wallet on a phone: the person waits for its code. */
let begunForPhone: string | null = null;

/** Pays with the wallet on a phone by a Solana Pay transaction request. Loaded when it is shown. */
export function SolanaPayPanel({ start, onStart, mandate, checkout }: SolanaPayProps) {
  const [parts, setParts] = useState<Parts | null | 'failed'>(null);
  useEffect(() => {
    loadParts().then(setParts, () => setParts('failed'));
  }, []);
  if (parts === null) return null;
  if (parts === 'failed') return <p role="alert">{words.partFailed}</p>;
  const { PhoneCode, PhonePayer } = parts;
  if (mandate && checkout) return <PhoneCode mandate={mandate} checkout={checkout} />;
  if (!start || !onStart) return null;
  return (
    <PhonePayer
      start={start}
      onStart={(started) => {
        begunForPhone = started.mandateId;
        onStart(started);
      }}
    />
  );
}

/** The same on a page that has wallets too: collapsed until needed, and not on the phone itself. */
export function PayByPhone({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(begunForPhone !== null);
  if (matchMedia('(pointer: coarse)').matches) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.payByPhoneInstead}</summary>
      {isOpen && <div class="folded">{children}</div>}
    </details>
  );
}

interface Parts {
  PhoneCode: FunctionComponent<{ mandate: CheckoutView; checkout: Checkout }>;
  PhonePayer: FunctionComponent<Required<Pick<SolanaPayProps, 'start' | 'onStart'>>>;
}

async function loadParts(): Promise<Parts> {
  const [{ PhoneCode }, { PhonePayer }] = await Promise.all([
    import('./phone-code.tsx'),
    import('./phone-payer.tsx'),
  ]);
  return { PhoneCode, PhonePayer };
}
