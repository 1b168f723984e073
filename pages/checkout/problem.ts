import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import type { About } from '../words/catalogue/en.ts';
import { isolated, priceInWords } from '../words/here.ts';
import { paying } from './paying.ts';

type Problem = (about: About) => string;

/** What went wrong and what to do about it, for the payer, by the code of a CheckoutError. */
export function problemInWords({ code }: { code: string }, view: CheckoutView | null): string {
  const problems: { readonly [code: string]: Problem } = paying.problems;
  const inWords = Object.hasOwn(problems, code) ? problems[code]! : paying.unknownProblem;
  return inWords({
    merchant: view && isolated(view.merchantName),
    payer: view && shortAddress(view.payer),
    price: view && priceInWords(view.amountPerPeriod, view),
  });
}
