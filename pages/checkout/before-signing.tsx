import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { CopyButton } from '../parts/copy-button.tsx';
import { amountInWords } from '../words/amount.ts';
import { dayInWords } from '../words/date.ts';

/** What the payer has to know before signing: that they have this already, or that their wallet cannot pay it yet. */
export function BeforeSigning({ view }: { view: CheckoutView }) {
  const { alreadyActiveSince, merchantName, payer } = view;
  const missing = missingOf(view);
  return (
    <>
      {alreadyActiveSince !== null && (
        <p class="message" data-tone="warn">
          You already pay <bdi>{merchantName}</bdi> this amount, this often, since{' '}
          {dayInWords(alreadyActiveSince)}. This would be a second subscription: both are collected.{' '}
          <a href="/wallet">See your payments</a>
        </p>
      )}
      {missing.length > 0 && (
        <div class="message stack" data-tone="warn">
          <p>
            <strong>Your wallet cannot pay this yet.</strong> Nothing was signed.
          </p>
          <ul class="points">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            Send it to{' '}
            <span class="mono" title={payer}>
              {shortAddress(payer)}
            </span>{' '}
            <CopyButton value={payer} what="your wallet’s address" />, then look again.
          </p>
        </div>
      )}
    </>
  );
}

/** What the wallet lacks, a sentence for each token; empty where it has all, or the chain could not be asked. */
export function missingOf({ funds, symbol, decimals, sellMode }: CheckoutView): string[] {
  if (funds === null) return [];
  const lacks = BigInt(funds.needsAmount) - BigInt(funds.amount);
  const lacksLamports = BigInt(funds.needsLamports) - BigInt(funds.lamports);
  const inWords = (amount: bigint | string) => `${amountInWords(amount.toString(), decimals)} ${symbol}`;
  return [
    ...(lacks > 0n
      ? [
          `${inWords(lacks)} are missing: it holds ${inWords(funds.amount)}, and ${sellMode === 'once' ? 'the price' : 'the first payment'} is ${inWords(funds.needsAmount)}.`,
        ]
      : []),
    ...(lacksLamports > 0n
      ? [
          `${solInWords(lacksLamports)} SOL is missing, for the network’s fees and deposits: it holds ${solInWords(BigInt(funds.lamports), 'down')} SOL.`,
        ]
      : []),
  ];
}

/** Lamports in SOL, to 0.0001: what is missing rounded up, what is held rounded down. */
function solInWords(lamports: bigint, towards: 'up' | 'down' = 'up'): string {
  const step = 100_000n;
  const steps = towards === 'up' ? (lamports + step - 1n) / step : lamports / step;
  return amountInWords(steps.toString(), 4);
}
