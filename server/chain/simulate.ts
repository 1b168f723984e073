import type { Address, Base64EncodedWireTransaction } from '@solana/kit';
import { classifyFailure, type Failure } from './failure.ts';
import { fromBase64, readTransaction } from './read-transaction.ts';
import { ask, type Chain } from './rpc.ts';
import { readTransfers } from './transfer.ts';

/**
 * Why a wallet's transfer would fail now, or null. Says nothing about later. Signatures are not checked, so an unsigned
 * transaction can be asked about before it is handed out. Throws ChainUnavailableError.
 */
export async function simulateTransfer(
  chain: Chain,
  transaction: string,
  reference: Address,
): Promise<Failure | null> {
  const { value } = await ask(chain, (rpc) =>
    rpc.simulateTransaction(transaction as Base64EncodedWireTransaction, {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: false,
      replaceRecentBlockhash: true,
    }),
  );
  if (value.err === null) return null;
  const read = readTransaction(fromBase64(transaction));
  const [transfer] = read === null ? [] : readTransfers(read, reference);
  return classifyFailure(value.err, transfer?.instructionIndex ?? -1);
}
