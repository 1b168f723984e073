import {
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';

/** Signs the events that the program logs by calling itself: its derived address of the seed `event_authority`. */
export const EVENT_AUTHORITY = '3Hnj4BYoDgtpBuqXfiy7Y8cNa3jXaNd4oqgSXBzkMcH7' as Address;

/** The account that is the delegate of a payer's token account, for all of the payer's subscriptions in that mint. */
export function authorityOf(payer: Address, mint: Address): Promise<Address> {
  return remembered(`authority/${payer}/${mint}`, ['SubscriptionAuthority', encode(payer), encode(mint)]);
}

/** An owner's plan with this u64 as its number, and the bump of its address. */
export async function planOf(owner: Address, planId: bigint): Promise<{ address: Address; bump: number }> {
  const [address, bump] = await derive(['plan', encode(owner), getU64Encoder().encode(planId)]);
  return { address, bump };
}

/** A payer's subscription to a plan: at most one at a time. */
export function subscriptionOf(plan: Address, payer: Address): Promise<Address> {
  return remembered(`subscription/${plan}/${payer}`, ['subscription', encode(plan), encode(payer)]);
}

type Seed = string | ReadonlyUint8Array;

function derive(seeds: Seed[]) {
  return getProgramDerivedAddress({ programAddress: SUBSCRIPTIONS_PROGRAM, seeds: seeds as string[] });
}

function encode(address: Address): ReadonlyUint8Array {
  return getAddressEncoder().encode(address);
}

/** Deriving one takes up to 1 ms of curve arithmetic, and each charge needs the same two every period. */
const known = new Map<string, Address>();
/** Some 5 MB. */
const MAX_KNOWN = 20_000;

async function remembered(key: string, seeds: Seed[]): Promise<Address> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const [address] = await derive(seeds);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, address);
  return address;
}
