import { randomUUID } from 'node:crypto';
import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { claimRound, moveRound, type Position, releaseRound, type Round } from './account-sweep-queries.ts';

/** Shorter than the 15 s between two sweeps: the next round does the rest. */
const ROUND_MS = 10_000;
/** Longer than a batch usually takes. After it another process takes over a killed one's round. */
const LEASE_SECONDS = 60;

/** What a round goes over, in a stable order. */
export interface Looks<Item> {
  batch: number;
  /** The next ones after a position. */
  list(position: Position): Promise<Item[]>;
  positionOf(item: Item): Position;
  /** Throws ChainUnavailableError: then the next round starts with these. */
  lookAt(items: readonly Item[]): Promise<void>;
}

/** Looks at what is behind active mandates, batch by batch. One process at a time does this, for 10 s; the next one continues where it stopped. */
export async function goRound<Item>(
  { db, clock, log }: Deployment,
  round: Round,
  { batch, list, positionOf, lookAt }: Looks<Item>,
): Promise<void> {
  const token = randomUUID();
  const lease = () => ({ now: clock.seconds(), until: clock.seconds() + LEASE_SECONDS, token });
  let position = await claimRound(db, round, lease());
  if (position === null) return;
  try {
    const deadline = clock.monotonicMs() + ROUND_MS;
    do {
      const items = await list(position);
      if (items.length > 0) await lookAt(items);
      const isOver = items.length < batch;
      position = isOver ? [] : positionOf(items.at(-1)!);
      if (!(await moveRound(db, round, position, lease())) || isOver) return;
    } while (clock.monotonicMs() < deadline);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error, ...round }, 'looking for cancellations is postponed');
  } finally {
    await releaseRound(db, round, token);
  }
}
