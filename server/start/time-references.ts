import { askNode, type Chain, type ChainNode } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import { withinDeadline } from '../lib/deadline.ts';
import type { Clock } from '../lib/clock.ts';
import type { TimeReference } from './clock-check.ts';

/** All processes share leases, due times and idempotency through Postgres: 30 s is half a lease. */
const POSTGRES_SECONDS = 30;
/**
 * Two minutes: a block's time is the stake-weighted median of the validators' clocks, and drifts by seconds
 * in quiet times and by more in bad ones; a node may also lag.
 */
const CHAIN_SECONDS = 120;
const READ_MS = 3_000;

/**
 * The clocks a process compares its own with. Postgres first, since every process shares it: agreement with
 * it keeps a charge from being taken up early or twice. The chain is the witness if Postgres runs on the same
 * machine with the same wrong clock. It counts only for its own mode: a stalled test chain is no reason to
 * stop live charges.
 */
export function timeReferences(
  { db, clock }: { db: Sql; clock: Clock },
  chains: { test: Chain | null; live: Chain | null },
): TimeReference[] {
  const postgres = {
    name: 'database',
    livemode: null,
    toleranceSeconds: POSTGRES_SECONDS,
    read: () => readPostgres(db, clock),
  };
  // The embedded chain uses this machine's clock.
  const clusters = [chains.test, chains.live].filter((chain) => chain !== null && !chain.isLocalnet);
  return [postgres, ...clusters.map((chain) => chainReference(chain!))];
}

async function readPostgres(db: Sql, clock: Clock): Promise<number[]> {
  const [row] = await withinDeadline(
    clock,
    READ_MS,
    async () => db<{ seconds: number }[]>`select extract(epoch from clock_timestamp())::float8 as seconds`,
  );
  return [row!.seconds];
}

function chainReference(chain: Chain): TimeReference {
  return {
    name: `${chain.mode} chain`,
    livemode: chain.livemode,
    toleranceSeconds: CHAIN_SECONDS,
    read: async () => {
      const times = await Promise.allSettled(chain.nodes.map((node) => readBlockTime(chain, node)));
      return times.flatMap((time) => (time.status === 'fulfilled' ? time.value : []));
    },
  };
}

async function readBlockTime(chain: Chain, node: ChainNode): Promise<number[]> {
  const deadlineMs = READ_MS;
  const slot = await askNode(chain, node, (rpc) => rpc.getSlot({ commitment: 'confirmed' }), { deadlineMs });
  const time = await askNode(chain, node, (rpc) => rpc.getBlockTime(slot), { deadlineMs });
  return time === null ? [] : [Number(time)];
}
