import { CLOCK_SYSVAR, chainSeconds } from '../chain/chain-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type SubscriptionState, stateOf } from '../chain/subscriptions/payer-steps.ts';
import { parseSubscriptionReads, subscriptionAddresses } from '../chain/subscriptions/standing.ts';
import { readAccounts, type ReadOptions } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import type { SubscribedMandate } from '../mandates/subscribed.ts';
import { clockOffsets } from '../merchants/moment.ts';

/**
 * How the subscriptions of mandates of one mode stand now, in their order, each account read once, and the oldest slot that was read. Throws
 * `ChainUnavailableError`, also if a node shows no clock.
 */
export async function readStates(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  mandates: readonly SubscribedMandate[],
  options: ReadOptions = { commitment: 'confirmed' },
): Promise<{ slot: bigint; states: SubscriptionState[] }> {
  const all = await Promise.all(mandates.map(subscriptionAddresses));
  const wanted = [...new Set([CLOCK_SYSVAR, ...all.flatMap((addresses) => Object.values(addresses))])];
  const merchants = mandates.map(({ merchantId }) => merchantId);
  const [{ slot, accounts }, offsets] = await Promise.all([
    readAccounts(chain, wanted, options),
    chain.isLocalnet ? clockOffsets(db, merchants) : new Map<string, number>(),
  ]);
  const found = new Map(wanted.map((address, at) => [address, accounts[at] ?? null]));
  const seconds = chainSeconds(found.get(CLOCK_SYSVAR) ?? null);
  if (seconds === null) throw new ChainUnavailableError("A node does not show the chain's clock.");
  const states = mandates.map((mandate, at) => {
    const reads = parseSubscriptionReads(all[at]!, (address) => found.get(address) ?? null);
    const now = seconds + (offsets.get(mandate.merchantId) ?? 0);
    return stateOf(mandate, reads, { isActive: mandate.status === 'active', now });
  });
  return { slot, states };
}

/** How one mandate's subscription stands now. Throws `ChainUnavailableError`. */
export async function readState(
  deployment: Pick<Deployment, 'db'>,
  chain: Chain,
  mandate: SubscribedMandate,
): Promise<SubscriptionState> {
  const { states } = await readStates(deployment, chain, [mandate]);
  return states[0]!;
}
