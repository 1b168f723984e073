import type { ComponentChildren } from 'preact';
import type { StandardWallet } from '@autopay/checkout-js/wallets';
import { NoWallet } from '../checkout/no-wallet.tsx';
import { common } from '../words/here.ts';
import type { Mixed, Piece } from '../words/mix.ts';

/** The wallets of this browser, with why one cannot be used; or what to do where there is none to use. */
export function WalletChoices({
  wallets,
  verbWith,
  reasonAgainst,
  choose,
  none = <NoWallet />,
}: {
  wallets: readonly StandardWallet[];
  /** What choosing one does, such as `Sign in with Phantom`. */
  verbWith: (wallet: Piece) => Mixed;
  /** Null where it can be chosen. */
  reasonAgainst: (wallet: StandardWallet) => string | null;
  choose: (wallet: StandardWallet) => void;
  /** What to do where there is none to use. */
  none?: ComponentChildren;
}) {
  const listed = wallets.map((wallet) => ({ wallet, reason: reasonAgainst(wallet) }));
  return (
    <>
      {listed.length > 0 && (
        <ul class="wallets" aria-label={common.wallets}>
          {listed.map(({ wallet, reason }, index) => (
            <li key={index}>
              <button class="wallet" type="button" disabled={reason !== null} onClick={() => choose(wallet)}>
                {/* Icons are the wallet's own bytes; nothing is fetched for one. */}
                {String(wallet.icon).startsWith('data:image/') && (
                  <img src={wallet.icon} alt="" width="32" height="32" />
                )}
                <span>
                  <span>{verbWith(<bdi>{wallet.name}</bdi>)}</span>
                  {reason && <span class="small muted">{reason}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!listed.some(({ reason }) => reason === null) && none}
    </>
  );
}
