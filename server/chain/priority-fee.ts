import type { Address } from '@solana/kit';
import { ask, type Chain } from './rpc.ts';

/** 10 s: fees follow the load of the last few dozen blocks, and a batch to one payee asks once. */
const MAX_AGE_MS = 10_000;
/** One process sees the accounts of many payees; old entries are dropped above this number. */
const MAX_ENTRIES = 1_000;
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

function recentPrice(chain: Chain, account: Address): Promise<bigint> {
  const entries = cache.get(chain) ?? new Map<Address, Entry>();
  cache.set(chain, entries);
  const nowMs = chain.clock.monotonicMs();
  const cached = entries.get(account);
  if (cached && nowMs - cached.readAtMs <= MAX_AGE_MS) return cached.price;
  if (entries.size >= MAX_ENTRIES) entries.clear();
  const price = readPrice(chain, account);
  entries.set(account, { readAtMs: nowMs, price });
  price.catch(() => entries.delete(account));
  return price;
}

async function readPrice(chain: Chain, account: Address): Promise<bigint> {
  const recent = await ask(chain, (rpc) => rpc.getRecentPrioritizationFees([account]));
  const prices = recent
    .map((fee) => BigInt(fee.prioritizationFee))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return prices[Math.floor((prices.length - 1) * PERCENTILE)] ?? 0n;
}
