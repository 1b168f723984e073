import { amountInWords as withSymbol } from '@autopay/checkout-js/words';

/**
 * An amount for people: `amountInWords('1234500000', 6)` is `1,234.50`. At least two decimals where the token has them, and never fewer
 * than the amount needs. Takes atomic units as the API shows them, which may be negative. Throws SyntaxError for what is no whole number.
 */
export function amountInWords(atomic: string, decimals: number): string {
  const value = BigInt(atomic);
  const digits = (value < 0n ? -value : value).toString();
  // U+2212, the minus sign: screen readers say it, and it is as wide as a digit.
  return `${value < 0n ? '\u2212' : ''}${withSymbol(digits, { decimals, symbol: '' }).trimEnd()}`;
}
