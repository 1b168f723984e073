import { createClient } from '@autopay/sdk/core';
import { getWalletBalance } from '@autopay/sdk/wallet';
import { useEffect, useState } from 'preact/hooks';
import { amountInWords } from '../words/amount.ts';
import type { ShownToken } from './token.ts';

/** The public API of this deployment, which has a test network wherever there is a test wallet. */
export const api = createClient(null, { baseUrl: location.origin, mode: 'test' });

/** What an account holds of a token, in words: `1,000.00 TUSD`. Null while or where it is not known. `seen` reads it anew when it changes. */
export function useBalance(address: string, token: ShownToken | null, seen: unknown): string | null {
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (token === null) return undefined;
    const { mint, decimals, symbol } = token;
    getWalletBalance(api, { address, mint }).then(
      ({ amount }) => {
        if (isCurrent) setHeld(`${amountInWords(amount, decimals)}${symbol ? ` ${symbol}` : ''}`);
      },
      // Without it the wallet asks all the same.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [address, token?.mint, seen]);
  return held;
}
