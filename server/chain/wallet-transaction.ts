import {
  type Address,
  type Blockhash,
  getAddressEncoder,
  type Instruction,
  isSignerRole,
  isWritableRole,
} from '@solana/kit';
import { recentBlock } from './recent-block.ts';
import type { Chain } from './rpc.ts';
import { compile, withBudget, toBase64, wireBytes } from './transaction.ts';

/** A transaction for a wallet to sign. */
export interface WalletTransaction {
  /** Base64 of the unsigned v0 transaction. */
  transaction: string;
  /** The message bytes, to compare with what is signed later. */
  message: Uint8Array;
  blockhash: Blockhash;
  lastValidBlockHeight: bigint;
  /** Block height and slot at issuance: they determine when it can no longer land. */
  blockHeight: bigint;
  slot: bigint;
}

/**
 * 200,000 units, the runtime's default for one instruction: an approval takes under 5,000 and a new token
 * account under 30,000; the rest leaves room for guard instructions that wallets add. The wallet sets the
 * price.
 */
const UNIT_LIMIT = 200_000;

/** `instructions` as an unsigned transaction that `feePayer` pays for. Throws `ChainUnavailableError`. */
export async function unsignedTransaction(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
): Promise<WalletTransaction> {
  const block = await recentBlock(chain);
  const budget = { unitLimit: UNIT_LIMIT, microLamportsPerUnit: null };
  const transaction = compile(withBudget(budget, { feePayer, instructions, lifetime: block }));
  return {
    transaction: toBase64(wireBytes(transaction)),
    message: new Uint8Array(transaction.messageBytes),
    blockhash: block.blockhash,
    lastValidBlockHeight: block.lastValidBlockHeight,
    blockHeight: block.blockHeight,
    slot: block.slot,
  };
}

/**
 * One instruction for wallets that build the transaction themselves: base64 of the bincode layout of Solana's
 * `Instruction`. Program; u64 count, then each account as 32 bytes, signer byte, writable byte; u64 length, data.
 */
export function encodeInstruction({
  programAddress,
  accounts = [],
  data = new Uint8Array(),
}: Instruction): string {
  const address = getAddressEncoder();
  const parts = [
    address.encode(programAddress),
    u64(accounts.length),
    ...accounts.flatMap((account) => [
      address.encode(account.address),
      [Number(isSignerRole(account.role)), Number(isWritableRole(account.role))],
    ]),
    u64(data.length),
    data,
  ];
  return toBase64(Uint8Array.from(parts.flatMap((part) => [...part])));
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}
