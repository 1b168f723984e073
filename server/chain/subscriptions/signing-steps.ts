import type { Address, Instruction } from '@solana/kit';
import type { SubscriptionTerms } from './consent.ts';
import { initAuthority, type PlanTerms, subscribe, UNKNOWN_INIT_ID } from './instructions.ts';
import type { Subscriptions } from './probe.ts';
import { isRestorable, standingOf, type SubscriptionReads } from './standing.ts';

/** An account that a step opens, and the lamports that it holds until it is closed. */
export interface OpenedAccount {
  kind: 'authority' | 'subscription';
  address: Address;
  lamports: bigint;
}

/** What a payer signs next on the way to a subscription. */
export interface SigningStep {
  instructions: Instruction[];
  /** The accounts that it may open, whose rent somebody pays. */
  opens: OpenedAccount[];
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
  /** Who pays the rent of what is opened, and gets it back; the payer unless given. The service signs too if it does. */
  rentPayer?: Address;
}

/** What the program's accounts hold until they are closed: the rent of 106 and of 155 bytes. */
export const AUTHORITY_RENT_LAMPORTS = 1_628_640n;
export const SUBSCRIPTION_RENT_LAMPORTS = 1_969_680n;

/**
 * The next step: to make the payer's authority the delegate of their token account where it is not, and to subscribe unless they did. Both go in
 * one transaction, except where the authority is opened by it and the program does not know yet which one that will be.
 */
export async function nextStep(signing: Signing): Promise<SigningStep> {
  const { reads, program, isConsented } = signing;
  const { authority } = reads;
  const isDelegate = authority !== null && delegateOf(reads) === reads.addresses.authority;
  if (isConsented && isRestorable(standingOf(signing.terms, reads))) return openingStep(signing, 0);
  if (authority === null && !program.opensInOneStep) return openingStep(signing, 1);
  return subscribingStep(signing, { opensFirst: !isDelegate });
}

/**
 * The steps that a payer may have been issued and that still do what they were issued for: the next one, and those that came before it while the
 * accounts stood otherwise.
 */
export async function acceptedSteps(signing: Signing): Promise<SigningStep[]> {
  const { reads, program } = signing;
  const steps = [await nextStep(signing)];
  // The first of two steps, or the one that makes a subscription work again.
  if (!program.opensInOneStep || reads.subscription !== null) steps.push(await openingStep(signing, 0));
  if (reads.authority !== null) steps.push(await subscribingStep(signing, { opensFirst: true }));
  return steps;
}

/** Its authority is one that it may open even where there is one now: its owner can close that before this lands. */
async function openingStep(signing: Signing, remaining: number): Promise<SigningStep> {
  return { instructions: [await initOf(signing)], opens: [authorityIn(signing.reads)], remaining };
}

async function subscribingStep(
  signing: Signing,
  { opensFirst }: { opensFirst: boolean },
): Promise<SigningStep> {
  const { addresses, authority } = signing.reads;
  const subscribed = await subscribeOf(signing, authority?.initId ?? UNKNOWN_INIT_ID);
  const subscription: OpenedAccount = {
    kind: 'subscription',
    address: addresses.subscription,
    lamports: SUBSCRIPTION_RENT_LAMPORTS,
  };
  return {
    instructions: opensFirst ? [await initOf(signing), subscribed] : [subscribed],
    // An authority that is there is the one that the subscription names: with another in its place the transaction fails.
    opens: authority === null ? [authorityIn(signing.reads), subscription] : [subscription],
    remaining: 0,
  };
}

function authorityIn({ addresses }: SubscriptionReads): OpenedAccount {
  return { kind: 'authority', address: addresses.authority, lamports: AUTHORITY_RENT_LAMPORTS };
}

function initOf({ terms, reads, rentPayer = terms.payer }: Signing): Promise<Instruction> {
  const { payer, mint, tokenProgram, reference } = terms;
  const token = { payer, mint, tokenProgram, source: reads.addresses.source };
  return initAuthority(token, { rentPayer, references: [reference] });
}

function subscribeOf(
  { terms, planId, reads, rentPayer = terms.payer }: Signing,
  initId: bigint,
): Promise<Instruction> {
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
    { rentPayer, references: [reference] },
  );
}

function delegateOf({ source }: SubscriptionReads): Address | null {
  return source.kind === 'account' ? source.account.delegate : null;
}
