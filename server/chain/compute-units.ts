import type { Failure } from './failure.ts';
import type { Chain } from './rpc.ts';

/** The compute units that a transaction used in a simulation, or why it would fail. */
export type Simulated = { kind: 'used'; units: number } | { kind: 'refused'; failure: Failure };

/** 10 minutes: a program that is upgraded may need more. */
const MAX_AGE_MS = 600_000;
/** A kind for each token and size of account: far more than a deployment has. */
const MAX_KINDS = 1_000;

interface Entry {
  readAtMs: number;
  simulated: Promise<Simulated>;
}

const learnt = new WeakMap<Chain, Map<string, Entry>>();

/**
 * What a transaction of this `kind` uses: the first of a kind is simulated, and the others, which do the same on accounts of the same
 * sizes, use as much. If the first would fail, that says nothing about the others: each is simulated.
 */
export async function unitsOfKind(
  chain: Chain,
  kind: string,
  simulate: () => Promise<Simulated>,
): Promise<Simulated> {
  const entry = kindsOf(chain).get(kind);
  const isFresh = entry !== undefined && chain.clock.monotonicMs() - entry.readAtMs < MAX_AGE_MS;
  if (!isFresh) return learnUnits(chain, kind, simulate);
  const known = await entry.simulated.catch(() => null);
  return known?.kind === 'used' ? known : learnUnits(chain, kind, simulate);
}

/** Simulates a transaction, and remembers for its kind what it used. */
export function learnUnits(
  chain: Chain,
  kind: string,
  simulate: () => Promise<Simulated>,
): Promise<Simulated> {
  const kinds = kindsOf(chain);
  if (kinds.size >= MAX_KINDS) kinds.clear();
  const simulated = simulate();
  kinds.set(kind, { readAtMs: chain.clock.monotonicMs(), simulated });
  return simulated;
}

function kindsOf(chain: Chain): Map<string, Entry> {
  const known = learnt.get(chain);
  if (known !== undefined) return known;
  const none = new Map<string, Entry>();
  learnt.set(chain, none);
  return none;
}
