import type { SubscriptionReads } from '../chain/subscriptions/standing.ts';
import { ApiError } from '../../rules/api-error.ts';

/**
 * Throws parameter_invalid where the payer's authority is still to become the delegate of a token account whose owner has switched on Token-2022's CPI
 * Guard: the program would be refused with error 45. An authority that is the delegate already works, guard or not, so it may be switched on again.
 */
export function requireUnguarded({ source, addresses }: SubscriptionReads): void {
  if (source.kind !== 'account' || !source.account.guardsCpi) return;
  if (source.account.delegate === addresses.authority) return;
  throw new ApiError('parameter_invalid', {
    message:
      'CPI Guard is switched on for this token in the wallet that pays, and it blocks what this subscription needs you to sign. Nothing was sent and nothing was charged. Switch CPI Guard off for this token in your wallet, and try again. Once you have subscribed you can switch it on again: later payments go through with it.',
  });
}
