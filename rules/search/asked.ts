import { ID_PREFIXES } from '../id-prefixes.ts';
import { readReceiptNumber } from '../receipts/receipt-number.ts';

/** Kinds of ids that a search finds. */
const FOUND = ['mandate', 'charge', 'refund', 'product', 'paymentLink', 'event', 'webhookDelivery'] as const;

/** What a text can be: everything that it is the beginning of, or all of. */
export interface Asked {
  /** Without space around it. */
  text: string;
  /** The kind of id that it begins as. */
  id: (typeof FOUND)[number] | null;
  /** Base58 of at least 4 digits and no more than an address has. */
  isAddress: boolean;
  /** Base58 of at least 4 digits and no more than a signature has. */
  isSignature: boolean;
  /** The number of a receipt, as people read it, in the mode of the search; null for anything else. */
  receiptNumber: number | null;
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{4,88}$/;
const ADDRESS_DIGITS = 44;

/** What a query asks for. */
export function readAsked(query: string, livemode: boolean): Asked {
  const text = query.trim();
  const isSignature = BASE58.test(text);
  return {
    text,
    id: FOUND.find((kind) => text.startsWith(ID_PREFIXES[kind])) ?? null,
    isAddress: isSignature && text.length <= ADDRESS_DIGITS,
    isSignature,
    receiptNumber: readReceiptNumber(text, livemode),
  };
}
