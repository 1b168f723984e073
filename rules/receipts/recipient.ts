import { cleanName } from '../display-name.ts';

/** Longer than any name on a passport or in a register. */
export const MAX_NAME = 120;
export const MAX_LINES = 6;
export const MAX_LINE = 100;

/** What is wrong with what a payer typed. */
export type RecipientFault = 'name_missing' | 'name_long' | 'address_long';

/** Who a receipt is to be made out to, as typed: plain text, whatever it was; or what is wrong with it. */
export function recipientOf(
  typedName: string,
  typedAddress: string,
): { name: string; addressLines: string[] } | { fault: RecipientFault } {
  const name = cleanName(typedName);
  const addressLines = typedAddress
    .split(/\r\n|\r|\n/)
    .map(cleanName)
    .filter((line) => line !== '');
  if (name === '') return { fault: 'name_missing' };
  if (name.length > MAX_NAME) return { fault: 'name_long' };
  if (addressLines.length > MAX_LINES || addressLines.some(({ length }) => length > MAX_LINE))
    return { fault: 'address_long' };
  return { name, addressLines };
}
