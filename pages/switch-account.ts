import type { StandardWallet } from '@autopay/checkout-js/wallets';

/**
 * Opens the wallet's own choice of accounts, at `wanted` where that is one of them. Null for wallets that a page cannot ask: the person switches
 * in the wallet itself. Rejects where the person changes their mind.
 */
export function accountSwitchOf(wallet: StandardWallet): ((wanted?: string) => Promise<void>) | null {
  const feature = wallet.features['autopay:chooseAccount'] as
    | { chooseAccount(input: { wanted?: string }): Promise<unknown> }
    | undefined;
  if (!feature) return null;
  return async (wanted) => {
    await feature.chooseAccount(wanted === undefined ? {} : { wanted });
  };
}
