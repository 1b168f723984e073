import type { Address, Instruction, Signature } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Chain } from './chain.ts';
import type { Keypair } from './keypair.ts';
import { encodeMessage } from './message.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import { describeError } from './svm-errors.ts';
import { assembleTransaction, parseTransaction } from './wire.ts';

/**
 * The default 1.4 million minus one per transaction: the byte difference that makes each a distinct
 * transaction.
 */
const MAX_UNITS = 1_400_000;
const DISTINCT = 400_000;
/** 1,000 SOL at a time, so that a test cannot empty the faucet by accident. */
const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000;

let sent = 0;

/**
 * Lands a transaction that the localnet's authority pays for and signs, together with `signers`. Throws if it
 * fails.
 */
export function landOwn(chain: Chain, instructions: Instruction[], signers: Keypair[] = []): Signature {
  const slot = chain.slots.current();
  // Two equal transfers with one blockhash would be one transaction, rejected the second time.
  const units = MAX_UNITS - (sent++ % DISTINCT);
  const limit = getSetComputeUnitLimitInstruction({ units });
  const message = encodeMessage(chain.authority.address, chain.blockhashes.at(slot), [
    limit,
    ...instructions,
  ]);
  // The fee payer is always the first signer, and the instructions have no signers but those given, in order.
  const signed = [chain.authority, ...signers].map((key) => key.sign(message));
  const tx = parseTransaction(assembleTransaction(signed, message));
  const { outcome } = chain.land(tx);
  if (outcome.err) {
    const data = { err: outcome.err, logs: outcome.logs };
    throw new RpcError(-32002, `The localnet's transaction failed: ${describeError(outcome.err)}`, data);
  }
  return tx.signatures[0]!;
}

/** Gives `to` test SOL, by a real transfer. */
export function airdrop(chain: Chain, to: Address, lamports: number): Signature {
  if (lamports === 0 || lamports > MAX_AIRDROP_LAMPORTS) {
    throw invalidParams(`Invalid params: lamports must be 1 to ${MAX_AIRDROP_LAMPORTS}`);
  }
  const source = signerOf(chain);
  return landOwn(chain, [getTransferSolInstruction({ source, destination: to, amount: lamports })]);
}

/** The authority in the form that instruction builders need for a signer; `landOwn` does the signing. */
export function signerOf(chain: Chain) {
  return asSigner(chain.authority.address);
}

/** An address in a signer's place. */
export function asSigner(address: Address) {
  return { address, signTransactions: () => Promise.reject(new Error('Bug: landOwn signs')) };
}
