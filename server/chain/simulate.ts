import type { Address, Base64EncodedWireTransaction } from '@solana/kit';
import { classifyFailure, type Failure } from './failure.ts';
import { fromBase64, type ReadTransaction, readTransaction } from './read-transaction.ts';
import type { Chain } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import { toBase64, wireBytes } from './transaction.ts';
import { readTransfers } from './transfer.ts';

/**
 * Why a transaction, whose last instruction moves or delegates the money, would fail now under its own blockhash, or null: asked
 * before the service adds a signature that costs it a fee. Signatures are not checked. Throws ChainUnavailableError.
 */
export async function simulateAsIs(
  chain: Chain,
  { transaction, instructions }: ReadTransaction,
): Promise<Failure | null> {
  const wire = toBase64(wireBytes(transaction)) as Base64EncodedWireTransaction;
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(wire, {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
    }),
  );
  return value.err === null ? null : classifyFailure(value.err, instructions.length - 1);
}

/**
 * Why a wallet's transfer would fail now, or null. Says nothing about later. Signatures are not checked, so an unsigned
 * transaction can be asked about before it is handed out. Throws ChainUnavailableError.
 */
export async function simulateTransfer(
  chain: Chain,
  transaction: string,
  reference: Address,
): Promise<Failure | null> {
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
  const [transfer] = read === null ? [] : readTransfers(read, reference);
  return classifyFailure(value.err, transfer?.instructionIndex ?? -1);
}
