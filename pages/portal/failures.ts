import type { ChargeFailureCode, WalletMandate } from '@autopay/sdk';
import { words } from './words.ts';

/** Why a payment failed, for its payer; in the service's own English where the catalogue does not know the code. */
export function failureInWords(
  { code, message }: { code: string; message: string },
  { scheme }: Pick<WalletMandate, 'scheme'>,
): string {
  // A plan may have been closed by its owner, who is not the payer.
  if (code === 'allowance_gone' && scheme === 'plan') return words.approvalOrPlanGone;
  // Every code of the contract has words.
  const known: Readonly<Record<ChargeFailureCode, string>> = words.failures;
  return Object.hasOwn(known, code) ? known[code as ChargeFailureCode] : message;
}
