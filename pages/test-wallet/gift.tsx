import { useState } from 'preact/hooks';
import { fundCheckoutTestWallet } from '@autopay/sdk/checkout';
import { isAutopayError } from '@autopay/sdk/core';
import { api, useBalance } from './balance.ts';
import type { ShownToken } from './token.ts';

/** By the code of a refusal. */
const REFUSALS: Record<string, string | undefined> = {
  rate_limit_exceeded: 'That was often. Wait a minute, then ask again.',
  test_mode_only: 'There are no test tokens for visitors here. Ask the seller for some.',
};

/** What the account holds of the token that is spent, where that is known, and 1,000 more at a click. */
export function Gift({
  address,
  token,
  saysBalance,
  onFunded,
}: {
  address: string;
  token: ShownToken | null;
  /** Whether nothing else shows what it holds. */
  saysBalance: boolean;
  /** More tokens have arrived. */
  onFunded: () => void;
}) {
  const [seen, setSeen] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const held = useBalance(address, saysBalance ? token : null, seen);
  const fund = async () => {
    if (isBusy) return;
    setBusy(true);
    setSaid('');
    try {
      const wanted = { address, ...(token && { mint: token.mint }) };
      // Somebody waits at the button: it can be pressed again sooner than it would be tried again.
      await fundCheckoutTestWallet(api, wanted, { maxRetries: 0 });
      setSeen(seen + 1);
      onFunded();
      setSaid('1,000 test tokens have arrived.');
    } catch (error) {
      setSaid((isAutopayError(error) && REFUSALS[error.code]) || 'The tokens did not arrive. Try again.');
    }
    setBusy(false);
  };
  return (
    <div class="gift">
      {held !== null && (
        <p>
          It holds <strong>{held}</strong>
          {token?.symbol ? '.' : ' of this token.'}
        </p>
      )}
      <button type="button" aria-disabled={isBusy} onClick={() => void fund()}>
        {isBusy ? 'Getting test tokens' : 'Get 1,000 test tokens'}
      </button>
      <p role="status">{said}</p>
    </div>
  );
}
