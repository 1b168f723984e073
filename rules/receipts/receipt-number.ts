/** Six digits: a merchant's first million receipts sort as text too. */
const DIGITS = 6;

/** What is needed to write the number of a charge's receipt. */
export interface Numbered {
  livemode: boolean;
  /** Counted from 1 for each merchant and mode, in order of settlement; null until the charge has settled. */
  receiptNumber: number | null;
}

/** The number that a text writes as people read it, whatever its case and with any zeros; null for another text, or of the other mode. */
export function readReceiptNumber(text: string, livemode: boolean): number | null {
  const [, digits] = (livemode ? /^r-(\d{1,10})$/i : /^test-(\d{1,10})$/i).exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The number as people read it: `R-000042`, or `TEST-000042` for what is no real money. Null for a charge that has not settled. */
export function receiptNumberInWords({ livemode, receiptNumber }: Numbered): string | null {
  if (receiptNumber === null) return null;
  return `${livemode ? 'R' : 'TEST'}-${String(receiptNumber).padStart(DIGITS, '0')}`;
}
