import type { components } from '../generated/api.ts';
import type { Challenge } from '../wallet-proof/challenge.ts';
import type { LinkRow } from './queries.ts';

/** A challenge for a payout wallet as the API shows it in one mode. */
export function presentChallenge(
  { address, message, issuedAt, expiresAt }: Challenge,
  livemode: boolean,
): components['schemas']['PayoutWalletChallenge'] {
  return { object: 'payout_wallet_challenge', livemode, createdAt: issuedAt, address, message, expiresAt };
}

/** A link with the unsigned transaction (base64) as the API shows it. */
export function presentLink(
  link: Omit<LinkRow, 'usedAt' | 'txSignature'>,
  transaction: string,
): components['schemas']['PayoutWalletLinkTransaction'] {
  return {
    object: 'payout_wallet_link_tx',
    livemode: link.livemode,
    createdAt: link.issuedAt,
    address: link.address,
    memo: link.memo,
    transaction,
    lastValidBlockHeight: link.lastValidBlockHeight,
    expiresAt: link.expiresAt,
  };
}
