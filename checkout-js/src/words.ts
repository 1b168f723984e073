/**
 * The terms and problems of a checkout in plain English: the button's texts, for pages with their own
 * interface.
 */
export { FEW_PAYMENTS, paymentsLeft } from './payments-left.ts';
export { problemInWords } from './button/problems.ts';
export { addressesInWords, type Line, termsInWords, warningsOf } from './button/terms.ts';
export {
  amountInWords,
  durationInWords,
  followsInWords,
  periodInWords,
  priceInWords,
  shortAddress,
  stepInWords,
} from './button/words.ts';
