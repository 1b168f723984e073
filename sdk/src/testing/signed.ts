import { Refusal } from './refusal.ts';
import {
  type Instruction,
  isFullySigned,
  type ReadTransaction,
  readTransaction,
  signatureOf,
} from './transaction.ts';
import type { Bytes } from './bytes.ts';

/** What a wallet was given to sign. */
export interface Issued {
  feePayer: string;
  instruction: Instruction;
  /** The issued transaction, base64, where the signed one must live under its very blockhash. */
  transaction?: string;
}

/** A transaction that a wallet signed as it was issued. */
export interface Signed {
  /** Names the transaction on chain. */
  signature: string;
  /** The bytes of its one matching instruction: an amount in them may be another than was issued. */
  data: Bytes;
}

/**
 * What the wallet signed, by its meaning: wallets may add instructions of their own. It must hold the issued instruction exactly once,
 * pay its own fee and be fully signed; `anyAmount` lets another amount pass. Throws transaction_not_issued.
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

/** The refusal of what a wallet made of an issued transaction. */
export function notIssued(message: string): Refusal {
  return new Refusal('transaction_not_issued', { param: 'signedTransaction', message });
}

/** The amount in the data of an ApproveChecked or a TransferChecked. */
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
