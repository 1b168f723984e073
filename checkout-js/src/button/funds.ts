import type { CheckoutView } from '../checkout-api.ts';
import { amountInWords } from './words.ts';

/** To 0.0001 SOL. */
const STEP = 100_000n;

/** What the wallet lacks to pay this, a sentence for each token; empty where it has all, or the chain could not be asked. */
export function missingInWords(view: CheckoutView): string[] {
  const { funds, sellMode } = view;
  if (!funds) return [];
  const words = (atomic: bigint | string) => amountInWords(`${atomic}`, view);
  // What is missing is rounded up, what is held down.
  const sol = (lamports: bigint) => amountInWords(`${lamports / STEP}`, { decimals: 4, symbol: 'SOL' });
  const lacks = BigInt(funds.needsAmount) - BigInt(funds.amount);
  const lamports = BigInt(funds.lamports);
  const lacksLamports = BigInt(funds.needsLamports) - lamports;
  const price = sellMode === 'once' ? 'the price' : 'the first payment';
  return [
    ...(lacks > 0n
      ? [
          `${words(lacks)} are missing: it holds ${words(funds.amount)}, and ${price} is ${words(funds.needsAmount)}.`,
        ]
      : []),
    ...(lacksLamports > 0n
      ? [`${sol(lacksLamports + STEP - 1n)} is missing for network fees: it holds ${sol(lamports)}.`]
      : []),
  ];
}
