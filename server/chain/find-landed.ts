import type { Address, Signature } from '@solana/kit';
import type { ReadTransaction } from './read-transaction.ts';
import { type Chain, type ChainNode, ChainUnavailableError } from './rpc.ts';
import { searchReference } from './search-reference.ts';
import type { TokenProgramName } from './token-program.ts';
import { type ReadTransfer, readTransfers } from './transfer.ts';

/** A movement of money, by whichever signer. */
export interface Movement {
  source: Address;
  destination: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  /** Null: any amount. */
  amountAtomic: bigint | null;
  /** The plan of the subscription that it is pulled through; null for a transfer of the token program. */
  plan: Address | null;
}

/** Where on chain a movement happened. */
export interface LandedMovement {
  signature: Signature;
  instructionIndex: number;
  slot: bigint;
  amountAtomic: bigint;
  /** Who signed for it: the owner of the source, its delegate, or who pulls through a subscription. */
  authority: Address;
}

/**
 * Reads per call. A charge's reference is public once sent, so anyone may add it to their own transactions.
 */
const MAX_TRANSACTIONS = 100;
/** References with foreign transactions; honest ones have none, so reaching this number means an attack. */
const MAX_REMEMBERED = 1_000;

/**
 * Transactions read without a match, by reference and amount, so that repeated calls eventually get through a
 * crowded reference.
 */
const foreign = new WeakMap<Chain, Map<string, Set<string>>>();

/**
 * The transfers with `reference` that make this movement, oldest first: the chain's own record of whether a
 * charge or refund was already settled. Each settles at most one. Throws `ChainUnavailableError` if it cannot
 * tell yet.
 */
export async function listLandedByReference(
  chain: Chain,
  reference: Address,
  movement: Movement,
  options: { node?: ChainNode; minContextSlot?: bigint } = {},
): Promise<LandedMovement[]> {
  const examined = foreignUnder(chain, `${reference}/${movement.amountAtomic ?? 'any'}`);
  const { matches, ...search } = await searchReference<LandedMovement>(
    chain,
    { reference, commitment: chain.commitment, examined, maxTransactions: MAX_TRANSACTIONS, ...options },
    async ({ signature, read, slot }) =>
      matchMovement(read, reference, movement).map(({ instructionIndex, amountAtomic, authority }) => ({
        signature,
        instructionIndex,
        slot,
        amountAtomic,
        authority,
      })),
  );
  for (const signature of search.examined) examined.add(signature);
  if (matches.length > 0) return matches.toSorted(bySlot);
  if (!search.isComplete)
    throw new ChainUnavailableError(`Not every transaction under ${reference} could be read yet.`);
  return [];
}

function bySlot(a: LandedMovement, b: LandedMovement): number {
  return Number(a.slot - b.slot) || a.instructionIndex - b.instructionIndex;
}

/** The transfers in a transaction that have only `reference` and make this movement. */
export function matchMovement(
  read: Pick<ReadTransaction, 'instructions'>,
  reference: Address,
  movement: Movement,
): ReadTransfer[] {
  return readTransfers(read, reference).filter(
    ({ source, destination, mint, tokenProgram, amountAtomic, plan }) =>
      plan === movement.plan &&
      source === movement.source &&
      destination === movement.destination &&
      mint === movement.mint &&
      tokenProgram === movement.tokenProgram &&
      (movement.amountAtomic === null || amountAtomic === movement.amountAtomic),
  );
}

function foreignUnder(chain: Chain, key: string): Set<string> {
  const byReference = foreign.get(chain) ?? new Map<string, Set<string>>();
  foreign.set(chain, byReference);
  const known = byReference.get(key);
  if (known) return known;
  if (byReference.size >= MAX_REMEMBERED) byReference.clear();
  const fresh = new Set<string>();
  byReference.set(key, fresh);
  return fresh;
}
