import { getBase64EncodedWireTransaction, type Instruction, type TransactionError } from '@solana/kit';
import { formatUnits } from '../../../rules/money.ts';
import { classifyFailure } from '../failure.ts';
import { feePayerFailure } from '../fee-payer.ts';
import { priorityFee } from '../priority-fee.ts';
import { recentBlock } from '../recent-block.ts';
import { ask, type Chain } from '../rpc.ts';
import { askFresh } from '../seen-slot.ts';
import type { Signer } from '../signer.ts';
import { budgetInstructionCount, compile, sign, type SignedTransaction, withBudget } from '../transaction.ts';

/** What a plan's account costs its owner until it is deleted: the rent of 491 bytes. */
export const PLAN_RENT_LAMPORTS = 4_308_240n;

/** A transaction to send, or why it would fail; `code` is the program's own, if the instruction failed with one. */
export type BuiltPlanTransaction =
  | { kind: 'signed'; transaction: SignedTransaction }
  | { kind: 'refused'; message: string; code: number | null };

/** The code with which the program refuses to make a plan that exists. */
export const PLAN_EXISTS = 518;

/** Ten times what making a plan takes. */
const SIMULATED_UNIT_LIMIT = 50_000;
const SOL_DECIMALS = 9;

/**
 * A transaction with one instruction that a plan's owner signs, and whose fee the service pays. It was simulated and is not sent: what is
 * signed is committed first. Throws `ChainUnavailableError`.
 */
export async function buildPlanTransaction(
  chain: Chain,
  owner: Signer,
  instruction: Instruction,
): Promise<BuiltPlanTransaction> {
  const block = await recentBlock(chain);
  const microLamportsPerUnit = await priorityFee(chain, chain.feePayer.address);
  const budget = { unitLimit: SIMULATED_UNIT_LIMIT, microLamportsPerUnit };
  const parts = { feePayer: chain.feePayer.address, instructions: [instruction], lifetime: block };
  const simulated = compile(withBudget(budget, parts));
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(getBase64EncodedWireTransaction(simulated), {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
      replaceRecentBlockhash: true,
    }),
  );
  if (value.err !== null) {
    const at = budgetInstructionCount(budget);
    const code = codeOf(value.err, at);
    return { kind: 'refused', message: await explain(chain, owner, value.err, code), code };
  }
  // A fifth more than the simulation used.
  const unitLimit = Math.ceil(Number(value.unitsConsumed ?? SIMULATED_UNIT_LIMIT) * 1.2);
  const isFeePayer = owner.address === chain.feePayer.address;
  const signers = isFeePayer ? [chain.feePayer] : [chain.feePayer, owner];
  const transaction = compile(withBudget({ ...budget, unitLimit }, parts));
  return { kind: 'signed', transaction: await sign(transaction, signers, block) };
}

/** Why it would fail, in words for whoever runs the service. All of it is ours: the chain's error for an owner without SOL is a bare 1. */
async function explain(
  chain: Chain,
  owner: Signer,
  error: TransactionError,
  code: number | null,
): Promise<string> {
  const ours = await feePayerFailure(chain, error);
  if (ours !== null) return ours.message;
  if (!isAboutRent(error, code)) return classifyFailure(error, -1).message;
  const { value } = await ask(chain, (rpc) => rpc.getBalance(owner.address, { commitment: 'confirmed' }));
  return `The owner of plans ${owner.address} of ${chain.mode} mode holds only ${formatUnits(value, SOL_DECIMALS)} SOL and cannot pay a plan's rent of ${formatUnits(PLAN_RENT_LAMPORTS, SOL_DECIMALS)} SOL. Send SOL to this address.`;
}

/** The system program's `ResultWithNegativeLamports`, or an owner who is left with too little to exist. */
function isAboutRent(error: TransactionError, code: number | null): boolean {
  return code === 1 || (typeof error === 'object' && 'InsufficientFundsForRent' in error);
}

function codeOf(error: TransactionError, instructionIndex: number): number | null {
  if (typeof error !== 'object' || !('InstructionError' in error)) return null;
  const [at, reason] = error.InstructionError;
  return Number(at) === instructionIndex && typeof reason === 'object' ? Number(reason.Custom) : null;
}
