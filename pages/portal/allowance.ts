import type { WalletMandate } from '@autopay/sdk';

/** What an approval has to carry, and what for. Atomic units. */
export interface Cover {
  own: bigint;
  /** What the payer's other active mandates on the token may still take: an account has one approval for all. */
  others: bigint;
  /** What is approved. */
  total: bigint;
}

type Ledger = readonly Pick<WalletMandate, 'id' | 'mint' | 'status' | 'remainingBudget' | 'delegate'>[];

/** Token amounts on chain are unsigned 64-bit numbers; approvals stop there. */
const U64_MAX = 2n ** 64n - 1n;

/** An approval without an end is for as long at creation, and by default at a renewal: 12 payments, or 90 days of more frequent ones. */
const DEFAULT_PAYMENTS = 12;
const DEFAULT_SECONDS = 90 * 86_400;

/** What the mandate may still take in all; as much as there can be on a plan without an end. */
export function budgetOf({ remainingBudget }: Pick<WalletMandate, 'remainingBudget'>): bigint {
  return remainingBudget === null ? U64_MAX : BigInt(remainingBudget);
}

/** What a top-up of the mandate approves: `payments` to come, or all that remain of a mandate with an end. Never less than now. */
export function coverOfTopUp(
  mandate: Pick<WalletMandate, 'id' | 'mint' | 'maxPeriods' | 'amountPerPeriod' | 'remainingBudget'>,
  all: Ledger,
  payments: number,
): Cover {
  const current = budgetOf(mandate);
  const asked = mandate.maxPeriods === null ? BigInt(payments) * BigInt(mandate.amountPerPeriod) : current;
  const own = capped(asked > current ? asked : current);
  const others = sumOf(activeOn(mandate.mint, all).filter(({ id }) => id !== mandate.id));
  return { own, others, total: capped(own + others) };
}

/** What the active mandates that are pulled by `delegate` may still take: what an approval must not be lowered beneath. */
export function neededBy(delegate: string, mint: string, all: Ledger): bigint {
  return capped(sumOf(activeOn(mint, all).filter((mandate) => mandate.delegate === delegate)));
}

/** The payer's active mandates on one token. */
export function activeOn<M extends Ledger[number]>(mint: string, all: readonly M[]): M[] {
  return all.filter((mandate) => mandate.status === 'active' && mandate.mint === mint);
}

/** How many payments are covered by what the mandate may still take. */
export function paymentsCovered({
  remainingBudget,
  amountPerPeriod,
}: Pick<WalletMandate, 'remainingBudget' | 'amountPerPeriod'>): bigint {
  return budgetOf({ remainingBudget }) / BigInt(amountPerPeriod);
}

/** How many payments a renewal covers where nobody chose. */
export function defaultPayments(periodSeconds: number): number {
  return Math.max(DEFAULT_PAYMENTS, Math.ceil(DEFAULT_SECONDS / periodSeconds));
}

function sumOf(mandates: Ledger): bigint {
  return mandates.reduce((sum, mandate) => sum + budgetOf(mandate), 0n);
}

function capped(amountAtomic: bigint): bigint {
  return amountAtomic > U64_MAX ? U64_MAX : amountAtomic;
}
