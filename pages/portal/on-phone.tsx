import { useEffect, useState } from 'preact/hooks';
import { NoWallet } from '../checkout/no-wallet.tsx';
import type { QrCode } from '../checkout/qr-code.tsx';
import { words } from './words.ts';

/** The way in for whoever has the wallet on a phone: a code of this page's address. On the phone itself, the wallets' own browsers. */
export function OnPhone() {
  const [Code, setCode] = useState<typeof QrCode | null>(null);
  const isPhone = matchMedia('(pointer: coarse)').matches;
  useEffect(() => {
    if (isPhone) return;
    // The sentence and the wallets to install stand without it.
    import('../checkout/qr-code.tsx').then(
      (part) => setCode(() => part.QrCode),
      () => undefined,
    );
  }, [isPhone]);
  if (isPhone) return <NoWallet />;
  return (
    <NoWallet byPhone={words.onYourPhone}>
      <figure class="code">
        {Code && <Code text={`${location.origin}/wallet`} label={words.portalCode} />}
        <figcaption class="small muted">{words.scanPortal}</figcaption>
      </figure>
    </NoWallet>
  );
}
