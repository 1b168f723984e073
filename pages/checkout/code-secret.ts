import { base58FromBytes } from '@autopay/checkout-js/wallets';

/**
 * The client_secret that the mandate will have which a wallet starts by this page's code, made here and kept for the tab, so that a reload goes
 * on with the same code. The code holds only its SHA-256.
 */
export function secretOfCode(offerId: string): string {
  const key = keyOf(offerId);
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) return kept;
    const made = newSecret();
    sessionStorage.setItem(key, made);
    return made;
  } catch {
    return newSecret();
  }
}

/** The next code of this offer is another one. */
export function forgetCode(offerId: string): void {
  try {
    sessionStorage.removeItem(keyOf(offerId));
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** The address that a wallet opens for an offer: a transaction request as the Solana Pay specification 1.0 writes it. */
export async function offerLink(
  offerId: string,
  secret: string,
  more: { sellMode: 'subscription' | 'once'; clientReference?: string },
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const request = new URL(`/v1/checkout/offers/${encodeURIComponent(offerId)}/solana_pay`, location.origin);
  request.search = new URLSearchParams({ client_secret_hash: hash, ...more }).toString();
  return `solana:${encodeURIComponent(request.href)}`;
}

/** As the service makes them: 32 random bytes in base58. */
function newSecret(): string {
  return `cs_${base58FromBytes(crypto.getRandomValues(new Uint8Array(32)))}`;
}

function keyOf(offerId: string): string {
  return `autopay:code:${offerId}`;
}
