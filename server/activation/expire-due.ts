import { ChainUnavailableError } from '../chain/rpc.ts';
import { wakeCollector } from '../charges/place-charge.ts';
import { lockOpenCharge } from '../charges/queries.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { readMoment } from '../merchants/moment.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { lookForAuthorization } from './look-for-authorization.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { listMandatesToExpire, postponeExpiry } from '../mandates/wake-queries.ts';

const BATCH = 100;
/** Pending ones are checked on chain a last time: a slow check delays few others. */
const LANES = 4;
/** After an error of ours only this one waits. */
const FAULT_SECONDS = 60;
/** A charge in progress is settled or set back within seconds; an unreachable node is asked again soon. */
const POSTPONE_SECONDS = 5;

/**
 * Ends every mandate whose end date has come, and pending ones that were not signed within their day, after a
 * last look at finalized. An open charge is skipped when it falls due. Returns how many ended.
 */
export async function expireDueMandates(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock } = deployment;
  let ended = 0;
  for (;;) {
    const due = await listMandatesToExpire(db, livemode, clock.seconds(), BATCH);
    const outcomes = await mapInLanes(due, LANES, (mandate) => expireOrPostpone(deployment, mandate));
    ended += outcomes.filter(Boolean).length;
    if (due.length < BATCH) return ended;
  }
}

/** A failure of one mandate must not keep those behind it from ending. */
async function expireOrPostpone(deployment: Deployment, mandate: MandateRow): Promise<boolean> {
  const { db, clock, log } = deployment;
  try {
    return await expireMandate(deployment, mandate);
  } catch (error) {
    log.error({ err: error, mandateId: mandate.id }, 'a mandate cannot be ended now');
    await postponeExpiry(db, mandate.id, clock.seconds() + FAULT_SECONDS);
    return false;
  }
}

async function expireMandate(deployment: Deployment, mandate: MandateRow): Promise<boolean> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, mandate.livemode);
  const postpone = () => postponeExpiry(db, mandate.id, clock.seconds() + POSTPONE_SECONDS);
  if (mandate.status === 'pending' && mandate.instructionIssuedAt !== null && chain !== null) {
    try {
      await lookForAuthorization(deployment, chain, mandate, { commitment: 'finalized' });
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, mandateId: mandate.id }, 'the last look before expiry is postponed');
      await postpone();
      return false;
    }
  }
  return db.begin(async (tx) => {
    const current = await lockMandate(tx, mandate.id);
    const realNow = clock.seconds();
    if (current.expireWakeAt === null || current.expireWakeAt > realNow) return false;
    const charge = await lockOpenCharge(tx, mandate.id);
    // A charge claimed in its window is finished even if the window ends.
    if (charge?.status === 'processing') {
      await postponeExpiry(tx, mandate.id, realNow + POSTPONE_SECONDS);
      return false;
    }
    const moment = await readMoment(tx, current, clock);
    const { event } = await endMandate(tx, current, 'expire', moment.now, 'term');
    await recordEvents(tx, current, [event], moment);
    if (charge !== null) await wakeCollector(tx, charge, charge.wakeAt ?? realNow, realNow);
    return true;
  });
}
