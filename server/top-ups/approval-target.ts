import type { Address } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { Commitment } from '../mandates/commitment-queries.ts';

/** Whom a top-up approves, and which other mandates it moves to that delegate. */
export interface ApprovalTarget {
  delegate: Address;
  /** The others' references, each an account of the instruction. */
  carried: Address[];
}

/** A packet of 1,232 bytes has room for 27 references beside what a wallet adds. */
const MAX_CARRIED = 20;

/** Whether one signature moves the payer's active mandates with these delegates to the newest key of the service. */
export function movesTo(chain: Pick<Chain, 'delegates'>, delegates: readonly Address[]): Address | null {
  const newest = chain.delegates[0]!.address;
  const moves = delegates.length <= MAX_CARRIED + 1 && delegates.some((delegate) => delegate !== newest);
  return moves ? newest : null;
}

/**
 * Whom the next approval of an active mandate is for, beside the payer's `others` on the mint. Behind a rotation it is the newest key,
 * and carries every other one, since whoever is left out could be pulled no more.
 */
export function approvalTarget(
  chain: Pick<Chain, 'delegates'>,
  { delegate }: { delegate: Address },
  others: readonly Pick<Commitment, 'delegate' | 'reference'>[],
): ApprovalTarget {
  const newest = movesTo(chain, [delegate, ...others.map((other) => other.delegate)]);
  if (newest === null) return { delegate, carried: [] };
  return { delegate: newest, carried: others.map(({ reference }) => reference) };
}
