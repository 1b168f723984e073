import type { SubscriptionPlan } from '@autopay/sdk';
import { periodInWords } from '@autopay/checkout-js/words';
import { amountInWords } from '../../words/amount.ts';

/** What a plan's account holds, or would: 491 bytes' rent. */
export const PLAN_RENT = '0.0043 SOL';

/** Every how long it is paid: `every 30 days`. */
export function everyInWords({ periodSeconds }: Pick<SubscriptionPlan, 'periodSeconds'>): string {
  return periodInWords(periodSeconds);
}

/** What the plan's account holds of its owner's SOL. */
export function rentInWords({ rentLamports, status }: SubscriptionPlan): string {
  if (status === 'pending') return 'not paid yet';
  return rentLamports === 0 ? 'returned' : `${amountInWords(String(rentLamports), 9)} SOL`;
}

/** How many subscriptions there are on it, as a sentence begins: `3 subscriptions use it`. */
export function usesInWords({ mandates }: Pick<SubscriptionPlan, 'mandates'>): string {
  if (mandates === 0) return 'No subscription uses it';
  return mandates === 1 ? '1 subscription uses it' : `${mandates} subscriptions use it`;
}

/** What a plan's state means for the business, and what comes next. */
export const STATES: Record<SubscriptionPlan['status'], string> = {
  pending: 'It is not on chain yet: your payout wallet has to sign it. Until then nobody subscribes to it.',
  open: 'New subscriptions on plans with this token, amount and period use it. Those that exist keep the plan that they have.',
  ending: 'It takes no more subscriptions. Once it has ended you can take its rent back.',
  moved: 'Another operator collects through it now. This service collects nothing through it any more.',
  closed: 'It is not on chain any more.',
};
