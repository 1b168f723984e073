import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { watchDue } from '../jobs/watch-due.ts';
import { lookForAuthorization } from './look-for-authorization.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { claimMandatesToWatch, setWatchAt } from '../mandates/wake-queries.ts';
import { PENDING_SECONDS } from '../../rules/mandates/terms.ts';

const BATCH = 32;
/** After an error of ours only this one waits. */
const FAULT_SECONDS = 60;
/** A payer waits for the page right after opening the wallet; an hour later nobody does. */
const INTERVALS = [
  { untilAge: 600, seconds: 5 },
  { untilAge: 3600, seconds: 30 },
  { untilAge: Infinity, seconds: 300 },
];
/**
 * A payment for an order that was already paid or has expired is noticed, and can be refunded, for a week.
 */
const LATE_PAYMENT_SECONDS = 7 * 24 * 3600;

/**
 * Looks for signatures whose payer closed the tab, so that nothing that landed on chain is lost. Merchants
 * take turns, so that one with many pending mandates does not delay the payers of another. Returns how many
 * were checked.
 */
export async function watchMandates(deployment: Deployment, livemode: boolean): Promise<number> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  return watchDue(deployment.clock, {
    batch: BATCH,
    claim: (due) => claimMandatesToWatch(deployment.db, livemode, due),
    work: (mandate) => lookFor(deployment, chain, mandate),
  });
}

async function lookFor(deployment: Deployment, chain: Chain, mandate: MandateRow): Promise<void> {
  const { db, clock, log } = deployment;
  let watchAt: number | null;
  try {
    if (isWatched(mandate, clock.seconds())) await lookForAuthorization(deployment, chain, mandate, {});
    watchAt = nextWatchAt(mandate, clock.seconds());
  } catch (error) {
    const isOurs = !(error instanceof ChainUnavailableError);
    log[isOurs ? 'error' : 'warn'](
      { err: error, mandateId: mandate.id },
      'looking for an authorization is postponed',
    );
    watchAt = isOurs ? clock.seconds() + FAULT_SECONDS : nextWatchAt(mandate, clock.seconds());
  }
  await setWatchAt(db, mandate.id, watchAt);
}

/** When to look again; null once the time for it is over. */
function nextWatchAt(mandate: MandateRow, now: number): number | null {
  if (!isWatched(mandate, now)) return null;
  const age = now - (mandate.instructionIssuedAt ?? now);
  return now + INTERVALS.find(({ untilAge }) => age < untilAge)!.seconds;
}

function isWatched(mandate: MandateRow, now: number): boolean {
  if (mandate.sellMode === 'once') return now < mandate.recordedAt + PENDING_SECONDS + LATE_PAYMENT_SECONDS;
  return mandate.status === 'pending';
}
