import { ChainUnavailableError } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { lookForAuthorization } from './look-for-authorization.ts';
import { type MandateRow } from './queries.ts';
import { claimMandatesToWatch, setWatchAt } from './wake-queries.ts';
import { PENDING_SECONDS } from './terms.ts';

const BATCH = 20;
/** Longer than any one look takes: 20 transactions at 8 s each are read five at a time. */
const LEASE_SECONDS = 60;
/** Right after the wallet opened a payer waits for the page; an hour later nobody does. */
const INTERVALS = [
  { untilAge: 600, seconds: 5 },
  { untilAge: 3600, seconds: 30 },
  { untilAge: Infinity, seconds: 300 },
];
/** A payment of an order that was paid or has expired is still noticed, and can be refunded, for a week. */
const LATE_PAYMENT_SECONDS = 7 * 24 * 3600;

/** Looks for signatures whose payer closed the tab: nothing that landed on chain is lost. Answers how many it looked for. */
export async function watchMandates(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  const now = clock.seconds();
  const claimed = await claimMandatesToWatch(db, livemode, { now, until: now + LEASE_SECONDS, take: BATCH });
  for (const mandate of claimed) {
    try {
      if (isWatched(mandate, now)) await lookForAuthorization(deployment, chain, mandate, {});
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, mandateId: mandate.id }, 'looking for an authorization is postponed');
    }
    await setWatchAt(db, mandate.id, nextWatchAt(mandate, clock.seconds()));
  }
  return claimed.length;
}

/** When to look again; null when the time for it is over. */
function nextWatchAt(mandate: MandateRow, now: number): number | null {
  if (!isWatched(mandate, now)) return null;
  const age = now - (mandate.instructionIssuedAt ?? now);
  return now + INTERVALS.find(({ untilAge }) => age < untilAge)!.seconds;
}

function isWatched(mandate: MandateRow, now: number): boolean {
  if (mandate.sellMode === 'once') return now < mandate.recordedAt + PENDING_SECONDS + LATE_PAYMENT_SECONDS;
  return mandate.status === 'pending';
}
