/**
 * The terms and problems of a checkout in plain English: the button's texts, for pages with their own
 * interface.
 */
export { problemInWords } from './button/problems.ts';
export {
  addressesInWords,
  amountInWords,
  durationInWords,
  type Line,
  periodInWords,
  priceInWords,
  shortAddress,
  termsInWords,
  warningsOf,
} from './button/words.ts';
