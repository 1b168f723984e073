import { setImmediate } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import type { Chain } from './rpc.ts';
import { type RawAccount, readAccounts } from './tokens.ts';

/** The longest that a read waits for a call that is under way: a node that hangs holds up nobody else. */
const GATHER_MS = 5;

/** A call that has not left yet: what it will ask for, and what it finds. */
interface Call {
  addresses: Set<Address>;
  found: Promise<Map<Address, RawAccount | null>>;
}

const gathering = new WeakMap<Chain, Call>();
/** The last call that has left and has not returned. */
const underWay = new WeakMap<Chain, Promise<unknown>>();

/**
 * The raw accounts at `addresses`, in order, null for empty ones, at `confirmed`. Requests that read in one turn of
 * the event loop share a call, and so do those that read while another is under way, which they wait for up to 5 ms. Each account is in it once:
 * merchants under load create mandates with the same payee and mint. What is returned was always read after this was called. Throws `ChainUnavailableError`.
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
    const before = underWay.get(chain);
    await (before === undefined ? setImmediate() : Promise.race([before, chain.clock.sleep(GATHER_MS)]));
    gathering.delete(chain);
    const asked = [...addresses];
    const { accounts } = await whileUnderWay(chain, readAccounts(chain, asked, { commitment: 'confirmed' }));
    return new Map(asked.map((address, at) => [address, accounts[at] ?? null]));
  };
  const call = { addresses, found: leave() };
  gathering.set(chain, call);
  return call;
}

async function whileUnderWay<T>(chain: Chain, reading: Promise<T>): Promise<T> {
  const ended = reading.then(
    () => {},
    () => {},
  );
  underWay.set(chain, ended);
  try {
    return await reading;
  } finally {
    if (underWay.get(chain) === ended) underWay.delete(chain);
  }
}
