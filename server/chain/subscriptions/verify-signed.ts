import type { Address, Instruction } from '@solana/kit';
import type { ReadInstruction } from '../read-transaction.ts';
import { type SubmitVerdict, verifySigned } from '../submit.ts';
import { programNameOf } from '../token-program.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';

/**
 * Whether the signed transaction in `wire` is one of the issued `steps`: it holds that step's instructions of the Subscriptions program, exactly as
 * issued, and no others of it. Wallets may add instructions of other programs, but none that touch tokens. Only the network can tell whether it will
 * land.
 */
export function verifySignedStep(
  wire: Uint8Array,
  payer: Address,
  steps: readonly (readonly Instruction[])[],
): Promise<SubmitVerdict> {
  return verifySigned(wire, payer, async ({ instructions, isWhole }) => {
    if (!isWhole) return 'It hides accounts in lookup tables.';
    if (instructions.some(({ program }) => programNameOf(program) !== null)) {
      return 'It does something with tokens beside what was issued.';
    }
    const signed = instructions.filter(({ program }) => program === SUBSCRIPTIONS_PROGRAM);
    const isIssued = steps.some(
      (step) => step.length === signed.length && step.every((issued, at) => isSame(issued, signed[at]!)),
    );
    return isIssued
      ? signed.at(-1)!.index
      : 'It does not hold exactly what was issued last. Ask for the instruction again and have that signed.';
  });
}

function isSame({ accounts = [], data = new Uint8Array() }: Instruction, signed: ReadInstruction): boolean {
  return (
    accounts.length === signed.accounts.length &&
    accounts.every(({ address }, at) => address === signed.accounts[at]!.address) &&
    Buffer.compare(new Uint8Array(data), signed.data) === 0
  );
}
