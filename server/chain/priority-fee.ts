import type { Address } from '@solana/kit';
import { ask, type Chain } from './rpc.ts';

/** 10 s: fees move with the load of the last few dozen blocks, and a batch to one payee asks once. */
const MAX_AGE_MS = 10_000;
/** Accounts of many payees pass through one process; what is old is dropped past this many. */
const MAX_ENTRIES = 1_000;
/** Three of four recent blocks admitted a transaction at this price. */
const PERCENTILE = 0.75;

interface Entry {
  readAtMs: number;
  price: Promise<bigint>;
}

const cache = new WeakMap<Chain, Map<Address, Entry>>();

/** Micro-lamports per compute unit that got transactions writing to `account` into recent blocks, capped as configured. */
export function priorityFee(chain: Chain, account: Address): Promise<bigint> {
  const entries = cache.get(chain) ?? new Map<Address, Entry>();
  cache.set(chain, entries);
  const nowMs = chain.clock.monotonicMs();
  const cached = entries.get(account);
  if (cached && nowMs - cached.readAtMs <= MAX_AGE_MS) return cached.price;
  if (entries.size >= MAX_ENTRIES) entries.clear();
  const price = readPriorityFee(chain, account);
  entries.set(account, { readAtMs: nowMs, price });
  price.catch(() => entries.delete(account));
  return price;
}

async function readPriorityFee(chain: Chain, account: Address): Promise<bigint> {
  const recent = await ask(chain, (rpc) => rpc.getRecentPrioritizationFees([account]));
  const prices = recent
    .map((fee) => BigInt(fee.prioritizationFee))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const price = prices[Math.floor((prices.length - 1) * PERCENTILE)] ?? 0n;
  return price < chain.maxPriorityFeeMicroLamports ? price : chain.maxPriorityFeeMicroLamports;
}
