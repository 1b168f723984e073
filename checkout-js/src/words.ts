/** The terms and problems of a checkout in plain words, in English: what the button says, for pages that have a face of their own. */
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
