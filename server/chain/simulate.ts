import type { Address, Base64EncodedWireTransaction, TransactionError } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { asJson, classifyFailure, type Failure, inChainsWords } from './failure.ts';
import { fromBase64, type ReadTransaction, readTransaction } from './read-transaction.ts';
import type { Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import { SUBSCRIPTIONS_PROGRAM } from './subscriptions/address.ts';
import { toBase64, wireBytes } from './transaction.ts';
import { readTransfers } from './transfer.ts';

/** What would happen if a signed transaction were sent now. */
export type Prospect =
  /**
   * `processed`: it is on chain. `unknown`: the node does not know its blockhash, which has expired or is
   * newer than what the node has seen.
   */
  | { kind: 'lands' | 'processed' | 'unknown' }
  /**
   * The fee payer cannot pay the network fee, or the rent of an account that the transaction creates.
   */
  | { kind: 'short_of_sol' }
  | { kind: 'fails'; failure: Failure };

/**
 * What would happen if a signed transaction were sent now, with its own blockhash. The instruction with
 * `reference` is the one that moves or delegates the money. Says nothing about later. Signatures are not
 * checked. Throws ChainUnavailableError.
 */
export async function foresee(chain: Chain, read: ReadTransaction, reference: Address): Promise<Prospect> {
  const wire = toBase64(wireBytes(read.transaction)) as Base64EncodedWireTransaction;
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(wire, {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
    }),
  );
  if (value.err === null) return { kind: 'lands' };
  if (value.err === 'AlreadyProcessed') return { kind: 'processed' };
  if (value.err === 'BlockhashNotFound') return { kind: 'unknown' };
  const money = read.instructions.find(({ accounts }) =>
    accounts.some(({ address }) => address === reference),
  );
  if (lacksSol(value.err, read)) return { kind: 'short_of_sol' };
  return { kind: 'fails', failure: classifyFailure(value.err, money?.index ?? -1) };
}

const SHORT_OF_SOL = 'The wallet that signs holds too little SOL for the network fee.';

function lacksSol(error: TransactionError, { instructions }: ReadTransaction): boolean {
  if (error === 'AccountNotFound' || error === 'InsufficientFundsForFee') return true;
  if (typeof error !== 'object') return false;
  if ('InsufficientFundsForRent' in error) return true;
  if (!('InstructionError' in error)) return false;
  const at = Number(error.InstructionError[0]);
  return instructions.some(({ index, program }) => {
    if (index !== at) return false;
    if (program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS) return true;
    // The system program's ResultWithNegativeLamports. The program's own numbers begin at 100.
    return program === SUBSCRIPTIONS_PROGRAM && customCode(error.InstructionError[1]) === 1;
  });
}

function customCode(reason: string | { Custom: number | bigint } | object): number | null {
  return typeof reason === 'object' && 'Custom' in reason ? Number(reason.Custom) : null;
}

/** Why a transfer would fail: as charges do, or since whoever pays the network fee has too little SOL for it. */
export type TransferFailure = Failure | { kind: 'short_of_sol'; message: string };

/**
 * Why a wallet's transfer would fail now, including the chain's own message, or null. Says nothing about
 * later. Signatures are not checked, so an unsigned transaction can be tested before it is issued. Throws
 * ChainUnavailableError.
 */
export async function simulateTransfer(
  chain: Chain,
  transaction: string,
  reference: Address,
): Promise<TransferFailure | null> {
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(transaction as Base64EncodedWireTransaction, {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
      replaceRecentBlockhash: true,
    }),
  );
  if (value.err === null) return null;
  const read = readTransaction(fromBase64(transaction));
  if (read !== null && lacksSol(value.err, read))
    return { kind: 'short_of_sol', message: `${SHORT_OF_SOL} The chain said: ${asJson(value.err)}` };
  const [transfer] = read === null ? [] : readTransfers(read, reference);
  const failure = classifyFailure(value.err, transfer?.instructionIndex ?? -1);
  return inChainsWords(failure, value.err, value.logs);
}
