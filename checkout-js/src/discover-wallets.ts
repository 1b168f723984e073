import { featureOf, type StandardWallet } from './standard-wallet.ts';

/** The wallets of the page as they appear, change and disappear. */
export interface WalletRegistry {
  /** In the order in which they registered. */
  list(): readonly StandardWallet[];
  /** Stops the calls of `onChange`. */
  stop(): void;
}

/** The object a wallet registers itself with. */
interface RegistrationApi {
  register(...wallets: StandardWallet[]): () => void;
}

/**
 * Collects the wallets that register themselves through the two window events of the Wallet Standard, early
 * or late, and calls `onChange` when one appears, disappears, or changes its accounts, chains or features.
 * Without a window there are none. With `given`, only those.
 */
export function discoverWallets(onChange: () => void, given?: readonly StandardWallet[]): WalletRegistry {
  const stops = new Map<StandardWallet, () => void>();
  let isStopped = false;
  // No call of onChange for wallets present at the start: list() returns them.
  let isTold = false;
  const changed = () => {
    if (isTold) onChange();
  };
  const add = (wallet: StandardWallet) => {
    if (isStopped || stops.has(wallet) || !isWallet(wallet)) return;
    stops.set(wallet, featureOf(wallet, 'standard:events')?.on('change', changed) ?? (() => {}));
  };
  const remove = (wallet: StandardWallet) => {
    stops.get(wallet)?.();
    stops.delete(wallet);
  };
  const api: RegistrationApi = {
    register(...wallets) {
      wallets.forEach(add);
      changed();
      return () => {
        wallets.forEach(remove);
        changed();
      };
    },
  };
  const onRegister = (event: Event) => (event as CustomEvent<(api: RegistrationApi) => void>).detail(api);
  const page = given ? undefined : (globalThis as { window?: EventTarget }).window;
  given?.forEach(add);
  page?.addEventListener('wallet-standard:register-wallet', onRegister);
  // Wallets loaded before this listener respond to this event by registering at once.
  page?.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  isTold = true;
  return {
    list: () => [...stops.keys()],
    stop() {
      isStopped = true;
      isTold = false;
      page?.removeEventListener('wallet-standard:register-wallet', onRegister);
      [...stops.keys()].forEach(remove);
    },
  };
}

/**
 * Any script in the page can register: skip anything that is not a wallet, so that it cannot break the
 * others.
 */
function isWallet(wallet: Partial<StandardWallet> | null): wallet is StandardWallet {
  return (
    typeof wallet?.name === 'string' &&
    typeof wallet.features === 'object' &&
    wallet.features !== null &&
    Array.isArray(wallet.chains) &&
    Array.isArray(wallet.accounts)
  );
}
