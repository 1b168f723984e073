import { CheckoutError } from '@autopay/checkout-js';
import {
  type DecodedInstruction,
  openTransaction,
  readMessage,
  TOKEN_PROGRAMS,
  tokenAccountOf,
} from '@autopay/checkout-js/inspect';
import { bytesFromBase64 } from '@autopay/checkout-js/wallets';

/** What the payer was shown: who may collect how much from their token account once they have signed. */
export interface ShownDelegation {
  payer: string;
  mint: string;
  decimals: number;
  tokenProgram: string;
  /** What may be collected in all, atomic units; 0 takes the approval back from whoever has it. */
  amountAtomic: bigint;
  /** The keys of this service that it may be left with; the bytes name one of them. */
  delegates: readonly string[];
  /** The mandate whose terms it renews; null for an approval that is only lowered. */
  reference: string | null;
  /** References of the payer's others that it moves to another key, in any order. */
  carried?: readonly string[];
}

/** Discriminators of both token programs' instructions. */
const REVOKE = 5;
const APPROVE_CHECKED = 13;

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const SET_COMPUTE_UNIT_LIMIT = 2;

/**
 * Throws transaction_mismatch unless the unsigned transaction (base64) does exactly what was shown to the payer's own token account, in one
 * instruction, and nothing else but limit its compute units. It is paid and signed by the payer alone.
 */
export async function inspectDelegation(transaction: string, shown: ShownDelegation): Promise<void> {
  const main = onlyInstruction(transaction, shown.payer);
  const program = TOKEN_PROGRAMS.get(shown.tokenProgram);
  expectShown(program !== undefined && main.programAddress === program, 'it is for another program');
  const source = await tokenAccountOf(shown.payer, shown.mint, program);
  if (shown.amountAtomic === 0n) expectRevoke(main, source, shown);
  else expectApproval(main, source, shown);
}

/**
 * The one instruction of an unsigned transaction (base64) beside the limit of its compute units; the payer alone signs and pays. Throws
 * transaction_mismatch if it is anything else.
 */
export function onlyInstruction(transaction: string, payer: string): DecodedInstruction {
  const { signatures, message } = openTransaction(bytesFromBase64(transaction));
  expectShown(
    signatures.every((signature) => signature.every((byte) => byte === 0)),
    'the transaction is signed already',
  );
  const { signers, lookupTables, instructions } = readMessage(message);
  expectShown(lookupTables === 0, 'the transaction hides accounts in lookup tables');
  expectShown(signers.length === 1 && signers[0] === payer, 'it is not signed by the payer alone');
  const [main, ...others] = instructions.filter((instruction) => !isUnitLimit(instruction));
  expectShown(main !== undefined && others.length === 0, 'the transaction does more than what was shown');
  return main;
}

function expectRevoke({ accounts, data }: DecodedInstruction, source: string, shown: ShownDelegation): void {
  expectShown(data.length === 1 && data[0] === REVOKE, 'it does not take the approval back');
  expectAccounts(accounts, [source, shown.payer]);
}

function expectApproval(
  { accounts, data }: DecodedInstruction,
  source: string,
  { mint, payer, decimals, amountAtomic, delegates, reference, carried = [] }: ShownDelegation,
): void {
  expectShown(data.length === 10 && data[0] === APPROVE_CHECKED, 'it is not an approval');
  const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
  expectShown(amount === amountAtomic, 'the amount is not the one shown');
  expectShown(data[9] === decimals, 'the decimals are not the ones shown');
  const delegate = accounts[2]?.address;
  expectShown(delegate !== undefined && delegates.includes(delegate), 'it approves somebody else');
  const own = [source, mint, delegate, payer, ...(reference === null ? [] : [reference])];
  const others = accounts.slice(own.length).map(({ address }) => address);
  // The same ones, each once: then their order means nothing.
  const isSame =
    others.length === carried.length &&
    new Set(others).size === carried.length &&
    carried.every((one) => others.includes(one));
  expectAccounts(accounts, [...own, ...(isSame ? others : carried)]);
}

/** The very first is written to; roles beyond that follow from the payer being the only signer. */
function expectAccounts(accounts: DecodedInstruction['accounts'], expected: readonly string[]): void {
  expectShown(
    accounts.length === expected.length &&
      accounts.every(({ address }, index) => address === expected[index]) &&
      accounts[0]!.writable,
    'it is about other accounts than shown',
  );
}

function isUnitLimit({ programAddress, accounts, data }: DecodedInstruction): boolean {
  return (
    programAddress === COMPUTE_BUDGET_PROGRAM &&
    accounts.length === 0 &&
    data.length === 5 &&
    data[0] === SET_COMPUTE_UNIT_LIMIT
  );
}

/** Throws transaction_mismatch unless it `holds`. */
export function expectShown(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new CheckoutError('transaction_mismatch', `Nothing was signed: ${problem}.`);
}
