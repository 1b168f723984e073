import type { Address } from '@solana/kit';
import { chunksOf } from '../lib/chunks.ts';
import { ask, type Chain } from './rpc.ts';

/** 10 s: fees follow the load of the last few dozen blocks, and a batch to one payee asks once. */
const MAX_AGE_MS = 10_000;
/** One process sees the accounts of many payees; old entries are dropped above this number. */
const MAX_ENTRIES = 10_000;
/** Three of four recent blocks included a transaction at this price. */
const PERCENTILE = 0.75;

/** Enough to get from 1 micro-lamport past any cap that can be configured. */
const MAX_DOUBLINGS = 30;

interface Entry {
  readAtMs: number;
  price: Promise<bigint>;
}

const cache = new WeakMap<Chain, Map<Address, Entry>>();

/**
 * Micro-lamports per compute unit to bid for a transaction that writes to `account`: what got such
 * transactions into recent blocks, but at least the configured floor, because nodes report the lowest price
 * in each block, which is often 0 however full the blocks are. Each of `expired` earlier signatures doubles
 * it: they were outbid. Capped as configured.
 */
export async function priorityFee(chain: Chain, account: Address, expired = 0): Promise<bigint> {
  const { minPriorityFeeMicroLamports: floor, maxPriorityFeeMicroLamports: cap } = chain;
  const recent = await recentPrice(chain, account);
  const price = (recent > floor ? recent : floor) << BigInt(Math.min(expired, MAX_DOUBLINGS));
  return price < cap ? price : cap;
}

/** The limit of `getRecentPrioritizationFees`. */
const ACCOUNTS_PER_CALL = 128;

/**
 * Asks for the prices of many accounts at once. The response is the highest of them: if that is no more than the floor, which is
 * common, none needs a call of its own. Throws `ChainUnavailableError`.
 */
export async function learnPriorityFees(chain: Chain, accounts: readonly Address[]): Promise<void> {
  const unknown = [...new Set(accounts)].filter((account) => freshPrice(chain, account) === null);
  // For a single one this would be the same call.
  if (unknown.length < 2) return;
  await Promise.all(
    chunksOf(unknown, ACCOUNTS_PER_CALL).map(async (chunk) => {
      const highest = await readPrice(chain, chunk);
      if (highest > chain.minPriorityFeeMicroLamports) return;
      for (const account of chunk) remember(chain, account, Promise.resolve(highest));
    }),
  );
}

function recentPrice(chain: Chain, account: Address): Promise<bigint> {
  return freshPrice(chain, account) ?? remember(chain, account, readPrice(chain, [account]));
}

function freshPrice(chain: Chain, account: Address): Promise<bigint> | null {
  const entry = cache.get(chain)?.get(account);
  return entry && chain.clock.monotonicMs() - entry.readAtMs <= MAX_AGE_MS ? entry.price : null;
}

function remember(chain: Chain, account: Address, price: Promise<bigint>): Promise<bigint> {
  const entries = cache.get(chain) ?? new Map<Address, Entry>();
  cache.set(chain, entries);
  if (entries.size >= MAX_ENTRIES) entries.clear();
  entries.set(account, { readAtMs: chain.clock.monotonicMs(), price });
  price.catch(() => entries.delete(account));
  return price;
}

async function readPrice(chain: Chain, accounts: readonly Address[]): Promise<bigint> {
  const recent = await ask(chain, (rpc) => rpc.getRecentPrioritizationFees(accounts));
  const prices = recent
    .map((fee) => BigInt(fee.prioritizationFee))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return prices[Math.floor((prices.length - 1) * PERCENTILE)] ?? 0n;
}
