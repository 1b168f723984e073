import type { Chain } from '../rpc.ts';
import { readAccounts, type ReadOptions } from '../tokens.ts';
import {
  parseSubscriptionReads,
  subscriptionAddresses,
  type SubscribedTerms,
  type SubscriptionReads,
} from './standing.ts';

/** The accounts that decide about a subscription, read together. Throws `ChainUnavailableError`, also if no node has reached the slot. */
export async function readSubscription(
  chain: Chain,
  terms: SubscribedTerms,
  options: ReadOptions,
): Promise<SubscriptionReads & { slot: bigint }> {
  const addresses = await subscriptionAddresses(terms);
  const wanted = [addresses.plan, addresses.subscription, addresses.authority, addresses.source];
  const { slot, accounts } = await readAccounts(chain, wanted, options);
  const reads = parseSubscriptionReads(addresses, (address) => accounts[wanted.indexOf(address)] ?? null);
  return { ...reads, slot };
}
