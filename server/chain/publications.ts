import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import type { PlanTerms } from '../../rules/references.ts';
import { planMemo, planReference } from './plan.ts';
import { priorityFee } from './priority-fee.ts';
import { type RecentBlock, recentBlock } from './recent-block.ts';
import type { Chain } from './rpc.ts';
import type { Signer } from './signer.ts';
import {
  compile,
  withBudget,
  MAX_TRANSACTION_BYTES,
  sign,
  type SignedTransaction,
  wireBytes,
} from './transaction.ts';

/** One transaction that writes something about some mandates on chain. */
export interface Publication {
  mandateIds: string[];
  transaction: SignedTransaction;
  /** What it costs if it lands. */
  feeLamports: bigint;
}

/** One line about one mandate. */
export interface PublicationEntry {
  mandateId: string;
  /** The line can be found by this address. */
  reference: Address;
  memo: string;
  /** Signs the line as well; otherwise anybody could have written it. */
  signer?: Signer;
}

/** A memo of 400 bytes takes about 30,000 units (it is checked as UTF-8 and logged), and a packet holds 1,232 bytes. */
const UNIT_LIMIT = 200_000;
const LAMPORTS_PER_SIGNATURE = 5_000n;

/**
 * Signed transactions that publish `plans`, as many plans in each as fit into a packet (2 or 3). Each plan is
 * a memo with its terms and lists its reference among the accounts, so that the plan can be found by it.
 * Throws `ChainUnavailableError`.
 */
export function planPublications(chain: Chain, plans: readonly PlanTerms[]): Promise<Publication[]> {
  return publications(
    chain,
    plans.map((plan) => ({
      mandateId: plan.mandateId,
      reference: planReference(plan),
      memo: planMemo(plan),
    })),
  );
}

/**
 * Signed transactions that publish `entries`, as many in each as fit into a packet. Throws
 * `ChainUnavailableError`.
 */
export async function publications(
  chain: Chain,
  entries: readonly PublicationEntry[],
): Promise<Publication[]> {
  const block = await recentBlock(chain);
  const microLamportsPerUnit = await priorityFee(chain, chain.feePayer.address);
  const compileFor = (group: readonly PublicationEntry[]) =>
    compile(
      withBudget(
        { unitLimit: UNIT_LIMIT, microLamportsPerUnit },
        { feePayer: chain.feePayer.address, instructions: publish(chain, group), lifetime: block },
      ),
    );
  const groups = pack(entries, (group) => wireBytes(compileFor(group)).length <= MAX_TRANSACTION_BYTES);
  const bid = (BigInt(UNIT_LIMIT) * microLamportsPerUnit + 999_999n) / 1_000_000n;
  return Promise.all(groups.map((group) => signGroup(chain, group, compileFor(group), block, bid)));
}

async function signGroup(
  chain: Chain,
  entries: readonly PublicationEntry[],
  transaction: ReturnType<typeof compile>,
  block: RecentBlock,
  bidLamports: bigint,
): Promise<Publication> {
  const mandateIds = entries.map(({ mandateId }) => mandateId);
  const signers = new Set([chain.feePayer, ...entries.flatMap(({ signer }) => signer ?? [])]);
  const feeLamports = BigInt(signers.size) * LAMPORTS_PER_SIGNATURE + bidLamports;
  return { mandateIds, transaction: await sign(transaction, [...signers], block), feeLamports };
}

/**
 * The memo program requires every account of its instruction to sign, and nobody can sign for a reference. So
 * the references go on a zero transfer from the fee payer to itself, as in Solana Pay.
 */
function publish(chain: Chain, entries: readonly PublicationEntry[]): Instruction[] {
  const feePayer = chain.feePayer.address;
  const carrier = getTransferSolInstruction({
    source: createNoopSigner(feePayer),
    destination: feePayer,
    amount: 0n,
  });
  const references = entries.map(({ reference }) => ({ address: reference, role: AccountRole.READONLY }));
  const memos = entries.map(({ memo, signer }) =>
    getAddMemoInstruction(
      { memo, ...(signer === undefined ? {} : { signers: [createNoopSigner(signer.address)] }) },
      { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    ),
  );
  return [{ ...carrier, accounts: [...carrier.accounts, ...references] }, ...memos];
}

/** Groups `entries` in order, each group as long as `fits` allows. A single entry always makes a group. */
function pack(
  entries: readonly PublicationEntry[],
  fits: (group: readonly PublicationEntry[]) => boolean,
): PublicationEntry[][] {
  const groups: PublicationEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && fits([...group, entry])) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
