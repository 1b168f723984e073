/** A token, as far as an amount of it can be shown. */
export interface ShownToken {
  mint: string;
  decimals: number;
  /** Absent where only a transaction names it. */
  symbol?: string;
}

const STORED = 'autopay:test-wallet:token';

/** The token that this page is about, or the one that was last spent or sold in this browser; null for none yet. */
export function shownToken(): ShownToken | null {
  return offeredHere()?.token ?? remembered();
}

/** Who is paid by what this page sells; null where it sells nothing. */
export function payeeHere(): string | null {
  return offeredHere()?.payee ?? null;
}

/** The same token with its symbol, where this page or an earlier one said it. */
export function withSymbol(token: ShownToken): ShownToken {
  const known = shownToken();
  return known?.mint === token.mint ? { ...known, ...token } : token;
}

/** For pages of which the wallet cannot read what they are about. */
export function rememberToken(token: ShownToken): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(token));
  } catch {
    // Storage is not available.
  }
}

function remembered(): ShownToken | null {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? 'null') as ShownToken | null;
  } catch {
    return null;
  }
}

/** The checkout says in its page what is sold, before any script asks. */
function offeredHere(): { token: ShownToken; payee: string } | null {
  const data = document.getElementById('page-data')?.textContent;
  const { offer } = (data ? JSON.parse(data) : {}) as {
    offer?: { mint: string; decimals: number; symbol: string; payee: string } | null;
  };
  if (!offer) return null;
  const { mint, decimals, symbol, payee } = offer;
  return { token: { mint, decimals, symbol }, payee };
}
