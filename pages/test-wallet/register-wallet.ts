import type { StandardWallet } from '@autopay/checkout-js/wallets';

/** What a page hands a wallet to register itself with. */
interface RegistrationApi {
  register(wallet: StandardWallet): () => void;
}

/** Offers the wallet to the page, whether that listens already or only later (the two window events of the Wallet Standard). */
export function registerWallet(wallet: StandardWallet): void {
  const answer = ({ register }: RegistrationApi) => void register(wallet);
  addEventListener('wallet-standard:app-ready', (event) =>
    answer((event as CustomEvent<RegistrationApi>).detail),
  );
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: answer }));
}
