import { useEffect, useState } from 'preact/hooks';
import type { ChargeFailureCode, WalletMandate } from '@autopay/sdk';
import { getWalletBalance } from '@autopay/sdk/wallet';
import { createClient } from '@autopay/sdk/core';
import { shortAddress } from '@autopay/checkout-js/words';
import { Copy } from '../parts/copy.tsx';
import { common, priceInWords } from '../words/here.ts';
import { failureInWords } from './failures.ts';
import { hrefOf } from './place.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

type Failing = NonNullable<WalletMandate['failing']>;

/** That the payment that is due could not be collected: why, until when it can be put right, and the one thing that does. */
export function Failing({ mandate, failing }: { mandate: WalletMandate; failing: Failing }) {
  const { code, nextAttemptAt } = failing;
  return (
    <div class="message stack" data-tone="bad" role="status">
      <p>
        <strong>{words.couldNotBeCollected}</strong> {failureInWords(failing, mandate)}{' '}
        {words.triedAgain(whenInWords(nextAttemptAt, 3_600))} {words.endsIfItFails}
      </p>
      {code === 'payer_account_missing' ? (
        <Closed mandate={mandate} amount={failing.amount} />
      ) : code === 'insufficient_funds' ? (
        <Missing mandate={mandate} amount={failing.amount} />
      ) : (
        NEEDS_APPROVAL.has(code) && (
          <a class="button" href={hrefOf(mandate.id, 'top-up')}>
            {common.renew}
          </a>
        )
      )}
    </div>
  );
}

/** Whether the button of this message renews the approval, which the screen then offers nowhere else. */
export function offersApproval({ failing }: WalletMandate): boolean {
  return failing !== null && (failing.code === 'payer_account_missing' || NEEDS_APPROVAL.has(failing.code));
}

/** The contract's codes that a new approval cures. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set<ChargeFailureCode>(['allowance_short']);

/** What brings back an account that was closed, and the approval that went with it. A plan's is signed again on the same screen. */
function Closed({ mandate, amount }: { mandate: WalletMandate; amount: string }) {
  return (
    <>
      <p>{words.sendAfresh(priceInWords(amount, mandate), <Own mandate={mandate} />)}</p>
      <a class="button" href={hrefOf(mandate.id, 'top-up')}>
        {common.renew}
      </a>
    </>
  );
}

/** The payer's wallet, to be sent to. */
function Own({ mandate: { payer } }: { mandate: WalletMandate }) {
  return (
    <>
      <span class="mono" title={payer}>
        {shortAddress(payer)}
      </span>{' '}
      <Copy value={payer} what={common.yourWalletsAddress} />
    </>
  );
}

/** How much of the token the wallet lacks, and where to send it. The approval is not what is missing. */
function Missing({ mandate, amount }: { mandate: WalletMandate; amount: string }) {
  const { payer, mint, livemode, symbol } = mandate;
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    const api = createClient(null, { baseUrl: location.origin, mode: livemode ? 'live' : 'test' });
    getWalletBalance(api, { address: payer, mint }).then(
      (balance) => setHeld(balance.amount),
      // What to do is said without it.
      () => undefined,
    );
  }, [payer, mint, mandate.version]);
  const inWords = (atomic: bigint | string) => priceInWords(atomic.toString(), mandate);
  const lacks = held === null ? null : BigInt(amount) - BigInt(held);
  if (lacks !== null && lacks <= 0n) return <p>{words.holdsEnough(inWords(held!))}</p>;
  const account = (
    <span class="mono" title={payer}>
      {shortAddress(payer)}
    </span>
  );
  const copy = <Copy value={payer} what={common.yourWalletsAddress} />;
  return (
    <p>
      {lacks === null
        ? words.sendEnough(symbol, account, copy)
        : words.sendAtLeast(inWords(lacks), account, copy, inWords(held!), inWords(amount))}
    </p>
  );
}
