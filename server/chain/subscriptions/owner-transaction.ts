import type { Address, Base64EncodedWireTransaction, Instruction, TransactionError } from '@solana/kit';
import { classifyFailure } from '../failure.ts';
import { recentBlock } from '../recent-block.ts';
import { fromBase64, isFullySigned, readTransaction } from '../read-transaction.ts';
import { ask, type Chain } from '../rpc.ts';
import { askFresh } from '../seen-slot.ts';
import type { SignedBytes } from '../signed-bytes.ts';
import { compile, toBase64, wireBytes } from '../transaction.ts';
import { unsignedTransaction, type WalletTransaction } from '../wallet-transaction.ts';

/** A transaction for the owner of a plan to sign and pay for, or why the chain would refuse it. */
export type OwnerTransaction =
  | { kind: 'issued'; issued: WalletTransaction }
  | { kind: 'refused'; message: string };

/**
 * A transaction of the first of these forms that the chain's version of the program takes. It is simulated as if the service paid its fee: what the
 * owner's wallet holds is seen when it is submitted. Throws `ChainUnavailableError`.
 */
export async function ownerTransaction(
  chain: Chain,
  owner: Address,
  forms: readonly Instruction[],
): Promise<OwnerTransaction> {
  let message = '';
  for (const form of forms) {
    const error = await simulateForm(chain, form);
    if (error === null) return { kind: 'issued', issued: await unsignedTransaction(chain, owner, [form]) };
    message = classifyFailure(error, -1).message;
  }
  return { kind: 'refused', message };
}

async function simulateForm(chain: Chain, form: Instruction): Promise<TransactionError | null> {
  const lifetime = await recentBlock(chain);
  const parts = { feePayer: chain.feePayer.address, instructions: [form], lifetime };
  return simulate(chain, wireBytes(compile(parts)), { replaceRecentBlockhash: true });
}

/** Why the chain would refuse a transaction that its owner has signed, in words for them; null if it would not, or cannot tell. */
export async function foreseeOwned(chain: Chain, { wire }: SignedBytes): Promise<string | null> {
  const error = await simulate(chain, wire, { replaceRecentBlockhash: false });
  if (error === null || error === 'AlreadyProcessed' || error === 'BlockhashNotFound') return null;
  if (lacksSol(error)) {
    return 'The wallet does not hold enough SOL for the network fee, and where it makes a plan for its rent of 0.0043 SOL.';
  }
  return `The chain refuses it: ${classifyFailure(error, -1).message}.`;
}

async function simulate(
  chain: Chain,
  wire: Uint8Array,
  { replaceRecentBlockhash }: { replaceRecentBlockhash: boolean },
): Promise<TransactionError | null> {
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(toBase64(wire) as Base64EncodedWireTransaction, {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
      ...(replaceRecentBlockhash ? { replaceRecentBlockhash } : {}),
    }),
  );
  return value.err;
}

/** Who cannot pay the fee, or the rent of what is created: the system program's error for that is a bare 1. */
function lacksSol(error: TransactionError): boolean {
  if (error === 'AccountNotFound' || error === 'InsufficientFundsForFee') return true;
  if (typeof error !== 'object') return false;
  if ('InsufficientFundsForRent' in error) return true;
  if (!('InstructionError' in error)) return false;
  const reason = error.InstructionError[1];
  return typeof reason === 'object' && 'Custom' in reason && Number(reason.Custom) === 1;
}

/**
 * The bytes and signature of a signed transaction whose message is exactly `message`; a string says why it is not. A wallet may change nothing: the
 * owner of a plan signs what was shown.
 */
export async function readSignedAs(
  message: Uint8Array,
  signedTransaction: string,
): Promise<SignedBytes | string> {
  const read = readSafely(signedTransaction);
  if (read === null) return 'It is not a Solana transaction.';
  if (!Buffer.from(message).equals(Buffer.from(read.transaction.messageBytes)))
    return 'It is not the transaction that was issued last, byte for byte. Have that one signed unchanged, or ask for a new one.';
  if (read.signature === null || !(await isFullySigned(read)))
    return "It does not bear the signature of the plan's owner.";
  return { signature: read.signature, wire: wireBytes(read.transaction) };
}

function readSafely(signedTransaction: string) {
  try {
    return readTransaction(fromBase64(signedTransaction));
  } catch {
    return null;
  }
}

/** The block height that is finalized, and its slot: past a transaction's last height nothing of it can land. Throws `ChainUnavailableError`. */
export async function finalizedHeight(chain: Chain): Promise<{ height: bigint; slot: bigint }> {
  const epoch = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }));
  return { height: epoch.blockHeight, slot: epoch.absoluteSlot };
}
