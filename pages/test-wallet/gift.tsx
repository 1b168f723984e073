import { useEffect, useState } from 'preact/hooks';
import { fundCheckoutTestWallet } from '@autopay/sdk/checkout';
import { createClient, isAutopayError } from '@autopay/sdk/core';
import { getWalletBalance } from '@autopay/sdk/wallet';
import { amountInWords } from '../words/amount.ts';

const api = createClient(null, { baseUrl: location.origin });

/** By the code of a refusal. */
const REFUSALS: Record<string, string | undefined> = {
  rate_limit_exceeded: 'That was often. Wait a minute, then ask again.',
  test_mode_only: 'There are no test tokens for visitors here. Ask the seller for some.',
};

/** What the wallet holds of the token that is spent, where that is known, and 1,000 more at a click. */
export function Gift({
  address,
  token,
}: {
  address: string;
  token: { mint: string; decimals: number } | null;
}) {
  const [amount, setAmount] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (token === null) return;
    getWalletBalance(api, { address, mint: token.mint }).then(
      (balance) => setAmount(balance.amount),
      // Without it the wallet asks all the same.
      () => undefined,
    );
  }, []);
  const fund = async () => {
    if (isBusy) return;
    setBusy(true);
    setSaid('');
    try {
      const wanted = { address, ...(token && { mint: token.mint }) };
      // Somebody waits at the button: it can be pressed again sooner than it would be tried again.
      const balance = await fundCheckoutTestWallet(api, wanted, { maxRetries: 0 });
      setAmount(balance.amount);
      setSaid('1,000 test tokens have arrived.');
    } catch (error) {
      setSaid((isAutopayError(error) && REFUSALS[error.code]) || 'The tokens did not arrive. Try again.');
    }
    setBusy(false);
  };
  return (
    <div class="gift">
      {token && amount !== null && (
        <p>
          It holds <strong>{amountInWords(amount, token.decimals)}</strong> of this token.
        </p>
      )}
      <button type="button" aria-disabled={isBusy} onClick={() => void fund()}>
        {isBusy ? 'Getting test tokens' : 'Get 1,000 test tokens'}
      </button>
      <p role="status">{said}</p>
    </div>
  );
}
