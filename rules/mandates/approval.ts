import { saturatingU64 } from '../money.ts';

/**
 * What the payer's single delegate slot must cover: a mandate's whole budget, and what remains of the payer's
 * other active mandates in that mint. An approval replaces the previous one, so a smaller one would leave
 * those without an allowance. Atomic units.
 */
export function amountToApprove(budgetAtomic: bigint, others: readonly { remaining: bigint }[]): bigint {
  return saturatingU64(budgetAtomic + sumOf(others));
}

/**
 * The amount for this mandate, and the payer's others as one sum: whoever holds the link sees this, but no
 * details of the others.
 */
export function approvalParts(
  { id, budget }: { id: string; budget: bigint },
  others: readonly { remaining: bigint }[],
): { mandateId: string | null; amount: string }[] {
  return [
    { mandateId: id, amount: budget.toString() },
    ...(others.length > 0 ? [{ mandateId: null, amount: sumOf(others).toString() }] : []),
  ];
}

/** What remains of a mandate's own budget. Atomic units. */
export function remainingBudget({ budget, pulled }: { budget: bigint; pulled: bigint }): bigint {
  return budget > pulled ? budget - pulled : 0n;
}

/** Whether anything may be taken for a mandate: a pending one may take its whole budget once it is authorized. */
export function mayPull({ status, sellMode }: { status: string; sellMode: string }): boolean {
  return status === 'active' || (status === 'pending' && sellMode === 'subscription');
}

function sumOf(others: readonly { remaining: bigint }[]): bigint {
  return others.reduce((total, { remaining }) => total + remaining, 0n);
}
