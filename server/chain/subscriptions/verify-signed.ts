import type { Address, Instruction } from '@solana/kit';
import type { ReadInstruction, ReadTransaction } from '../read-transaction.ts';
import { type SubmitVerdict, verifySigned } from '../submit.ts';
import { programNameOf } from '../token-program.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';

/**
 * Whether the signed transaction in `wire` is one of the issued `steps`. Wallets may add instructions of other programs, but none that touch tokens.
 * Only the network can tell whether it will land.
 */
export function verifySignedStep(
  wire: Uint8Array,
  payer: Address,
  steps: readonly Issued[],
): Promise<SubmitVerdict> {
  return verifySigned(wire, payer, async (read) => {
    const found = issuedStepIn(read, steps);
    return typeof found === 'string' ? found : found.index;
  });
}

/** What was issued to be signed in one transaction. */
interface Issued {
  instructions: readonly Instruction[];
}

/**
 * The step of `steps` that a transaction takes, with the index of its last instruction: it holds that step's instructions of the Subscriptions
 * program, exactly as issued, and no others of it, nor any that touch tokens. Otherwise what is wrong with it. Signatures are not checked.
 */
export function issuedStepIn<Step extends Issued>(
  { instructions, isWhole }: ReadTransaction,
  steps: readonly Step[],
): { step: Step; index: number } | string {
  if (!isWhole) return 'It hides accounts in lookup tables.';
  if (instructions.some(({ program }) => programNameOf(program) !== null)) {
    return 'It does something with tokens beside what was issued.';
  }
  const signed = instructions.filter(({ program }) => program === SUBSCRIPTIONS_PROGRAM);
  const step = steps.find(
    ({ instructions: issued }) =>
      issued.length === signed.length && issued.every((one, at) => isSame(one, signed[at]!)),
  );
  return step === undefined
    ? 'It does not hold exactly what was issued last. Ask for the instruction again and have that signed.'
    : { step, index: signed.at(-1)!.index };
}

function isSame({ accounts = [], data = new Uint8Array() }: Instruction, signed: ReadInstruction): boolean {
  return (
    accounts.length === signed.accounts.length &&
    accounts.every(({ address }, at) => address === signed.accounts[at]!.address) &&
    Buffer.compare(new Uint8Array(data), signed.data) === 0
  );
}
