import { chainOf } from '@autopay/checkout-js/wallets';

/** Where anybody looks a transaction up; null on a private chain, which nobody else sees. */
export function explorerUrl(genesisHash: string, signature: string): string | null {
  const chain = chainOf({ genesisHash }).replace('solana:', '');
  if (chain === 'localnet') return null;
  return `https://explorer.solana.com/tx/${signature}${chain === 'mainnet' ? '' : `?cluster=${chain}`}`;
}
