import type { Address } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { SlotShare } from './share-queries.ts';

/** The delegate that a top-up approves, and which other mandates it moves to that delegate. */
export interface ApprovalTarget {
  delegate: Address;
  /** The others' references, each an account of the instruction. */
  carried: Address[];
}

/** A packet of 1,232 bytes has room for 27 references plus what a wallet adds. */
const MAX_CARRIED = 20;

/**
 * Whether one signature moves the payer's active mandates with these delegates to the service's newest key.
 */
export function movesTo(chain: Pick<Chain, 'delegates'>, delegates: readonly Address[]): Address | null {
  const newest = chain.delegates[0]!.address;
  const moves = delegates.length <= MAX_CARRIED + 1 && delegates.some((delegate) => delegate !== newest);
  return moves ? newest : null;
}

/**
 * The delegate of the next approval of an active mandate, given the payer's `others` in the mint. After a
 * rotation it is the newest key, and the approval carries all the others, since a mandate that is left out
 * could not be pulled any more.
 */
export function approvalTarget(
  chain: Pick<Chain, 'delegates'>,
  { delegate }: { delegate: Address },
  others: readonly Pick<SlotShare, 'delegate' | 'reference'>[],
): ApprovalTarget {
  const newest = movesTo(chain, [delegate, ...others.map((other) => other.delegate)]);
  if (newest === null) return { delegate, carried: [] };
  return { delegate: newest, carried: others.map(({ reference }) => reference) };
}
