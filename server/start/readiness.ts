import { ask, type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { Readiness } from '../http/service-routes.ts';
import { findChainState } from '../settlement/chain-state.ts';
import type { StartedRateStore } from './rate-store.ts';

/** Load balancers ask every few seconds, some from many places: the nodes are asked at most this often. */
const CACHE_MS = 5_000;
/** 0.01 SOL pay for about a thousand pulls: time for a person to act. */
const LOW_LAMPORTS = 10_000_000n;

/** Says whether the database answers, each chain can be reached, its fee payer can pay, and requests are counted together. Fails only without the database. */
export function readinessOf(
  deployment: Deployment,
  { isShared }: Pick<StartedRateStore, 'isShared'>,
): () => Promise<Readiness> {
  let cached: { atMs: number; answer: Promise<Readiness> } | null = null;
  return async () => {
    const nowMs = deployment.clock.milliseconds();
    if (cached === null || nowMs - cached.atMs > CACHE_MS) cached = { atMs: nowMs, answer: look(deployment) };
    const { ok, checks } = await cached.answer;
    // Without it each process counts for itself, which is no reason to take none of them.
    const shared = isShared();
    return { ok, checks: { ...checks, redis: shared === null ? null : { ok: shared } } };
  };
}

async function look({ db, chains }: Deployment): Promise<Readiness> {
  const [database, test, live] = await Promise.all([
    db`select 1`.then(
      () => ({ ok: true }),
      () => ({ ok: false }),
    ),
    lookAtChain(db, chains.test),
    lookAtChain(db, chains.live),
  ]);
  // A chain that is away makes charges wait and requests for it fail; reads and other modes still work.
  return { ok: database.ok, checks: { database, chains: { test, live } } };
}

async function lookAtChain(db: Deployment['db'], chain: Chain | null) {
  if (chain === null) return null;
  try {
    const [{ value }, state] = await Promise.all([
      ask(chain, (rpc) => rpc.getBalance(chain.feePayer.address, { commitment: 'confirmed' })),
      findChainState(db, chain.livemode),
    ]);
    const haltedReason = state?.haltedReason ?? null;
    const foreignNodes = countForeignNodes(chain);
    return {
      ok: value >= LOW_LAMPORTS && haltedReason === null && foreignNodes === 0,
      feePayerLamports: value.toString(),
      haltedReason,
      ...(foreignNodes > 0 ? { foreignNodes } : {}),
    };
  } catch (error) {
    if (countForeignNodes(chain) === chain.nodes.length)
      return { ok: false, error: 'every node serves another chain' };
    if (error instanceof ChainUnavailableError) return { ok: false, error: 'no node answers' };
    return { ok: false, error: 'its state cannot be read' };
  }
}

/** Nodes that serve another chain than this mode's: configured wrongly, or set up anew behind the same address. */
function countForeignNodes(chain: Chain): number {
  return chain.nodes.filter(({ identity }) => identity !== null && identity.genesisHash !== chain.genesisHash)
    .length;
}
