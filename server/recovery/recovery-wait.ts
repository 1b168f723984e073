import type { IssuedTransaction } from '../chain/issued-expiry.ts';
import { lastPossibleHeight } from '../chain/node-view.ts';
import { ask, askNode, type Chain } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import type { Logger } from '../log.ts';
import { type ChainState, listRecoveries, noteRecoveryHeight, type Recovery } from './chain-state.ts';

/** The last recovery this process knows of, per chain. */
const known = new WeakMap<Chain, number>();

/** Logs a recovery that began while this process was running, whichever process noticed it. */
export function announceRecovery(log: Logger, chain: Chain, { recovery, recoverBefore }: ChainState): void {
  const before = known.get(chain);
  known.set(chain, recovery);
  if (before === undefined || before === recovery) return;
  log.error(
    { mode: chain.mode, recovery, recoverBefore },
    'the database was set back or replaced while this process ran: charges are looked up on chain before they are signed',
  );
}

/** The bounds of signatures that the database may have forgotten. */
export interface ForgottenBounds {
  recoveries: readonly Recovery[];
  /** The block height after which none of them was signed. */
  height: bigint;
}

/** Something with possibly forgotten signatures, and the last recovery up to which that is ruled out. */
export interface MayBeForgotten {
  recordedAt: number;
  recoveredThrough: number;
}

/** When a forgotten signature can have been made and can land, in the terms used to prove expiry. */
export type ForgottenLife = Pick<
  IssuedTransaction,
  'lastValidBlockHeight' | 'blockHeightAtSigning' | 'slotAtSigning'
>;

/**
 * The bounds of `state`'s recovery. The first caller asks the chain for its height. Throws
 * ChainUnavailableError.
 */
export async function readForgottenBounds(
  db: Sql,
  chain: Chain,
  state: ChainState,
): Promise<ForgottenBounds> {
  const { livemode } = chain;
  const { recovery } = state;
  const height =
    state.recoverHeight ??
    (await noteRecoveryHeight(db, livemode, { recovery, height: await highestBlock(chain) }));
  return { recoveries: await listRecoveries(db, livemode), height: BigInt(height) };
}

/** The highest of all nodes that respond: one that lags would end the wait too early. */
async function highestBlock(chain: Chain): Promise<number> {
  const answers = await Promise.allSettled(
    chain.nodes.map((node) => askNode(chain, node, (rpc) => rpc.getEpochInfo({ commitment: 'confirmed' }))),
  );
  const heights = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [Number(answer.value.blockHeight)] : [],
  );
  if (heights.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
  return Math.max(...heights);
}

/**
 * The lifetime of what was signed for `subject` and forgotten. If no slot was recorded, a node must have its
 * whole history.
 */
export function forgottenLife(bounds: ForgottenBounds, subject: MayBeForgotten): ForgottenLife {
  const slots = bounds.recoveries
    .filter(({ number, before }) => number > subject.recoveredThrough && subject.recordedAt < before)
    .map(({ fromSlot }) => fromSlot ?? 0);
  return {
    lastValidBlockHeight: 0n,
    blockHeightAtSigning: bounds.height,
    slotAtSigning: BigInt(Math.min(...slots)),
  };
}

/** A slot takes 0.4 s, and has at most one block. */
const BLOCK_SECONDS = 0.4;

/**
 * About how many seconds until no forgotten signature can land any more; 0 once none can. Until then nothing
 * is signed for what may have one: a look-up would find nothing, and both would land. One request for a whole
 * batch. Throws ChainUnavailableError.
 */
export async function secondsUntilForgottenAreDead(chain: Chain, bounds: ForgottenBounds): Promise<number> {
  const { blockHeight } = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }));
  const life = { lastValidBlockHeight: 0n, blockHeightAtSigning: bounds.height };
  const left = lastPossibleHeight(chain, life) + 1n - blockHeight;
  return left > 0n ? Math.ceil(Number(left) * BLOCK_SECONDS) : 0;
}
