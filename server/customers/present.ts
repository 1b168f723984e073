import type { components } from '../generated/api.ts';
import { stableTotal } from '../metrics/token-facts.ts';
import type { Customer } from './list-customers.ts';

/** A customer as the API shows it. */
export function presentCustomer(customer: Customer): components['schemas']['Customer'] {
  const { livemode, since, payer, subscriptions, activeSubscriptions, paid, totalDecimals } = customer;
  return {
    object: 'customer',
    livemode,
    createdAt: since,
    payer,
    subscriptions,
    activeSubscriptions,
    totalPaid: stableTotal(paid, totalDecimals).toString(),
    totalPaidByMint: paid.map(({ mint, symbol, decimals, amountAtomic }) => ({
      mint,
      symbol,
      decimals,
      amount: amountAtomic.toString(),
    })),
    since,
  };
}
