import type { Address, Signature } from '@solana/kit';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { type Publication, publications } from './publications.ts';
import { type Chain, type ChainNode, ChainUnavailableError } from './rpc.ts';
import { searchReference } from './search-reference.ts';

/** A revoked mandate, as published on chain. */
export interface Revocation {
  mandateId: string;
  /** The reference of the mandate's plan. */
  reference: Address;
  delegate: Address;
}

/** The line on chain. It never changes; a new layout gets a new version. */
export function revocationMemo(mandateId: string): string {
  return `autopay/revoke/v1 ${mandateId}`;
}

/**
 * Signed transactions that publish `revocations`, about ten in each. The delegate's key signs each memo as
 * well, so that nobody else can write one. If the mandate's own key is no longer configured, the newest one
 * signs. Throws `ChainUnavailableError`.
 */
export function revocationPublications(
  chain: Chain,
  revocations: readonly Revocation[],
): Promise<Publication[]> {
  const entries = revocations.map(({ mandateId, reference, delegate }) => ({
    mandateId,
    reference,
    memo: revocationMemo(mandateId),
    signer: chain.delegates.find(({ address }) => address === delegate) ?? chain.delegates[0]!,
  }));
  return publications(chain, entries);
}

/** Reads per call. The plan's reference is public, so anyone may add it to their own transactions. */
const MAX_TRANSACTIONS = 100;

/**
 * The transactions that published the mandate's revocation; empty if none did. Throws `ChainUnavailableError`
 * if `node` cannot tell.
 */
export async function listRevocations(
  chain: Chain,
  { mandateId, reference, delegate }: Revocation,
  at: { node: ChainNode; minContextSlot: bigint },
): Promise<Signature[]> {
  const ours = new Set([delegate, ...chain.delegates.map(({ address }) => address)]);
  const memo = revocationMemo(mandateId);
  const { matches, isComplete } = await searchReference(
    chain,
    {
      reference,
      commitment: chain.commitment,
      examined: new Set(),
      maxTransactions: MAX_TRANSACTIONS,
      ...at,
    },
    async ({ signature, read }) => {
      const isPublished = read.instructions.some(
        ({ program, accounts, data }) =>
          program === LEGACY_MEMO_PROGRAM_ADDRESS_V3 &&
          new TextDecoder().decode(data) === memo &&
          accounts.some(({ address, isSigner }) => isSigner && ours.has(address)),
      );
      return isPublished ? [signature] : [];
    },
  );
  if (matches.length === 0 && !isComplete)
    throw new ChainUnavailableError(`Not every transaction under ${reference} could be read yet.`);
  return matches;
}
