import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { watchDue } from '../jobs/watch-due.ts';
import { listMandatesById } from '../mandates/queries.ts';
import { applyTopUps, TOP_UP_SECONDS } from './apply-top-ups.ts';
import { claimTopUpsToWatch, setTopUpWatch, type TopUpRow } from './top-up-queries.ts';

const BATCH = 32;
/**
 * Within ten minutes whatever was issued has landed or expired; after that, only one that a wallet gave a new
 * blockhash can land.
 */
const INTERVALS = [
  { untilAge: 600, seconds: 10 },
  { untilAge: Infinity, seconds: 300 },
];

/**
 * Looks for top-ups whose payer closed the tab after signing, so that nothing that landed on chain is lost.
 */
export async function watchTopUps(deployment: Deployment, chain: Chain): Promise<void> {
  await watchDue(deployment.clock, {
    batch: BATCH,
    claim: (due) => claimTopUpsToWatch(deployment.db, chain.livemode, due),
    work: (topUp) => lookFor(deployment, chain, topUp),
  });
}

async function lookFor(deployment: Deployment, chain: Chain, topUp: TopUpRow): Promise<void> {
  const { db, clock, log } = deployment;
  const { mandateId } = topUp;
  const [mandate] = await listMandatesById(db, [mandateId]);
  try {
    await applyTopUps(deployment, chain, mandate!);
  } catch (error) {
    log[error instanceof ChainUnavailableError ? 'warn' : 'error'](
      { err: error, mandateId },
      'looking for a top-up is postponed',
    );
  }
  // A top-up that carries others still moves them if its own mandate has ended meanwhile.
  const isWanted = mandate!.status === 'active' || topUp.carried.length > 0;
  const watchAt = isWanted ? nextWatchAt(topUp, clock.seconds()) : null;
  await setTopUpWatch(db, topUp.id, watchAt);
}

/** When to look again; null once its day is over. */
function nextWatchAt({ issuedAt }: TopUpRow, now: number): number | null {
  const age = now - issuedAt;
  if (age >= TOP_UP_SECONDS) return null;
  return now + INTERVALS.find(({ untilAge }) => age < untilAge)!.seconds;
}
