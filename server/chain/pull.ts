import {
  type Address,
  getBase64EncodedWireTransaction,
  type Instruction,
  type Transaction,
} from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { learnUnits, type Simulated, unitsOfKind } from './compute-units.ts';
import { classifyFailure, type Failure } from './failure.ts';
import { feePayerFailure } from './fee-payer.ts';
import { priorityFee } from './priority-fee.ts';
import { type RecentBlock, recentBlock } from './recent-block.ts';
import type { Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import type { Signer } from './signer.ts';
import { transferOfSubscription } from './subscriptions/instructions.ts';
import {
  budgetInstructionCount,
  budgetInstructions,
  type ComputeBudget,
  MAX_TRANSACTION_BYTES,
  sign,
  withBudget,
  type SignedTransaction,
} from './transaction.ts';
import { transactionBytes } from './transaction-size.ts';
import { compileByTemplate } from './transaction-template.ts';
import { type Transfer, transferInstruction } from './transfer.ts';

/** A transfer that the delegate signs and the service pays for. */
export interface PullRequest extends Omit<Transfer, 'authority'> {
  delegate: Signer;
  /** A memo right before the transfer, for destinations that require one; else null. */
  memo: string | null;
  /** How many signatures for this money expired without landing (default 0). Each raises the priority fee. */
  expired?: number;
  /** Pulls of one kind need the same compute units: the first is simulated. Without a kind, each is. */
  kind?: string;
  /** Whether it is simulated although the units of its kind are known, so that a failure is found before it is signed. */
  isSimulated?: boolean;
  /** Whose subscription to which plan it is pulled through; null where the owner of the source approved the delegate. */
  subscription: { payer: Address; plan: Address } | null;
}

/** A pull with the instructions that make it. */
export interface Pull extends PullRequest {
  instructions: readonly Instruction[];
}

/** The transfer, preceded by its memo if there is one. Token-2022 requires the memo directly before it. */
export async function preparePull(request: PullRequest): Promise<Pull> {
  const transfer = await transferOf(request);
  if (request.memo === null) return { ...request, instructions: [transfer] };
  const memo = getAddMemoInstruction(
    { memo: request.memo },
    { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
  );
  return { ...request, instructions: [memo, transfer] };
}

/**
 * The runtime's default for one instruction, and far above the 113 (SPL Token) to 2,069 (Token-2022) units of a plain pull, and the 5,000 to 20,000 of
 * one through a subscription.
 */
const SIMULATED_UNIT_LIMIT = 200_000;
/**
 * A fifth more than the simulation used, and at least 1,000 units: small programs vary by more than a fifth
 * of little.
 */
const withHeadroom = (units: number) => Math.max(Math.ceil(units * 1.2), units + 1_000);

/** The price is that of the fee market, and takes as many bytes whatever it is. */
const SIZED_BUDGET = budgetInstructions({ unitLimit: SIMULATED_UNIT_LIMIT, microLamportsPerUnit: 1n });

/**
 * Whether these pulls fit into the 1,232 bytes of one transaction. As many do: 10 of approved delegates, each of which takes 82 bytes, or 7 with
 * memos; 3 through subscriptions, whether to one plan or to several.
 */
export function fitTogether({ feePayer }: Pick<Chain, 'feePayer'>, pulls: readonly Pull[]): boolean {
  const instructions = [...SIZED_BUDGET, ...pulls.flatMap((pull) => pull.instructions)];
  return transactionBytes(feePayer.address, instructions) <= MAX_TRANSACTION_BYTES;
}

/**
 * The compute units that a pull uses, or why it would fail. The first of its kind is simulated unsigned, which tells the units for all. A
 * failure says whose fault it is. Throws `ChainUnavailableError`.
 */
export function unitsOfPull(chain: Chain, pull: Pull): Promise<Simulated> {
  const { kind, isSimulated = false } = pull;
  const simulate = () => simulatePull(chain, pull);
  if (kind === undefined) return simulate();
  return isSimulated ? learnUnits(chain, kind, simulate) : unitsOfKind(chain, kind, simulate);
}

/**
 * One transaction with these pulls to one destination by one delegate, of which either all move money or none does. It is signed by the
 * fee payer and the delegate, and not sent: the caller commits it first. `units` is what all of them use together. Throws
 * `ChainUnavailableError`.
 */
export async function signPulls(
  chain: Chain,
  pulls: readonly [Pull, ...Pull[]],
  units: number,
): Promise<SignedTransaction> {
  const [{ delegate }] = pulls;
  const block = await recentBlock(chain);
  const { transaction } = await compilePulls(chain, pulls, { unitLimit: withHeadroom(units), block });
  return sign(transaction, [chain.feePayer, delegate], block);
}

export type BuiltPull =
  | { kind: 'signed'; transaction: SignedTransaction }
  | { kind: 'refused'; failure: Failure };

/** A transaction of its own for one pull; if its simulation fails, nothing is signed. Throws `ChainUnavailableError`. */
export async function buildPull(chain: Chain, request: PullRequest): Promise<BuiltPull> {
  const pull = await preparePull(request);
  const simulated = await unitsOfPull(chain, pull);
  if (simulated.kind === 'refused') return simulated;
  return { kind: 'signed', transaction: await signPulls(chain, [pull], simulated.units) };
}

async function compilePulls(
  chain: Chain,
  pulls: readonly [Pull, ...Pull[]],
  { unitLimit, block }: { unitLimit: number; block: RecentBlock },
): Promise<{ transaction: Transaction; transferIndex: number }> {
  const [{ destination }] = pulls;
  const expired = Math.max(...pulls.map((pull) => pull.expired ?? 0));
  const price = await priorityFee(chain, destination, expired);
  const budget: ComputeBudget = { unitLimit, microLamportsPerUnit: price };
  const instructions = pulls.flatMap((pull) => pull.instructions);
  const parts = withBudget(budget, { feePayer: chain.feePayer.address, instructions, lifetime: block });
  const transferIndex = budgetInstructionCount(budget) + instructions.length - 1;
  return { transaction: compileByTemplate(parts), transferIndex };
}

async function simulatePull(chain: Chain, pull: Pull): Promise<Simulated> {
  const block = await recentBlock(chain);
  const { transaction, transferIndex } = await compilePulls(chain, [pull], {
    unitLimit: SIMULATED_UNIT_LIMIT,
    block,
  });
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
      replaceRecentBlockhash: true,
    }),
  );
  if (!value.err) return { kind: 'used', units: Number(value.unitsConsumed ?? SIMULATED_UNIT_LIMIT) };
  const ours = await feePayerFailure(chain, value.err);
  return { kind: 'refused', failure: ours ?? classifyFailure(value.err, transferIndex) };
}

function transferOf(request: PullRequest): Instruction | Promise<Instruction> {
  const { subscription, delegate } = request;
  if (subscription === null) return transferInstruction({ ...request, authority: delegate.address });
  return transferOfSubscription({ ...request, ...subscription, puller: delegate.address });
}
