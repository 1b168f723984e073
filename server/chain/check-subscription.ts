import type { Address } from '@solana/kit';
import { placeInWindow, type ProgramWindow } from '../../rules/charges/program-windows.ts';
import { CLOCK_SYSVAR, chainSeconds } from './chain-clock.ts';
import { accountFailure, type Failure, PLAN_GONE } from './failure.ts';
import type { Subscription } from './subscriptions/accounts.ts';
import {
  isEndedByOwner,
  parseSubscriptionReads,
  standingOf,
  type SubscribedTerms,
  type SubscriptionAddresses,
  type SubscriptionReads,
} from './subscriptions/standing.ts';
import type { RawAccount } from './tokens.ts';

/** The subscription that a charge is pulled through, and the one period of the program that may be pulled for it. */
export interface SubscriptionPull {
  terms: SubscribedTerms;
  addresses: SubscriptionAddresses;
  window: ProgramWindow;
  /** The chain's second from which the program counts periods. */
  subscribedAt: number;
  /** How far the merchant's test clock is ahead of the localnet's; 0 on a cluster. */
  aheadSeconds: number;
}

/** The accounts of a subscription and the chain's clock, read together. */
export interface SubscriptionState {
  reads: SubscriptionReads;
  /** The chain's Unix seconds; null if no clock was read. */
  now: number | null;
}

/**
 * Whether the chain's clock allows a pull to be signed. `early`: the window opens in so many seconds. `over`: it has closed, or is about to, so that
 * what is sent now might land in the next one.
 */
export type Timing = ReturnType<typeof placeInWindow>;

/** The accounts to read for it. */
export function addressesToRead({ addresses }: SubscriptionPull): Address[] {
  return [addresses.plan, addresses.subscription, addresses.authority, CLOCK_SYSVAR];
}

/** Parses what was read at those addresses. */
export function parseSubscriptionState(
  { addresses }: SubscriptionPull,
  at: (address: Address) => RawAccount | null,
): SubscriptionState {
  return { reads: parseSubscriptionReads(addresses, at), now: chainSeconds(at(CLOCK_SYSVAR)) };
}

/** Judged before anything else: what the accounts lack outside of the window says nothing about the payer. Null without the chain's clock. */
export function timingOf(
  { window, aheadSeconds }: SubscriptionPull,
  state: SubscriptionState,
): Timing | null {
  if (state.now === null) return null;
  return placeInWindow(window, state.reads.plan?.endsAt ?? 0n, state.now + aheadSeconds);
}

/** Why the program would refuse to pull `amountAtomic`, or null. The token accounts themselves are checked as for any pull. */
export function checkSubscription(
  pull: SubscriptionPull,
  { reads }: SubscriptionState,
  amountAtomic: bigint,
): Failure | null {
  const standing = standingOf(pull.terms, reads);
  if (standing === 'displaced') return accountFailure('allowance_short', DISPLACED);
  if (standing === 'unreadable') return null;
  if (standing !== 'works') {
    return accountFailure('allowance_gone', isEndedByOwner(pull.terms, reads) ? PLAN_GONE : ENDED);
  }
  const subscription = reads.subscription!;
  if (!countsFrom(pull.terms, subscription, pull.subscribedAt))
    return accountFailure('allowance_gone', ENDED);
  const isOfThisWindow = subscription.periodStartsAt >= BigInt(pull.window.opensAt);
  const left = subscription.amountAtomic - (isOfThisWindow ? subscription.pulledAtomic : 0n);
  return left < amountAtomic ? accountFailure('allowance_short', TAKEN) : null;
}

const ENDED = 'The payer has ended the subscription on chain, or it is not the one that they agreed to.';
const DISPLACED =
  'The wallet has given its permission to another application since. The payer can give it back by signing once.';
const TAKEN = 'The amount of this period has been collected already.';

/**
 * Whether the program counts this subscription's periods from the second at which the mandate's payer subscribed: one that was closed and opened anew
 * has another grid, and an allowance of its own.
 */
export function countsFrom(
  { periodSeconds }: Pick<SubscribedTerms, 'periodSeconds'>,
  { periodStartsAt }: Subscription,
  subscribedAt: number,
): boolean {
  const since = periodStartsAt - BigInt(subscribedAt);
  return since >= 0n && since % BigInt(periodSeconds) === 0n;
}
