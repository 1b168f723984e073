import type { Address, Instruction } from '@solana/kit';
import type { SubscriptionTerms } from './consent.ts';
import { initAuthority, type PlanTerms, subscribe, UNKNOWN_INIT_ID } from './instructions.ts';
import type { Subscriptions } from './probe.ts';
import { isRestorable, standingOf, type SubscriptionReads } from './standing.ts';

/** What a payer signs next on the way to a subscription. */
export interface SigningStep {
  instructions: Instruction[];
  /** How many signatures follow this one. */
  remaining: number;
}

/** A subscription to sign, and the accounts as they are. */
export interface Signing {
  terms: SubscriptionTerms;
  /** The plan's number, by which its owner knows it. */
  planId: bigint;
  reads: SubscriptionReads;
  /** Whether the payer's consent to these terms is on chain already. */
  isConsented: boolean;
  program: Subscriptions;
}

/**
 * The next step: to make the payer's authority the delegate of their token account where it is not, and to subscribe unless they did. Both go in
 * one transaction, except where the authority is opened by it and the program does not know yet which one that will be. The payer pays the rent.
 */
export async function nextStep(signing: Signing): Promise<SigningStep> {
  const { reads, program, isConsented } = signing;
  const { authority } = reads;
  const isDelegate = authority !== null && delegateOf(reads) === reads.addresses.authority;
  const init = () => initStep(signing.terms, reads);
  if (isConsented && isRestorable(standingOf(signing.terms, reads)))
    return { instructions: [await init()], remaining: 0 };
  if (authority === null && !program.opensInOneStep) return { instructions: [await init()], remaining: 1 };
  const signed = await subscribeStep(signing, authority?.initId ?? UNKNOWN_INIT_ID);
  return { instructions: isDelegate ? [signed] : [await init(), signed], remaining: 0 };
}

/**
 * The steps that a payer may have been issued and that still do what they were issued for: the next one, and those that came before it while the
 * accounts stood otherwise.
 */
export async function acceptedSteps(signing: Signing): Promise<Instruction[][]> {
  const { reads, program } = signing;
  const { instructions } = await nextStep(signing);
  const steps = [instructions];
  // The first of two steps, or the one that makes a subscription work again.
  if (!program.opensInOneStep || reads.subscription !== null) {
    steps.push([await initStep(signing.terms, reads)]);
  }
  if (reads.authority !== null) {
    steps.push([await initStep(signing.terms, reads), await subscribeStep(signing, reads.authority.initId)]);
  }
  return steps;
}

function initStep(
  { payer, mint, tokenProgram, reference }: SubscriptionTerms,
  { addresses }: SubscriptionReads,
): Promise<Instruction> {
  const token = { payer, mint, tokenProgram, source: addresses.source };
  return initAuthority(token, { rentPayer: payer, references: [reference] });
}

function subscribeStep({ terms, planId, reads }: Signing, initId: bigint): Promise<Instruction> {
  const { payer, mint, planOwner, amountPerPeriod, periodSeconds, reference } = terms;
  if (reads.plan === null) throw new Error(`Bug: the plan ${terms.planAccount} is not on chain.`);
  const agreed: PlanTerms = {
    owner: planOwner,
    planId,
    mint,
    amountAtomic: amountPerPeriod,
    periodHours: BigInt(periodSeconds / 3600),
  };
  return subscribe(
    { ...agreed, payer, planCreatedAt: reads.plan.createdAt, initId },
    { rentPayer: payer, references: [reference] },
  );
}

function delegateOf({ source }: SubscriptionReads): Address | null {
  return source.kind === 'account' ? source.account.delegate : null;
}
