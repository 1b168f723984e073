import type { Address, Instruction } from '@solana/kit';
import { askLocalnet, type Chain } from './rpc.ts';
import type { TokenProgramName } from './token-program.ts';
import { unsignedTransaction } from './wallet-transaction.ts';

/** A token the embedded test chain starts with. */
export interface LocalnetToken {
  mint: Address;
  symbol: string;
  decimals: number;
  programId: Address;
}

/**
 * Creates `owner`'s token account at the test chain's expense if it is missing. On a real chain nobody pays
 * for that.
 */
export async function createPayeeAccount(chain: Chain, owner: Address, mint: Address): Promise<void> {
  await askLocalnet(chain, 'autopay_createTokenAccount', [{ mint, owner }]);
}

/** The tokens of the embedded test chain, floor token first. */
export async function localnetTokens(chain: Chain): Promise<LocalnetToken[]> {
  return (await askLocalnet<{ tokens: LocalnetToken[] }>(chain, 'autopay_localnetInfo', [])).tokens;
}

/** Gives `owner` test tokens, and a token account if there is none. */
export async function mintTestTokens(
  chain: Chain,
  request: { mint: Address; owner: Address; amountAtomic: bigint },
): Promise<void> {
  const { mint, owner, amountAtomic } = request;
  await askLocalnet(chain, 'autopay_mintTo', [{ mint, owner, amount: String(amountAtomic) }]);
}

/**
 * Writes an approval into `owner`'s token account as if their wallet had signed it. Returns the slot of the
 * write as the chain reports it: other reads may come from an older slot.
 */
export async function writeApproval(
  chain: Chain,
  request: { mint: Address; owner: Address; delegate: Address; amountAtomic: bigint },
): Promise<bigint> {
  const { mint, owner, delegate, amountAtomic } = request;
  const approval = { mint, owner, delegate, amount: String(amountAtomic) };
  const { slot } = await askLocalnet<{ slot: bigint | number }>(chain, 'autopay_approve', [approval]);
  return BigInt(slot);
}

/**
 * Runs instructions as if `payer`'s wallet had signed them and paid for them, which gets the SOL for that. The programs decide as ever: throws if
 * they refuse. Returns the slot as `writeApproval` does.
 */
export async function runUnsigned(
  chain: Chain,
  payer: Address,
  instructions: readonly Instruction[],
): Promise<bigint> {
  const { transaction } = await unsignedTransaction(chain, payer, instructions);
  const { slot } = await askLocalnet<{ slot: bigint | number }>(chain, 'autopay_runUnsigned', [
    { transaction, lamports: UNSIGNED_LAMPORTS },
  ]);
  return BigInt(slot);
}

/** 0.01 SOL: the rent of an authority and a subscription is 0.0036. */
const UNSIGNED_LAMPORTS = 10_000_000;

/** A new test token, whose mint authority the test chain holds. */
export async function createTestToken(
  chain: Chain,
  request: { decimals: number; program: TokenProgramName },
): Promise<Address> {
  return (await askLocalnet<{ mint: Address }>(chain, 'autopay_createMint', [request])).mint;
}
