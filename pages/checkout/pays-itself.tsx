import type { StandardWallet } from '@autopay/checkout-js/wallets';
import { accountSwitchOf } from '../switch-account.ts';
import { paying } from './paying.ts';

/** That the chosen account is the one that is paid, before anything is signed, and how to pay with another. */
export function PaysItself({ wallet, again }: { wallet: StandardWallet; again: () => void }) {
  const change = accountSwitchOf(wallet);
  return (
    <div class="message stack" data-tone="warn" role="alert">
      <p>{paying.paysItself}</p>
      {change ? (
        <button class="button" type="button" onClick={() => void change().then(again, () => undefined)}>
          {paying.switchAccountIn(wallet.name)}
        </button>
      ) : (
        <p>{paying.switchInWallet}</p>
      )}
    </div>
  );
}
