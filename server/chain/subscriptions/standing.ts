import type { Address } from '@solana/kit';
import type { TokenProgramName } from '../token-program.ts';
import { type AccountRead, parseTokenAccount, type RawAccount, tokenAccountOf } from '../tokens.ts';
import {
  parseAuthority,
  parsePlan,
  parseSubscription,
  type Plan,
  type Subscription,
  type SubscriptionAuthority,
} from './accounts.ts';
import { authorityOf } from './addresses.ts';

/** What a mandate of the plan scheme agreed, and where the chain keeps it. Amounts in atomic units. */
export interface SubscribedTerms {
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  amountPerPeriod: bigint;
  periodSeconds: number;
  /** The service's key that pulls. */
  delegate: Address;
  planAccount: Address;
  subscriptionAccount: Address;
}

/** The accounts that decide whether a subscription can be pulled from, besides the mint and the payee's. */
export interface SubscriptionAddresses {
  plan: Address;
  subscription: Address;
  authority: Address;
  /** The payer's associated token account. */
  source: Address;
}

/** Those accounts as they were read together. */
export interface SubscriptionReads {
  addresses: SubscriptionAddresses;
  plan: Plan | null;
  subscription: Subscription | null;
  authority: SubscriptionAuthority | null;
  source: AccountRead;
}

/**
 * How a subscription stands on chain.
 * - `works`: the program lets the service pull, as far as its period and the balance allow.
 * - `cancelled`: the payer cancelled it; the program would still let the current period be pulled, and the service does not.
 * - `ended`: nothing can be pulled through it any more: it, its plan or its authority is closed, or not what was agreed.
 * - `revoked`: the token account has no delegate: the payer took it back.
 * - `displaced`: the token account has another delegate. One signature of the payer makes the authority its delegate again.
 * - `unreadable`: the token account is missing or not the payer's, which is judged as for any pull.
 */
export type Standing = 'works' | 'cancelled' | 'ended' | 'revoked' | 'displaced' | 'unreadable';

const ENDED: ReadonlySet<Standing> = new Set(['cancelled', 'ended', 'revoked']);

/** Whether the payer has ended it. Another delegate in place of their authority ends nothing: one signature makes it work again. */
export function isEnded(standing: Standing): boolean {
  return ENDED.has(standing);
}

const RESTORABLE: ReadonlySet<Standing> = new Set(['works', 'revoked', 'displaced']);

/** Whether the subscription itself stands, so that at most the delegate is missing: one signature makes it work. */
export function isRestorable(standing: Standing): boolean {
  return RESTORABLE.has(standing);
}

/** Where a mandate's subscription is. */
export async function subscriptionAddresses(terms: SubscribedTerms): Promise<SubscriptionAddresses> {
  const [authority, source] = await Promise.all([
    authorityOf(terms.payer, terms.mint),
    tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram),
  ]);
  return { plan: terms.planAccount, subscription: terms.subscriptionAccount, authority, source };
}

/** Parses what was read at these addresses. */
export function parseSubscriptionReads(
  addresses: SubscriptionAddresses,
  at: (address: Address) => RawAccount | null,
): SubscriptionReads {
  return {
    addresses,
    plan: parsePlan(at(addresses.plan)),
    subscription: parseSubscription(at(addresses.subscription)),
    authority: parseAuthority(at(addresses.authority)),
    source: parseTokenAccount(at(addresses.source)),
  };
}

/** Judges accounts that were read at one slot. Whether the plan has ended in time is the caller's to compare with the chain's clock. */
export function standingOf(terms: SubscribedTerms, reads: SubscriptionReads): Standing {
  const { plan, subscription, authority, source, addresses } = reads;
  if (plan === null || subscription === null || authority === null) return 'ended';
  if (!isAgreed(terms, plan, subscription) || subscription.initId !== authority.initId) return 'ended';
  if (subscription.expiresAt !== 0n) return 'cancelled';
  if (source.kind !== 'account' || source.account.owner !== terms.payer) return 'unreadable';
  const { delegate } = source.account;
  if (delegate === null) return 'revoked';
  return delegate === addresses.authority ? 'works' : 'displaced';
}

/**
 * Whether the plan's owner ended a subscription that has ended, and not its payer: the plan is gone, another one was made in its place, or the service may
 * not pull through it any more. A payer who cancelled on chain did so first.
 */
export function isEndedByOwner(terms: SubscribedTerms, { plan, subscription }: SubscriptionReads): boolean {
  if (subscription !== null && subscription.expiresAt !== 0n) return false;
  if (!letsPull(terms, plan)) return true;
  return subscription !== null && subscription.planCreatedAt !== plan.createdAt;
}

/** Whether a plan pays the payee alone and lets the service pull: its owner can change the second, or end it. */
export function letsPull(terms: SubscribedTerms, plan: Plan | null): plan is Plan {
  return (
    plan !== null &&
    plan.mint === terms.mint &&
    plan.destinations.length === 1 &&
    plan.destinations[0] === terms.payee &&
    (plan.owner === terms.delegate || plan.pullers.includes(terms.delegate))
  );
}

function isAgreed(terms: SubscribedTerms, plan: Plan, subscription: Subscription): boolean {
  return (
    letsPull(terms, plan) &&
    subscription.payer === terms.payer &&
    subscription.plan === terms.planAccount &&
    subscription.planCreatedAt === plan.createdAt &&
    subscription.amountAtomic === terms.amountPerPeriod &&
    subscription.periodHours * 3600n === BigInt(terms.periodSeconds)
  );
}
