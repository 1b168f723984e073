import type { Address } from '@solana/kit';
import { chunksOf } from '../lib/chunks.ts';
import { askLocalnet, type Chain } from './rpc.ts';

/** A merchant whose test clock may be ahead of real time, by whole seconds. It never goes back. */
export interface MerchantClock {
  merchantId: string;
  offsetSeconds: number;
}

/** What this process has registered of a merchant. */
interface Registered {
  offsetSeconds: number;
  addresses: Set<Address>;
}

const registered = new WeakMap<Chain, Map<string, Registered>>();
/** Some 100 bytes each. What is forgotten is registered again, which changes nothing. */
const MAX_ADDRESSES = 20_000;
/** Some 23 kB: the localnet takes requests of up to 50 kB. */
const ADDRESSES_PER_CALL = 500;

/**
 * Lets the localnet run transactions that list one of `addresses`, the merchant's subscription plans, by the merchant's test clock: the program
 * compares periods with the chain's time. Whoever acts on a plan calls it first with the merchant's present offset: before the plan is made, before
 * an instruction is issued for it, before pulls are simulated or sent. Costs nothing when nothing is new, and does nothing on a real chain.
 * `moves`: another deployment ran them by a merchant's clock of its own until now. Throws `ChainUnavailableError`.
 */
export async function runAtClockOf(
  chain: Chain,
  { merchantId, offsetSeconds }: MerchantClock,
  addresses: readonly Address[],
  { moves = false }: { moves?: boolean } = {},
): Promise<void> {
  if (!chain.isLocalnet || addresses.length === 0) return;
  const before = knownOf(chain, merchantId);
  const news = addresses.filter((address) => !before.addresses.has(address));
  if (news.length === 0 && offsetSeconds <= before.offsetSeconds) return;
  for (const some of news.length === 0 ? [[]] : chunksOf(news, ADDRESSES_PER_CALL)) {
    await askLocalnet(chain, 'autopay_runAt', [
      { clock: merchantId, offsetSeconds, addresses: some, ...(moves ? { moves } : {}) },
    ]);
    // Noted only now: if the call failed, the next one asks again.
    note(knownOf(chain, merchantId), offsetSeconds, some);
  }
}

function note(known: Registered, offsetSeconds: number, addresses: readonly Address[]): void {
  if (known.addresses.size + addresses.length > MAX_ADDRESSES) known.addresses.clear();
  known.offsetSeconds = Math.max(known.offsetSeconds, offsetSeconds);
  for (const address of addresses) known.addresses.add(address);
}

function knownOf(chain: Chain, merchantId: string): Registered {
  const ofChain = registered.get(chain) ?? new Map<string, Registered>();
  registered.set(chain, ofChain);
  const known = ofChain.get(merchantId) ?? { offsetSeconds: 0, addresses: new Set() };
  ofChain.set(merchantId, known);
  return known;
}
