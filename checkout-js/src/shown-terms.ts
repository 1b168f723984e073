import { addressBytes } from './base58.ts';
import type { CheckoutView } from './checkout-api.ts';
import { CheckoutError } from './errors.ts';
import { planReference } from './plan-reference.ts';
import { TOKEN_PROGRAMS } from './token-account.ts';
import { isView } from './view-shape.ts';

const U64_MAX = 2n ** 64n - 1n;

/** Without a limit on periods, the approval covers 12 of them, or 90 days if they are short. */
const UNCAPPED_PERIODS = 12;
const UNCAPPED_SECONDS = 90 * 86_400;

/** A view's terms as an instruction would express them. */
export interface ShownTerms {
  payer: string;
  payee: string;
  mint: string;
  delegate: string;
  tokenProgram: string;
  reference: string;
  decimals: number;
  sellMode: 'subscription' | 'once';
  scheme: 'approval' | 'plan';
  periodSeconds: number;
  /** The amount the instruction must carry: the amount to approve, that of one period on a plan, or the price of a one-time purchase. */
  amountAtomic: bigint;
  /** The plan to subscribe to, where the view names one. */
  subscription: CheckoutView['subscription'];
}

/**
 * The view's terms, after checking that reference, budget and amount are consistent. Throws
 * transaction_mismatch.
 */
export async function shownTerms(view: CheckoutView): Promise<ShownTerms> {
  // All fields the reference covers are checked first: a line break in one term could pass for two terms.
  expectShown(isView({ ...view }) && /^\w+$/.test(view.id), 'the terms are not complete');
  addressOf(view.genesisHash, 'chain');
  expectShown(/^(subscription|once)$/.test(view.sellMode), 'the way of selling is not understood');
  const tokenProgram = TOKEN_PROGRAMS.get(view.tokenProgram);
  expectShown(tokenProgram !== undefined, 'the token program is not understood');
  const reference = await planReference({ ...view, mandateId: view.id });
  expectShown(view.reference === reference, 'the reference does not stand for the terms shown');
  const once = view.sellMode === 'once';
  const priceAtomic = amountOf(view.amountPerPeriod);
  // A deployment from before there were schemes names none.
  const scheme = (view.scheme as string | undefined) ?? 'approval';
  expectShown(scheme === 'approval' || scheme === 'plan', 'the scheme is not understood');
  const approves = !once && scheme === 'approval';
  if (approves) expectBudget(view, priceAtomic);
  else expectShown(view.approveAmount === null, 'a sum to approve is shown, and none is approved');
  return {
    payer: addressOf(view.payer, 'payer'),
    payee: addressOf(view.payee, 'payee'),
    mint: addressOf(view.mint, 'mint'),
    delegate: addressOf(view.delegate, 'delegate'),
    tokenProgram,
    reference,
    decimals: view.decimals,
    sellMode: view.sellMode,
    scheme,
    periodSeconds: view.periodSeconds,
    amountAtomic: approves ? amountOf(view.approveAmount) : priceAtomic,
    // A deployment from before there were schemes has no such field.
    subscription: view.subscription ?? null,
  };
}

/** Throws transaction_mismatch with `problem` unless `holds`. */
export function expectShown(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new CheckoutError('transaction_mismatch', `Nothing was signed: ${problem}.`);
}

/**
 * The amount to approve must equal this mandate's budget, computed from its own terms, plus the parts listed
 * beside it.
 */
function expectBudget(view: CheckoutView, amountPerPeriodAtomic: bigint): void {
  const { maxPeriods, periodSeconds } = view;
  const periods = maxPeriods ?? Math.max(UNCAPPED_PERIODS, Math.ceil(UNCAPPED_SECONDS / periodSeconds));
  expectShown(Number.isSafeInteger(periods), 'the period is not a number of seconds');
  const own = view.approveParts.filter((part) => part.mandateId === view.id);
  const budgetAtomic = saturating(amountPerPeriodAtomic * BigInt(periods));
  expectShown(
    own.length === 1 && amountOf(own[0]!.amount) === budgetAtomic,
    "this mandate's share of the approval is not its budget",
  );
  const sumAtomic = view.approveParts.reduce((sum, part) => sum + amountOf(part.amount), 0n);
  expectShown(
    amountOf(view.approveAmount) === saturating(sumAtomic),
    'the amount to approve is not the sum of its parts',
  );
}

function saturating(amountAtomic: bigint): bigint {
  return amountAtomic > U64_MAX ? U64_MAX : amountAtomic;
}

function amountOf(text: string | null): bigint {
  expectShown(text !== null && /^[0-9]{1,20}$/.test(text), 'an amount is missing or malformed');
  return BigInt(text);
}

function addressOf(text: string, name: string): string {
  expectShown(addressBytes(text) !== null, `the ${name} is not an address`);
  return text;
}
