import { type Bought, presentBought } from '../mandates/bought.ts';
import { stableTotal, type TokenFacts } from './stable-total.ts';

/** A payer of a merchant's, with what they paid in each token. */
export interface ShownCustomer {
  livemode: boolean;
  payer: string;
  /** When their first mandate was activated. */
  since: number;
  subscriptions: number;
  activeSubscriptions: number;
  paid: readonly (TokenFacts & { amountAtomic: bigint })[];
  /** What the merchant may know of their notices; null or omitted where no mail is sent. */
  contact?: { notices: boolean; email: string | null } | null;
  /** Decimals of the total over all tokens. */
  totalDecimals: number;
  /** The mandate that was activated last. */
  last: Pick<Bought, 'name' | 'offerId' | 'clientReference'>;
}

/** A customer as the API shows it. */
export function presentCustomer(customer: ShownCustomer) {
  const { livemode, since, payer, subscriptions, activeSubscriptions, paid, totalDecimals, last, contact } =
    customer;
  return {
    object: 'customer' as const,
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
    ...presentBought(last),
    clientReference: last.clientReference,
    ...contact,
  };
}
