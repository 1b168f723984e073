import { AccountRole, createNoopSigner, type Instruction } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { planMemo, planReference, type PlanTerms } from './plan.ts';
import { priorityFee } from './priority-fee.ts';
import { type RecentBlock, recentBlock } from './recent-block.ts';
import type { Chain } from './rpc.ts';
import { compile, MAX_TRANSACTION_BYTES, sign, type SignedTransaction, wireBytes } from './transaction.ts';

/** One transaction that writes the terms of some mandates on chain. */
export interface PlanPublication {
  mandateIds: string[];
  transaction: SignedTransaction;
}

/** A memo of 400 bytes takes about 30,000 units (it is checked as UTF-8 and logged), and at most three fit. */
const UNIT_LIMIT = 200_000;

/**
 * The signed transactions that publish `plans`, as many plans in each as fit into a packet (2 or 3). Each plan is a memo
 * with its terms, and its reference is among the accounts, so that the plan is found by it. Throws `ChainUnavailableError`.
 */
export async function planPublications(
  chain: Chain,
  plans: readonly PlanTerms[],
): Promise<PlanPublication[]> {
  const block = await recentBlock(chain);
  const microLamportsPerUnit = await priorityFee(chain, chain.feePayer.address);
  const compileFor = (group: readonly PlanTerms[]) =>
    compile(
      chain.feePayer.address,
      { unitLimit: UNIT_LIMIT, microLamportsPerUnit },
      publish(chain, group),
      block,
    );
  const groups = pack(plans, (group) => wireBytes(compileFor(group)).length <= MAX_TRANSACTION_BYTES);
  return Promise.all(groups.map((group) => signGroup(chain, group, compileFor(group), block)));
}

async function signGroup(
  chain: Chain,
  plans: readonly PlanTerms[],
  transaction: ReturnType<typeof compile>,
  block: RecentBlock,
): Promise<PlanPublication> {
  const mandateIds = plans.map((plan) => plan.mandateId);
  return { mandateIds, transaction: await sign(transaction, [chain.feePayer], block) };
}

/**
 * The memo program wants every account of its instruction to sign, and nobody can sign for a reference. So the references
 * go with a transfer of nothing from the fee payer to itself, as in Solana Pay.
 */
function publish(chain: Chain, plans: readonly PlanTerms[]): Instruction[] {
  const feePayer = chain.feePayer.address;
  const carrier = getTransferSolInstruction({
    source: createNoopSigner(feePayer),
    destination: feePayer,
    amount: 0n,
  });
  const references = plans.map((plan) => ({ address: planReference(plan), role: AccountRole.READONLY }));
  const memos = plans.map((plan) =>
    getAddMemoInstruction({ memo: planMemo(plan) }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
  );
  return [{ ...carrier, accounts: [...carrier.accounts, ...references] }, ...memos];
}

/** `plans` in order, each group as long as `fits` allows. One plan always makes a group. */
function pack(plans: readonly PlanTerms[], fits: (group: readonly PlanTerms[]) => boolean): PlanTerms[][] {
  const groups: PlanTerms[][] = [];
  for (const plan of plans) {
    const group = groups.at(-1);
    if (group && fits([...group, plan])) group.push(plan);
    else groups.push([plan]);
  }
  return groups;
}
