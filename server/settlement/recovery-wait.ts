import { lastPossibleHeight } from '../chain/node-view.ts';
import { ask, type Chain } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import type { Logger } from '../log.ts';
import { type ChainState, noteRecoveryHeight } from './chain-state.ts';

/** A blockhash lives for 150 blocks: nothing signed before the recovery began can land after these. */
const BLOCKHASH_BLOCKS = 150;

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

/**
 * Whether a signature that the database forgot could still land. Until it is over, nothing is signed for a charge that may
 * have one: a look-up would find nothing, and both would land. Throws ChainUnavailableError.
 */
export async function isForgottenSignatureOver(db: Sql, chain: Chain, state: ChainState): Promise<boolean> {
  if (state.recoverHeight === null) {
    const { blockHeight } = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'confirmed' }));
    await noteRecoveryHeight(db, chain.livemode, {
      recovery: state.recovery,
      height: Number(blockHeight),
    });
    return false;
  }
  const finalized = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }));
  const began = BigInt(state.recoverHeight);
  return (
    finalized.blockHeight >
    lastPossibleHeight(chain, {
      lastValidBlockHeight: began + BigInt(BLOCKHASH_BLOCKS),
      blockHeightAtSigning: began,
    })
  );
}
