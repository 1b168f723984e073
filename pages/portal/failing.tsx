import { useEffect, useState } from 'preact/hooks';
import type { ChargeFailureCode, WalletMandate } from '@autopay/sdk';
import { getWalletBalance } from '@autopay/sdk/wallet';
import { createClient } from '@autopay/sdk/core';
import { shortAddress } from '@autopay/checkout-js/words';
import { CopyButton } from '../parts/copy-button.tsx';
import { amountInWords } from '../words/amount.ts';
import { FAILURES } from './failures.ts';
import { hrefOf } from './place.ts';
import { whenInWords } from './when.ts';

type Failing = NonNullable<WalletMandate['failing']>;

/** That the payment that is due could not be collected: why, until when it can be put right, and the one thing that does. */
export function Failing({ mandate, failing }: { mandate: WalletMandate; failing: Failing }) {
  const { code, message, nextAttemptAt } = failing;
  return (
    <div class="message stack" data-tone="bad" role="status">
      <p>
        <strong>The payment that is due could not be collected.</strong> {FAILURES[code] ?? message} It is
        tried again: {whenInWords(nextAttemptAt, 3_600)}. If it keeps failing, this subscription ends.
      </p>
      {code === 'insufficient_funds' || code === 'payer_account_missing' ? (
        <Missing mandate={mandate} amount={failing.amount} />
      ) : (
        NEEDS_APPROVAL.has(code) && (
          <a class="button" href={hrefOf(mandate.id, 'top-up')}>
            Top up your approval
          </a>
        )
      )}
    </div>
  );
}

/** The contract's codes that a new approval cures. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set<ChargeFailureCode>(['allowance_short']);

/** How much of the token the wallet lacks, and where to send it. The approval is not what is missing. */
function Missing({ mandate, amount }: { mandate: WalletMandate; amount: string }) {
  const { payer, mint, livemode, symbol, decimals } = mandate;
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    const api = createClient(null, { baseUrl: location.origin, mode: livemode ? 'live' : 'test' });
    getWalletBalance(api, { address: payer, mint }).then(
      (balance) => setHeld(balance.amount),
      // What to do is said without it.
      () => undefined,
    );
  }, [payer, mint, mandate.version]);
  const inWords = (atomic: bigint | string) => `${amountInWords(atomic.toString(), decimals)} ${symbol}`;
  const lacks = held === null ? null : BigInt(amount) - BigInt(held);
  return (
    <p>
      {lacks === null || lacks > 0n ? (
        <>
          Send {lacks === null ? `enough ${symbol}` : `at least ${inWords(lacks)}`} to your wallet{' '}
          <span class="mono" title={payer}>
            {shortAddress(payer)}
          </span>{' '}
          <CopyButton value={payer} what="your wallet’s address" />
          {held !== null && `: it holds ${inWords(held)}, and the payment is ${inWords(amount)}`}. You sign
          nothing for that: your approval is as it should be.
        </>
      ) : (
        `Your wallet holds ${inWords(held!)} now, which is enough. You need not do anything.`
      )}
    </p>
  );
}
