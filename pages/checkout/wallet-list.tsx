import { useEffect, useState } from 'preact/hooks';
import { common } from '../words/here.ts';
import type { NoWallet } from './no-wallet.tsx';
import { PayByPhone } from './solana-pay.tsx';

/** Wallets register while the page loads: before this time it is unknown whether there is none. */
const GRACE_MS = 250;

/** A wallet as the list shows it. */
export interface ListedWallet {
  id: string;
  name: string;
  /** A data URI of an image, or empty. */
  icon: string;
  /** Why it cannot be chosen, in words; null if it can. */
  reason: string | null;
  /** What to know before choosing it; null for nothing. */
  hint?: string | null;
}

/** The wallets to pay with, or what to do if there is none. */
export function WalletList({
  wallets,
  choose,
  heading,
  children,
}: {
  wallets: readonly ListedWallet[];
  choose: (id: string) => void;
  /** What stands above them while there are any, or may be. */
  heading?: preact.ComponentChildren;
  /** How to pay with a wallet on a phone: visible if no wallet is found, otherwise collapsed below them. */
  children?: preact.ComponentChildren;
}) {
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLooking(false), GRACE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isNone = !wallets.some(({ reason }) => reason === null);
  const [None, setNone] = useState<typeof NoWallet | null>(null);
  useEffect(() => {
    // Most who pay have a wallet: they load nothing for those who have none.
    if (isNone && !isLooking) void import('./no-wallet.tsx').then((part) => setNone(() => part.NoWallet));
  }, [isNone, isLooking]);
  return (
    <>
      {(wallets.length > 0 || isLooking) && heading}
      {wallets.length > 0 && (
        <ul class="wallets" aria-label={common.wallets}>
          {wallets.map(({ id, name, icon, reason, hint }) => (
            <li key={id}>
              <button class="wallet" type="button" disabled={reason !== null} onClick={() => choose(id)}>
                {icon !== '' && <img src={icon} alt="" width="32" height="32" />}
                <span>
                  <bdi>{name}</bdi>
                  {(reason ?? hint) && <span class="small muted">{reason ?? hint}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNone && (isLooking || !None) && <p class="working muted">{common.lookingForWallets}</p>}
      {isNone && !isLooking && None && <None>{children}</None>}
      {!isNone && <PayByPhone>{children}</PayByPhone>}
    </>
  );
}
