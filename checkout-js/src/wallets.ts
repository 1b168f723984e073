/**
 * The wallets of a page by the Wallet Standard, for pages that use them beyond a checkout: to sign in, to
 * refund, to top up.
 */
export { discoverWallets, type WalletRegistry } from './discover-wallets.ts';
export { featureOf, type StandardAccount, type StandardWallet } from './standard-wallet.ts';
export { chainOf } from './wallet-choice.ts';
export { askWallet } from './wallet.ts';
export { base58FromBytes } from './base58.ts';
export { base64FromBytes, bytesFromBase64 } from './base64.ts';
