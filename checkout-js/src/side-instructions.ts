import type { DecodedInstruction } from './decode-instruction.ts';
import { expectShown, type ShownTerms } from './shown-terms.ts';
import { ASSOCIATED_TOKEN_PROGRAM, tokenAccountOf } from './token-account.ts';

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Memo, which a Token-2022 account may require before each transfer to it. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const CREATE_IDEMPOTENT = 1;

/** The most compute units a transaction may use; assumed if it sets no limit. */
const MAX_COMPUTE_UNITS = 1_400_000n;
/**
 * 0.001 SOL, a hundred times a usual priority fee: the payer pays it, so the service must not be free to
 * choose it.
 */
const MAX_PRIORITY_FEE_LAMPORTS = 1_000_000n;

/**
 * Throws transaction_mismatch unless the instructions beside the main one are harmless: a compute limit, a
 * modest compute price and, for a one-time purchase only, a memo and the creation of the payee's token
 * account at the payer's expense.
 */
export async function expectSideInstructions(
  instructions: DecodedInstruction[],
  terms: ShownTerms,
): Promise<void> {
  let units = MAX_COMPUTE_UNITS;
  let microLamports = 0n;
  for (const instruction of instructions) {
    const { programAddress, accounts, data } = instruction;
    const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const once = terms.sellMode === 'once';
    if (
      programAddress === COMPUTE_BUDGET_PROGRAM &&
      data[0] === SET_COMPUTE_UNIT_LIMIT &&
      data.length === 5
    ) {
      units = BigInt(bytes.getUint32(1, true));
    } else if (
      programAddress === COMPUTE_BUDGET_PROGRAM &&
      data[0] === SET_COMPUTE_UNIT_PRICE &&
      data.length === 9
    ) {
      microLamports = bytes.getBigUint64(1, true);
    } else if (once && programAddress === ASSOCIATED_TOKEN_PROGRAM) {
      await expectPayeeAccountCreation(instruction, terms);
    } else {
      expectShown(
        once && programAddress === MEMO_PROGRAM && accounts.length === 0,
        'the transaction does more than what was shown',
      );
    }
  }
  const feeLamports = (units * microLamports) / 1_000_000n;
  expectShown(feeLamports <= MAX_PRIORITY_FEE_LAMPORTS, `the priority fee is ${feeLamports} lamports`);
}

async function expectPayeeAccountCreation(
  { accounts, data }: DecodedInstruction,
  terms: ShownTerms,
): Promise<void> {
  const { payer, payee, mint, tokenProgram } = terms;
  const created = await tokenAccountOf(payee, mint, tokenProgram);
  const expected = [payer, created, payee, mint, SYSTEM_PROGRAM, tokenProgram];
  const same =
    accounts.length === expected.length &&
    accounts.every((account, index) => account.address === expected[index]);
  expectShown(
    data.length === 1 && data[0] === CREATE_IDEMPOTENT && same,
    "the account it creates is not the payee's",
  );
}
