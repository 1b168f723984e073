import { getBase64EncodedWireTransaction, type Instruction, type Transaction } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { learnUnits, type Simulated, unitsOfKind } from './compute-units.ts';
import { classifyFailure, type Failure } from './failure.ts';
import { feePayerFailure } from './fee-payer.ts';
import { priorityFee } from './priority-fee.ts';
import { recentBlock } from './recent-block.ts';
import type { Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import type { Signer } from './signer.ts';
import {
  budgetInstructionCount,
  type ComputeBudget,
  sign,
  withBudget,
  type SignedTransaction,
} from './transaction.ts';
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
}

export type BuiltPull =
  | { kind: 'signed'; transaction: SignedTransaction }
  | { kind: 'refused'; failure: Failure };

/** The runtime's default for one instruction, and far above the 113 (SPL Token) to 2,069 (Token-2022) units of a pull. */
const SIMULATED_UNIT_LIMIT = 200_000;
/**
 * A fifth more than the simulation used, and at least 1,000 units: small programs vary by more than a fifth
 * of little.
 */
const withHeadroom = (units: number) => Math.max(Math.ceil(units * 1.2), units + 1_000);

/**
 * A pull, signed by the fee payer and the delegate. Nothing is sent. The first of its kind is simulated unsigned, which tells the
 * compute units for all. If the simulation fails, nothing is signed, and the failure says whose fault it is. The caller commits the
 * result before sending it. Throws `ChainUnavailableError`.
 */
export async function buildPull(chain: Chain, request: PullRequest): Promise<BuiltPull> {
  const instructions = pullInstructions(request);
  const [block, price] = await Promise.all([
    recentBlock(chain),
    priorityFee(chain, request.destination, request.expired),
  ]);
  const build = (unitLimit: number) => {
    const budget: ComputeBudget = { unitLimit, microLamportsPerUnit: price };
    const transferIndex = budgetInstructionCount(budget) + instructions.length - 1;
    const parts = withBudget(budget, { feePayer: chain.feePayer.address, instructions, lifetime: block });
    return { transferIndex, transaction: compileByTemplate(parts) };
  };
  const simulate = () => simulatePull(chain, build(SIMULATED_UNIT_LIMIT));
  const { kind, isSimulated = false } = request;
  const learn = isSimulated ? learnUnits : unitsOfKind;
  const simulated = await (kind === undefined ? simulate() : learn(chain, kind, simulate));
  if (simulated.kind === 'refused') return simulated;
  const unitLimit = withHeadroom(simulated.units);
  const { transaction } = build(unitLimit);
  return { kind: 'signed', transaction: await sign(transaction, [chain.feePayer, request.delegate], block) };
}

async function simulatePull(
  chain: Chain,
  { transaction, transferIndex }: { transaction: Transaction; transferIndex: number },
): Promise<Simulated> {
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

/** The transfer, preceded by its memo if there is one. Token-2022 requires the memo directly before it. */
function pullInstructions(request: PullRequest): Instruction[] {
  const transfer = transferInstruction({ ...request, authority: request.delegate.address });
  if (request.memo === null) return [transfer];
  return [
    getAddMemoInstruction({ memo: request.memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
    transfer,
  ];
}
