import type { Address } from '@solana/kit';
import type { Chain } from './rpc.ts';
import { type RawAccount, readAccounts } from './tokens.ts';

/** How long a read waits for others. A node that is not on the same machine takes ten times as long to respond. */
const GATHER_MS = 5;

/** A call that has not left yet: what it will ask for, and what it finds. */
interface Call {
  addresses: Set<Address>;
  found: Promise<Map<Address, RawAccount | null>>;
}

const gathering = new WeakMap<Chain, Call>();

/**
 * The raw accounts at `addresses`, in order, null for empty ones, at `confirmed`. Requests that read within the
 * same milliseconds share a call, and each account is in it once: merchants under load create mandates with the
 * same payee and mint. What is returned was always read after this was called. Throws `ChainUnavailableError`.
 */
export async function readGathered(
  chain: Chain,
  addresses: readonly Address[],
): Promise<(RawAccount | null)[]> {
  const call = gathering.get(chain) ?? openCall(chain);
  for (const address of addresses) call.addresses.add(address);
  const found = await call.found;
  return addresses.map((address) => found.get(address) ?? null);
}

function openCall(chain: Chain): Call {
  const addresses = new Set<Address>();
  const leave = async () => {
    await chain.clock.sleep(GATHER_MS);
    gathering.delete(chain);
    const asked = [...addresses];
    const { accounts } = await readAccounts(chain, asked, { commitment: 'confirmed' });
    return new Map(asked.map((address, at) => [address, accounts[at] ?? null]));
  };
  const call = { addresses, found: leave() };
  gathering.set(chain, call);
  return call;
}
