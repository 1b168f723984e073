import type { WalletMandate } from '@autopay/sdk';
import type { Catalogue } from '../words/catalogue/en.ts';
import { budgetOf } from './allowance.ts';
import { FEW_PAYMENTS } from '@autopay/checkout-js/words';

/** How a mandate stands, for its payer. */
export interface State {
  /** What the catalogue calls it. */
  name: keyof Catalogue['portal']['states'];
  tone: 'good' | 'warn' | 'bad' | undefined;
  /** Which part of the list it belongs to. */
  group: 'running' | 'waiting' | 'bought' | 'ended';
}

/** How a mandate stands, in one of a few states. */
export function stateOf(mandate: WalletMandate): State {
  const { status, sellMode, trialEndsAt, periodsCharged } = mandate;
  switch (status) {
    case 'pending':
      return { name: 'pending', tone: 'warn', group: 'waiting' };
    case 'active':
      if (sellMode === 'once') return { name: 'beingPaid', tone: undefined, group: 'running' };
      if (mandate.failing !== null) return { name: 'failing', tone: 'bad', group: 'running' };
      if (mandate.onChain?.nextStep === 'restore')
        return { name: 'needsSignature', tone: 'warn', group: 'running' };
      if (needsTopUp(mandate)) return { name: 'needsTopUp', tone: 'warn', group: 'running' };
      if (runsOut(mandate)) return { name: 'runsOut', tone: 'warn', group: 'running' };
      if (trialEndsAt !== null && periodsCharged === 0)
        return { name: 'trial', tone: 'good', group: 'running' };
      return { name: 'active', tone: 'good', group: 'running' };
    case 'completed':
      return sellMode === 'once'
        ? { name: 'paid', tone: 'good', group: 'bought' }
        : { name: 'allPaid', tone: 'good', group: 'ended' };
    case 'expired':
      return { name: 'ended', tone: undefined, group: 'ended' };
    default:
      return { name: 'cancelled', tone: undefined, group: 'ended' };
  }
}

/** Whether the next payment cannot be collected with what is approved now. */
export function needsTopUp(mandate: WalletMandate): boolean {
  return paymentsLeft(mandate) === 0;
}

/** Whether what is approved now covers only a few payments more. */
export function runsOut(mandate: WalletMandate): boolean {
  const left = paymentsLeft(mandate);
  return left !== null && left > 0 && left <= FEW_PAYMENTS;
}

/** How many payments what is approved now still covers; null where that is all that there will be, or nothing is collected. */
export function paymentsLeft(mandate: WalletMandate): number | null {
  const { status, sellMode, scheme, amountPerPeriod, maxPeriods, remainingAllowance } = mandate;
  // A plan allows each payment by itself.
  if (status !== 'active' || sellMode === 'once' || scheme === 'plan') return null;
  const budget = budgetOf(mandate);
  const allowance = remainingAllowance === null ? budget : BigInt(remainingAllowance);
  const left = Number((allowance < budget ? allowance : budget) / BigInt(amountPerPeriod));
  // The last of a limited number of payments leaves nothing, and needs nothing.
  return maxPeriods !== null && left >= maxPeriods - mandate.periodsCharged ? null : left;
}

/** Whether the mandate may be ended by its payer. */
export function isCancellable({ status }: Pick<WalletMandate, 'status'>): boolean {
  return status === 'active' || status === 'pending';
}
