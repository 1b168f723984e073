import type { Address, Instruction } from '@solana/kit';
import { cancelSubscription, closeSubscription, initAuthority } from './instructions.ts';
import type { Standing, SubscribedTerms, SubscriptionReads } from './standing.ts';
import { standingOf } from './standing.ts';

/**
 * What a payer can sign about a subscription that stands already. `cancel`: the program lets nothing be pulled after the current period. `close`: the
 * cancelled subscription is removed, and its rent returns to who paid it. `restore`: the payer's authority becomes the delegate of their token account
 * again, after another application took its place.
 */
export type PayerStep = 'cancel' | 'close' | 'restore';

/** How a mandate's subscription stands, and what its payer can sign. */
export interface SubscriptionState {
  reads: SubscriptionReads;
  /** `none`: there is no subscription account, or not one to this plan. */
  standing: Standing | 'none';
  /** Until when the program would let a cancelled subscription be pulled; null if it is not cancelled. */
  pullableUntil: number | null;
  next: PayerStep | null;
}

/**
 * Judges a subscription at `now`, the chain's Unix seconds on the merchant's clock. An active mandate's can be restored; one of a mandate that has
 * ended is cancelled and then closed: at once if its plan has ended or is gone, else when its period is over.
 */
export function stateOf(
  terms: SubscribedTerms,
  reads: SubscriptionReads,
  { isActive, now }: { isActive: boolean; now: number },
): SubscriptionState {
  const { subscription } = reads;
  if (subscription === null || subscription.plan !== terms.planAccount || subscription.payer !== terms.payer)
    return { reads, standing: 'none', pullableUntil: null, next: null };
  const standing = standingOf(terms, reads);
  const pullableUntil = subscription.expiresAt === 0n ? null : Number(subscription.expiresAt);
  return { reads, standing, pullableUntil, next: nextOf() };

  function nextOf(): PayerStep | null {
    if (isActive) return standing === 'displaced' || standing === 'revoked' ? 'restore' : null;
    if (pullableUntil === null) return 'cancel';
    return now >= pullableUntil ? 'close' : null;
  }
}

/** The instruction of a step. `reference`, of the mandate, marks those that take one. */
export async function payerStepInstruction(
  step: PayerStep,
  terms: SubscribedTerms & { reference: Address },
  { addresses, subscription }: SubscriptionReads,
): Promise<Instruction> {
  const { payer, planAccount: plan, mint, tokenProgram, reference } = terms;
  if (step === 'cancel') return cancelSubscription({ payer, plan });
  if (step === 'close') {
    if (subscription === null) throw new Error(`Bug: nothing to close at ${addresses.subscription}.`);
    return closeSubscription({ payer, plan, rentPayer: subscription.rentPayer, references: [reference] });
  }
  const token = { payer, mint, tokenProgram, source: addresses.source };
  return initAuthority(token, { rentPayer: payer, references: [reference] });
}
