/**
 * Which of the charges that fall due can be collected with what is in the payer's wallet now, in order of time; of the others, why not. No I/O.
 */

import type { AccountFailureCode } from '../failures.ts';
import type { Scheme } from '../mandates/scheme.ts';
import type { Due } from './dues.ts';

/** A payer's token account as it was read on chain, which anybody can do. Amounts in atomic units. */
export interface ReadAccount {
  state: 'open' | 'frozen' | 'missing' | 'invalid';
  balance: bigint;
  delegate: string | null;
  /** What the delegate may still move. */
  delegated: bigint;
  /** Whether the delegate is a key of this service's or, for plans, the payer's authority in the Subscriptions program. */
  isOurs: boolean;
}

/** What of a mandate decides whether it can be collected. */
export interface Collected {
  id: string;
  scheme: Scheme;
  /** The key that pulls it. */
  delegate: string;
  /** Budget that is not pulled yet, atomic units. */
  remaining: bigint;
}

/** Why a charge would fail, in the codes in which it would. */
export type RiskReason = Extract<
  AccountFailureCode,
  | 'insufficient_funds'
  | 'allowance_short'
  | 'allowance_gone'
  | 'payer_account_missing'
  | 'payer_account_invalid'
  | 'payer_account_frozen'
>;

/** What becomes of a due: the first `covered` of its charges can be collected, and the others not, for `reason`. */
export interface Verdict {
  due: Due;
  covered: number;
  /** Null if all are covered. */
  reason: RiskReason | null;
}

const BY_STATE = {
  frozen: 'payer_account_frozen',
  missing: 'payer_account_missing',
  invalid: 'payer_account_invalid',
} as const;

/**
 * Plays the dues of one payer in one token, which are in order of time, against the account. A mandate of which one charge fails is not counted on
 * for the rest of the time. An account that was not read yet (null) is taken to cover everything.
 */
export function foresee(
  account: ReadAccount | null,
  mandates: ReadonlyMap<string, Collected>,
  dues: readonly Due[],
): Verdict[] {
  if (account === null) return dues.map((due) => ({ due, covered: due.count, reason: null }));
  let { balance, delegated } = account;
  const remaining = new Map([...mandates].map(([id, mandate]) => [id, mandate.remaining]));
  const lost = new Map<string, RiskReason>();
  return dues.map((due) => {
    const mandate = mandates.get(due.mandateId)!;
    const own = remaining.get(mandate.id)!;
    const barred = lost.get(mandate.id) ?? barrier(account, mandate, own);
    const [isOnPlan, count] = [mandate.scheme === 'plan', BigInt(due.count)];
    const approved = least(own / due.amount, isOnPlan ? count : delegated / due.amount);
    const held = balance / due.amount;
    const covered = barred === null ? least(count, least(approved, held)) : 0n;
    balance -= covered * due.amount;
    if (!isOnPlan) delegated -= covered * due.amount;
    remaining.set(mandate.id, own - covered * due.amount);
    if (covered === count) return { due, covered: due.count, reason: null };
    const reason =
      barred ?? (approved < count && approved <= held ? 'allowance_short' : 'insufficient_funds');
    lost.set(mandate.id, reason);
    return { due, covered: Number(covered), reason };
  });
}

/** What stops every charge of the mandate, however little it takes: the account, or another delegate. */
function barrier(account: ReadAccount, mandate: Collected, remaining: bigint): RiskReason | null {
  if (account.state !== 'open') return BY_STATE[account.state];
  if (mandate.scheme === 'plan') return account.isOurs ? null : 'allowance_gone';
  if (account.delegate === mandate.delegate) return null;
  // Both token programs clear the delegate with the last that it may move; and a newer key of the service's waits for the payer's next approval.
  if (account.isOurs || (account.delegate === null && remaining === 0n)) return 'allowance_short';
  return 'allowance_gone';
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
