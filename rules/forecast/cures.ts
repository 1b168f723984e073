/** What a payer can do before a charge fails: pure arithmetic on what falls due and what the payer's token accounts hold and approve. */

import { foresee, type ReadAccount, type RiskReason } from './collectability.ts';
import type { Due, Horizon } from './dues.ts';
import { duesInOrder, type ForeseenMandate } from './judge.ts';
import { firstAtRisk } from './summary.ts';

/**
 * What helps. `add_funds`: send tokens to the wallet. `approve`: sign one approval. `ask_issuer`: only whoever issued the token can lift the freeze.
 * `another_wallet`: the token account belongs to somebody else, so nothing can be collected from this wallet.
 */
export type CureKind = 'add_funds' | 'approve' | 'ask_issuer' | 'another_wallet';

/** One thing that a payer has to do in one token. Amounts in atomic units, null where no amount helps. */
export interface Cure {
  kind: CureKind;
  reason: RiskReason;
  mint: string;
  /** The mandate whose charge fails first; of `approve`, the one whose approval is to be renewed. */
  mandateId: string;
  /** What is missing for everything that falls due. */
  amount: bigint | null;
  /** What is missing for the first charge that fails and for those before it. */
  amountForFirst: bigint | null;
  /** When the first charge that fails is due. */
  by: number;
}

/**
 * What cures the charges at risk of one payer's mandates, the most urgent first. Whoever does all of it can be collected from for everything
 * that falls due, and nothing of it is superfluous. An account that was not read (null) needs no cure that we know of.
 */
export function curesOf(mandates: readonly ForeseenMandate[], horizon: Horizon): Cure[] {
  const byMint = Map.groupBy(mandates, ({ mint }) => mint).values();
  return [...byMint].flatMap((of) => curesInToken(of, horizon)).sort((a, b) => a.by - b.by);
}

function curesInToken(mandates: readonly ForeseenMandate[], horizon: Horizon): Cure[] {
  const { mint, account } = mandates[0]!;
  const dues = duesInOrder(mandates, horizon);
  const [first] = dues;
  if (account === null || first === undefined) return [];
  const hopeless = { mint, mandateId: first.mandateId, amount: null, amountForFirst: null, by: first.at };
  if (account.state === 'frozen')
    return [{ kind: 'ask_issuer', reason: 'payer_account_frozen', ...hopeless }];
  if (account.state === 'invalid')
    return [{ kind: 'another_wallet', reason: 'payer_account_invalid', ...hopeless }];
  const funds = lackingFunds(mint, account, dues);
  // Nobody can approve anything on an account that is not there; once the tokens have arrived, what to approve is told.
  if (account.state === 'missing') return funds;
  return [...funds, ...lackingApprovals(account, mandates, dues)];
}

/** What the wallet holds too little of for everything that is due, whatever is approved. */
function lackingFunds(mint: string, { state, balance }: ReadAccount, dues: readonly Due[]): Cure[] {
  const total = sumOf(dues);
  if (total <= balance) return [];
  let before = 0n;
  for (const { mandateId, at, amount, count } of dues) {
    const after = before + BigInt(count) * amount;
    if (after > balance) {
      // Those of the hour that the balance covers are collected.
      const fitting = (balance - before) / amount;
      return [
        {
          kind: 'add_funds',
          reason: state === 'missing' ? 'payer_account_missing' : 'insufficient_funds',
          mint,
          mandateId,
          amount: total - balance,
          amountForFirst: before + (fitting + 1n) * amount - balance,
          by: at,
        },
      ];
    }
    before = after;
  }
  throw new Error('Bug: all dues are covered, and their sum is not.');
}

/**
 * The approvals to sign, whatever the wallet holds. Each approval renews one mandate and carries what all others of the token may still take. So
 * every mandate needs one whose own budget ends before its dues do; and if none does, one of any serves them all.
 */
function lackingApprovals(
  account: ReadAccount,
  mandates: readonly ForeseenMandate[],
  dues: readonly Due[],
): Cure[] {
  const { payer, mint } = mandates[0]!;
  const byId = new Map(mandates.map((mandate) => [mandate.id, mandate]));
  const verdicts = foresee({ ...account, balance: sumOf(dues) }, byId, dues);
  const failing = firstAtRisk({ payer, mint }, verdicts);
  const [soonest] = failing;
  if (soonest === undefined) return [];
  const ofMandate = Map.groupBy(dues, ({ mandateId }) => mandateId);
  const spent = failing.filter(({ mandateId }) => {
    return sumOf(ofMandate.get(mandateId)!) > byId.get(mandateId)!.remaining;
  });
  return (spent.length > 0 ? spent : [soonest]).map(({ mandateId, reason, dueAt }, at) => ({
    kind: 'approve',
    reason,
    mint,
    mandateId,
    amount: null,
    amountForFirst: null,
    // The first that is signed serves the others too, of which one may fail before its own.
    by: at === 0 ? soonest.dueAt : dueAt,
  }));
}

function sumOf(dues: readonly Due[]): bigint {
  return dues.reduce((sum, { amount, count }) => sum + BigInt(count) * amount, 0n);
}

/** A cure with how its token is named. */
export interface NamedCure extends Cure {
  symbol: string;
  decimals: number;
}

/** Cures as the API shows them; null where they cannot be told. Times in Unix seconds. */
export function presentCures(
  { from, until }: Horizon,
  livemode: boolean,
  cures: readonly NamedCure[] | null,
) {
  return {
    object: 'wallet_cures' as const,
    livemode,
    createdAt: from,
    to: until - 1,
    cures:
      cures?.map(({ amount, amountForFirst, ...rest }) => ({
        ...rest,
        amount: amount?.toString() ?? null,
        amountForFirst: amountForFirst?.toString() ?? null,
      })) ?? null,
  };
}
