import type { IssuedTransaction } from '../chain/issued-expiry.ts';
import { lastPossibleHeight } from '../chain/node-view.ts';
import { ask, askNode, type Chain } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import type { Logger } from '../log.ts';
import { type ChainState, listRecoveries, noteRecoveryHeight, type Recovery } from './chain-state.ts';

/** The last recovery that this process knows of, per chain. */
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

/** What bounds the signatures that the database may have forgotten. */
export interface ForgottenBounds {
  recoveries: readonly Recovery[];
  /** The block height after which none of them was signed. */
  height: bigint;
}

/** Something whose signatures may be forgotten, with the last recovery up to which that is ruled out. */
export interface MayBeForgotten {
  recordedAt: number;
  recoveredThrough: number;
}

/** Within what a forgotten signature was made and can land, in the terms in which expiry is proven. */
export type ForgottenLife = Pick<
  IssuedTransaction,
  'lastValidBlockHeight' | 'blockHeightAtSigning' | 'slotAtSigning'
>;

/** The bounds of `state`'s recovery. The first caller asks the chain for its height. Throws ChainUnavailableError. */
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

/** Of all nodes that answer: one that lags would end the wait too early. */
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

/** The life of whatever was signed for `subject` and forgotten. Where no slot was noted, a node must have its whole history. */
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

/** A slot is 0.4 s, and a block at most one of them. */
const BLOCK_SECONDS = 0.4;

/**
 * In how many seconds, about, no forgotten signature can land any more; 0 once none can. Until then nothing is signed for what may
 * have one: a look-up would find nothing, and both would land. One question for a whole batch. Throws ChainUnavailableError.
 */
export async function secondsUntilForgottenAreDead(chain: Chain, bounds: ForgottenBounds): Promise<number> {
  const { blockHeight } = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }));
  const life = { lastValidBlockHeight: 0n, blockHeightAtSigning: bounds.height };
  const left = lastPossibleHeight(chain, life) + 1n - blockHeight;
  return left > 0n ? Math.ceil(Number(left) * BLOCK_SECONDS) : 0;
}
