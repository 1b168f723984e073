import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { Copy } from '../parts/copy.tsx';
import { amountInWords, common, dayInWords, priceInWords } from '../words/here.ts';
import { paying } from './paying.ts';

/** What the payer has to know before signing: that they have this already, or that their wallet cannot pay it yet. */
export function BeforeSigning({ view }: { view: CheckoutView }) {
  const { alreadyActiveSince, merchantName } = view;
  const missing = missingOf(view);
  return (
    <>
      {alreadyActiveSince !== null && (
        <p class="message" data-tone="warn">
          {paying.youAlreadyPay(
            <bdi>{merchantName}</bdi>,
            dayInWords(alreadyActiveSince),
            <a href="/wallet">{paying.seeYourPayments}</a>,
          )}
        </p>
      )}
      {missing.length > 0 && (
        <div class="message stack" data-tone="warn">
          <p>
            <strong>{paying.cannotPayYet}</strong> {paying.nothingWasSigned}
          </p>
          <Lacks view={view} />
        </div>
      )}
    </>
  );
}

/** What the wallet lacks, and where to send it. */
export function Lacks({ view, hasFailed = false }: { view: CheckoutView; hasFailed?: boolean }) {
  const { payer } = view;
  return (
    <>
      <ul class="points">
        {missingOf(view).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>
        {paying.sendItTo(
          <span class="mono" title={payer}>
            {shortAddress(payer)}
          </span>,
          <Copy value={payer} what={common.yourWalletsAddress} />,
          hasFailed,
        )}
      </p>
    </>
  );
}

/** What the wallet lacks, a sentence for each token; empty where it has all, or the chain could not be asked. */
export function missingOf({ funds, symbol, decimals, sellMode }: CheckoutView): string[] {
  if (funds === null) return [];
  const lacks = BigInt(funds.needsAmount) - BigInt(funds.amount);
  const lacksLamports = BigInt(funds.needsLamports) - BigInt(funds.lamports);
  const inWords = (amount: bigint | string) => priceInWords(amount.toString(), { decimals, symbol });
  return [
    ...(lacks > 0n
      ? [
          paying.tokenMissing(
            inWords(lacks),
            inWords(funds.amount),
            inWords(funds.needsAmount),
            sellMode === 'once',
          ),
        ]
      : []),
    ...(lacksLamports > 0n
      ? [paying.solMissing(solInWords(lacksLamports), solInWords(BigInt(funds.lamports), 'down'))]
      : []),
  ];
}

/** Lamports in SOL, to 0.0001: what is missing rounded up, what is held rounded down. */
function solInWords(lamports: bigint, towards: 'up' | 'down' = 'up'): string {
  const step = 100_000n;
  const steps = towards === 'up' ? (lamports + step - 1n) / step : lamports / step;
  return amountInWords(steps.toString(), 4);
}
