import type { Address } from '@solana/kit';
import { OVER } from '../lib/deadline.ts';
import type { Chain } from './rpc.ts';
import { type RawAccount, readAccounts } from './tokens.ts';

/** How long a read waits for others while one is under way. A node takes ten times as long to respond. */
const GATHER_MS = 5;

type Found = Map<Address, RawAccount | null>;

interface Gathering {
  /** The call that has not left yet, and what it will ask for. */
  next: { addresses: Set<Address>; found: Promise<Found> } | null;
  /** Ends when the last call that left does. */
  underWay: Promise<unknown> | null;
}

const gatherings = new WeakMap<Chain, Gathering>();

/**
 * The raw accounts at `addresses`, in order, null for empty ones, at `confirmed`. Requests that read at the same time share a call, and
 * each account is in it once: merchants under load create mandates with the same payee and mint. What is returned was always read after
 * this was called. Throws `ChainUnavailableError`.
 */
export async function readGathered(
  chain: Chain,
  addresses: readonly Address[],
): Promise<(RawAccount | null)[]> {
  const gathering = gatherings.get(chain) ?? { next: null, underWay: null };
  gatherings.set(chain, gathering);
  gathering.next ??= openCall(chain, gathering);
  for (const address of addresses) gathering.next.addresses.add(address);
  const found = await gathering.next.found;
  return addresses.map((address) => found.get(address) ?? null);
}

function openCall(chain: Chain, gathering: Gathering): NonNullable<Gathering['next']> {
  const addresses = new Set<Address>();
  const leave = async (): Promise<Found> => {
    await readyToLeave(chain, gathering);
    gathering.next = null;
    const asked = [...addresses];
    const reading = readAccounts(chain, asked, { commitment: 'confirmed' });
    const ended = reading
      .catch(() => {})
      .then(() => {
        if (gathering.underWay === ended) gathering.underWay = null;
      });
    gathering.underWay = ended;
    const { accounts } = await reading;
    return new Map(asked.map((address, at) => [address, accounts[at] ?? null]));
  };
  return { addresses, found: leave() };
}

/** At once if no call is under way; else when that one has ended, or after a few milliseconds. */
async function readyToLeave(chain: Chain, { underWay }: Gathering): Promise<void> {
  // Those who call within the same turn belong together.
  if (underWay === null) return Promise.resolve();
  const over = new AbortController();
  await Promise.race([underWay, chain.clock.sleep(GATHER_MS, over.signal)]);
  over.abort(OVER);
}
