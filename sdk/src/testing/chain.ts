import type { components } from '../generated/api.ts';
import { newAddress, newSignature } from './ids.ts';

const U64_MAX = 2n ** 64n - 1n;

/** A mint of the fake chain. */
export interface FakeMint {
  symbol: string;
  decimals: number;
  program: components['schemas']['TokenProgram'];
}

/** A transaction that landed. */
export interface Landed {
  slot: number;
  blockTime: number;
  feePayer: string;
}

/**
 * What stands in for a chain: who holds how much of which token, and whom they let take how much of it. No transaction is run on it;
 * those that a wallet signed take effect by what they were issued for. Amounts in atomic units, keys as `owner/mint`.
 */
export interface FakeChain {
  genesisHash: string;
  /** The service's key that payers approve. */
  delegate: string;
  mints: Map<string, FakeMint>;
  /** A wallet that is missing here has no account of the token. */
  balances: Map<string, bigint>;
  /** The one delegate slot of each account. */
  approvals: Map<string, { delegate: string; amount: bigint }>;
  /** Accounts whose owners let the service sign refunds out of their approval. */
  refundDelegations: Set<string>;
  /** By signature. */
  landed: Map<string, Landed>;
  blockHeight: number;
}

/** A chain with two stable tokens of 6 decimals, one on each token program. */
export function createChain(): FakeChain {
  return {
    genesisHash: newAddress(),
    delegate: newAddress(),
    mints: new Map([
      [newAddress(), { symbol: 'TUSD', decimals: 6, program: 'token' }],
      [newAddress(), { symbol: 'TUSD22', decimals: 6, program: 'token-2022' }],
    ]),
    balances: new Map(),
    approvals: new Map(),
    refundDelegations: new Set(),
    landed: new Map(),
    blockHeight: 1_000,
  };
}

/** What `owner` holds of `mint`; null where there is no account. */
export function balanceOf(chain: FakeChain, owner: string, mint: string): bigint | null {
  return chain.balances.get(`${owner}/${mint}`) ?? null;
}

/** Adds `amount`, which may be negative, and opens the account where there is none. */
export function addBalance(chain: FakeChain, owner: string, mint: string, amount: bigint): void {
  chain.balances.set(`${owner}/${mint}`, (balanceOf(chain, owner, mint) ?? 0n) + amount);
}

/** All there is of a token. */
export function supplyOf(chain: FakeChain, mint: string): bigint {
  return [...chain.balances].reduce((sum, [key, held]) => (key.endsWith(`/${mint}`) ? sum + held : sum), 0n);
}

/** What the delegate may still take out of the account. */
export function approvedTo(chain: FakeChain, owner: string, mint: string, delegate: string): bigint {
  const approval = chain.approvals.get(`${owner}/${mint}`);
  return approval?.delegate === delegate ? approval.amount : 0n;
}

/** Replaces whatever was approved; 0 takes it back. An approval opens no account. */
export function approve(
  chain: FakeChain,
  { owner, mint }: { owner: string; mint: string },
  { delegate, amount }: { delegate: string; amount: bigint },
): void {
  const key = `${owner}/${mint}`;
  if (amount === 0n) chain.approvals.delete(key);
  else chain.approvals.set(key, { delegate, amount: saturate(amount) });
}

/** Moves tokens and answers the transaction's signature. The caller has checked that they are there. */
export function move(
  chain: FakeChain,
  { from, to, mint, amount }: { from: string; to: string; mint: string; amount: bigint },
  landing: { now: number; feePayer: string; signature?: string },
): string {
  addBalance(chain, from, mint, -amount);
  addBalance(chain, to, mint, amount);
  return land(chain, landing);
}

/** Notes that a transaction landed, and answers its signature. */
export function land(
  chain: FakeChain,
  { now, feePayer, signature = newSignature() }: { now: number; feePayer: string; signature?: string },
): string {
  chain.blockHeight += 1;
  chain.landed.set(signature, { slot: chain.blockHeight + 100, blockTime: now, feePayer });
  return signature;
}

/** The sum, or u64 max where it would pass it: an approval cannot carry more. */
export function saturate(amount: bigint): bigint {
  return amount > U64_MAX ? U64_MAX : amount;
}
