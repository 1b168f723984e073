import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { listMandatesById } from '../mandates/queries.ts';
import { applyTopUps, TOP_UP_SECONDS } from './apply-top-ups.ts';
import { claimTopUpsToWatch, setTopUpWatch, type TopUpRow } from './queries.ts';

const BATCH = 50;
/** Longer than any one look takes: 20 transactions at 8 s each are read five at a time. */
const LEASE_SECONDS = 60;
/** Within ten minutes whatever was issued has landed or expired; later only what a wallet gave a new blockhash can come. */
const INTERVALS = [
  { untilAge: 600, seconds: 10 },
  { untilAge: Infinity, seconds: 300 },
];

/** Looks for top-ups whose payer closed the tab after signing: nothing that landed on chain is lost. */
export async function watchTopUps(deployment: Deployment, chain: Chain): Promise<void> {
  const { db, clock, log } = deployment;
  const now = clock.seconds();
  const claimed = await claimTopUpsToWatch(db, chain.livemode, {
    now,
    until: now + LEASE_SECONDS,
    take: BATCH,
  });
  const mandates = await listMandatesById(db, [...new Set(claimed.map(({ mandateId }) => mandateId))]);
  for (const mandate of mandates) {
    try {
      await applyTopUps(deployment, chain, mandate);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, mandateId: mandate.id }, 'looking for a top-up is postponed');
    }
  }
  const active = new Set(mandates.filter(({ status }) => status === 'active').map(({ id }) => id));
  for (const topUp of claimed) {
    await setTopUpWatch(
      db,
      topUp.id,
      active.has(topUp.mandateId) ? nextWatchAt(topUp, clock.seconds()) : null,
    );
  }
}

/** When to look again; null when its day is over. */
function nextWatchAt({ issuedAt }: TopUpRow, now: number): number | null {
  const age = now - issuedAt;
  if (age >= TOP_UP_SECONDS) return null;
  return now + INTERVALS.find(({ untilAge }) => age < untilAge)!.seconds;
}
