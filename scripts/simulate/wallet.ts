import { randomBytes } from 'node:crypto';
import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '../../server/localnet/chain.ts';
import { generateKeypair, type Keypair } from '../../server/localnet/keypair.ts';
import { encodeMessage } from '../../server/localnet/message.ts';
import { airdrop } from '../../server/localnet/own-transactions.ts';
import { mintTo } from '../../server/localnet/test-tokens.ts';
import { assembleTransaction, parseTransaction } from '../../server/localnet/wire.ts';

/** Somebody with a key: a payer, a payee or a stranger. */
export interface Wallet {
  key: Keypair;
  address: Address;
  /** The associated account of the world's token. */
  tokens: Address;
}

/** A wallet with some SOL for fees and `amountAtomic` of `mint`. */
export async function newWallet(chain: Chain, mint: Address, amountAtomic: bigint): Promise<Wallet> {
  const key = generateKeypair();
  airdrop(chain, key.address, 1_000_000_000);
  const { tokenAccount } = await mintTo(chain, mint, key.address, amountAtomic);
  return { key, address: key.address, tokens: tokenAccount };
}

/** What the service issued (base64), with the wallet's signature, which must be the first and only one missing. */
export function signIssued({ key }: Wallet, transaction: string): string {
  const bytes = Buffer.from(transaction, 'base64');
  const message = bytes.subarray(1 + 64 * bytes[0]!);
  bytes.set(key.sign(message), 1);
  return bytes.toString('base64');
}

/** Lands instructions that the wallet alone signs, in the newest slot. Returns whether they succeeded. */
export function land(chain: Chain, { key, address }: Wallet, instructions: Instruction[]): boolean {
  const message = encodeMessage(address, chain.blockhashes.at(chain.slots.current()), instructions);
  const tx = parseTransaction(assembleTransaction([key.sign(message)], message));
  if (chain.isProcessed(tx)) return false;
  return chain.land(tx).outcome.err === null;
}

/** A number that makes two otherwise equal transactions differ. */
export function nonce(): number {
  return randomBytes(4).readUInt32LE();
}
