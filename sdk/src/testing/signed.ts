import { ApiError } from '../../../rules/api-error.ts';
import {
  type Instruction,
  isFullySigned,
  type ReadTransaction,
  readTransaction,
  signatureOf,
} from './transaction.ts';
import type { Bytes } from './bytes.ts';

/** What a wallet was asked to sign. */
export interface Issued {
  feePayer: string;
  instruction: Instruction;
  /** The issued transaction, base64, if the signed one must have the same blockhash. */
  transaction?: string;
}

/** A signed transaction that matches what was issued. */
export interface Signed {
  /** Identifies the transaction on chain. */
  signature: string;
  /** The data of its matching instruction: the amount may differ from the issued one. */
  data: Bytes;
}

/**
 * Checks a signed transaction by its meaning, since wallets may add instructions of their own. It must
 * contain the issued instruction exactly once, pay its own fee and be fully signed; `anyAmount` accepts a
 * different amount. Throws transaction_not_issued.
 */
export async function requireSigned(
  signedTransaction: string,
  { feePayer, instruction, transaction }: Issued,
  { anyAmount = false }: { anyAmount?: boolean } = {},
): Promise<Signed> {
  const read = readTransaction(signedTransaction);
  if (read === null) throw notIssued('It is not a Solana transaction.');
  if (read.feePayer !== feePayer) throw notIssued(`Its fee payer is not ${feePayer}.`);
  const issued = transaction === undefined ? null : readTransaction(transaction);
  if (issued !== null && issued.blockhash !== read.blockhash) {
    throw notIssued('Its blockhash is not one that was issued.');
  }
  const [match, ...others] = matches(read, instruction, anyAmount);
  if (match === undefined || others.length > 0) {
    throw notIssued('It does not hold exactly the one instruction that was issued.');
  }
  if (!(await isFullySigned(read))) throw notIssued('A signature is missing or does not verify.');
  return { signature: signatureOf(read), data: match };
}

/** The error for a transaction that a wallet changed. */
export function notIssued(message: string): ApiError {
  return new ApiError('transaction_not_issued', { param: 'signedTransaction', message });
}

/** The amount in the data of an ApproveChecked or TransferChecked. */
export function amountIn(data: Bytes): bigint {
  return new DataView(data.buffer).getBigUint64(1, true);
}

function matches({ instructions }: ReadTransaction, wanted: Instruction, anyAmount: boolean): Bytes[] {
  const accounts = wanted.accounts.map(({ address }) => address).join();
  const meaning = (data: Uint8Array) => (anyAmount ? [data[0], data.length] : [...data]).join();
  return instructions
    .filter(({ program }) => program === wanted.program)
    .filter((each) => each.accounts.join() === accounts && meaning(each.data) === meaning(wanted.data))
    .map(({ data }) => data);
}
