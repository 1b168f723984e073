import { saturatingU64 } from '../../../rules/money.ts';
import type { components } from '../generated/api.ts';
import { newAddress, newSignature } from './ids.ts';

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
 * Stands in for a chain: who holds how much of which token, and how much of it a delegate may take. It runs
 * no transactions; a signed one has the effect it was issued for. Amounts in atomic units, keys as
 * `owner/mint`.
 */
export interface FakeChain {
  genesisHash: string;
  /** The service's key that payers approve. */
  delegate: string;
  mints: Map<string, FakeMint>;
  /** A wallet missing here has no account of the token. */
  balances: Map<string, bigint>;
  /** The one delegate slot of each account. */
  approvals: Map<string, { delegate: string; amount: bigint }>;
  /** Accounts whose owners approved the service for refunds. */
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

/** The balance of `owner` in `mint`; null if there is no account. */
export function balanceOf(chain: FakeChain, owner: string, mint: string): bigint | null {
  return chain.balances.get(`${owner}/${mint}`) ?? null;
}

/** Adds `amount`, which may be negative, and opens the account if there is none. */
export function addBalance(chain: FakeChain, owner: string, mint: string, amount: bigint): void {
  chain.balances.set(`${owner}/${mint}`, (balanceOf(chain, owner, mint) ?? 0n) + amount);
}

/** The total supply of a token. */
export function supplyOf(chain: FakeChain, mint: string): bigint {
  return [...chain.balances].reduce((sum, [key, held]) => (key.endsWith(`/${mint}`) ? sum + held : sum), 0n);
}

/** What the delegate may still take from the account. */
export function approvedTo(chain: FakeChain, owner: string, mint: string, delegate: string): bigint {
  const approval = chain.approvals.get(`${owner}/${mint}`);
  return approval?.delegate === delegate ? approval.amount : 0n;
}

/** Replaces any approval; 0 revokes. An approval does not open an account. */
export function approve(
  chain: FakeChain,
  { owner, mint }: { owner: string; mint: string },
  { delegate, amount }: { delegate: string; amount: bigint },
): void {
  const key = `${owner}/${mint}`;
  if (amount === 0n) chain.approvals.delete(key);
  else chain.approvals.set(key, { delegate, amount: saturatingU64(amount) });
}

/** Moves tokens and returns the transaction's signature. The caller has checked the balance. */
export function move(
  chain: FakeChain,
  { from, to, mint, amount }: { from: string; to: string; mint: string; amount: bigint },
  landing: { now: number; feePayer: string; signature?: string },
): string {
  addBalance(chain, from, mint, -amount);
  addBalance(chain, to, mint, amount);
  return land(chain, landing);
}

/** Records a landed transaction and returns its signature. */
export function land(
  chain: FakeChain,
  { now, feePayer, signature = newSignature() }: { now: number; feePayer: string; signature?: string },
): string {
  chain.blockHeight += 1;
  chain.landed.set(signature, { slot: chain.blockHeight + 100, blockTime: now, feePayer });
  return signature;
}
