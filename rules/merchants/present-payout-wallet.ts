/** A text for a wallet to sign, as it was issued. Times in Unix seconds. */
export interface IssuedChallenge {
  address: string;
  message: string;
  issuedAt: number;
  expiresAt: number;
}

/** A challenge for a payout wallet as the API shows it in one mode. */
export function presentChallenge(
  { address, message, issuedAt, expiresAt }: IssuedChallenge,
  livemode: boolean,
) {
  return {
    object: 'payout_wallet_challenge' as const,
    livemode,
    createdAt: issuedAt,
    address,
    message,
    expiresAt,
  };
}

/** A transaction that proves a payout wallet, as it was issued. */
export interface IssuedLink {
  livemode: boolean;
  issuedAt: number;
  address: string;
  memo: string;
  lastValidBlockHeight: number;
  expiresAt: number;
}

/** A link with the unsigned transaction (base64) as the API shows it. */
export function presentLink(link: IssuedLink, transaction: string) {
  return {
    object: 'payout_wallet_link_tx' as const,
    livemode: link.livemode,
    createdAt: link.issuedAt,
    address: link.address,
    memo: link.memo,
    transaction,
    lastValidBlockHeight: link.lastValidBlockHeight,
    expiresAt: link.expiresAt,
  };
}
