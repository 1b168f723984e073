import type { CheckoutError, CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import type { About } from '../words/catalogue/en.ts';
import { isolated, priceInWords } from '../words/here.ts';
import { paying } from './paying.ts';

type Problem = (about: About) => string;

/** Of a CheckoutError. */
type Failure = Pick<CheckoutError, 'code'> & Partial<Pick<CheckoutError, 'message' | 'param' | 'status'>>;

/** RFC 6585, section 6: a network that wants a sign-in says so with this. */
const SIGN_IN = 511;

/** What went wrong and what to do about it, for the payer, by the code of a CheckoutError. */
export function problemInWords({ code, message, param, status }: Failure, view: CheckoutView | null): string {
  // Of terms that were read, and of no field: the service's own words for a payer, such as of an account that guards itself.
  if (view && code === 'parameter_invalid' && status === 400 && param === null) return message!;
  const problems: { readonly [code: string]: Problem } = paying.problems;
  // A proxy in front of the service answers 502 to 504 with a page of its own.
  const known = status! >= 500 && status !== SIGN_IN ? 'internal_error' : code;
  const inWords = Object.hasOwn(problems, known) ? problems[known]! : paying.unknownProblem;
  return inWords({
    merchant: view && isolated(view.merchantName),
    payer: view && shortAddress(view.payer),
    price: view && priceInWords(view.amountPerPeriod, view),
  });
}
