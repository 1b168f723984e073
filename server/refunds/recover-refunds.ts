import { lookFor } from '../chain/absence.ts';
import { soughtTransfers } from '../chain/issued-expiry.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { derivedId } from '../lib/ids.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import {
  type ForgottenLife,
  forgottenLife,
  readForgottenBounds,
  secondsUntilForgottenAreDead,
} from '../recovery/recovery-wait.ts';
import { NOT_COVERED } from './close-refund.ts';
import { findLastOrdinal } from './queries.ts';
import { type FoundRefund, recordFoundRefund } from './record-found-refund.ts';
import { findForgottenRefunds, refuseUncovered, setRefundsRecoveredThrough } from './recovery-queries.ts';
import { refundMovement, refundTermsOf } from './refund-terms.ts';

/**
 * Ordinals looked up together. A failed refund leaves a gap, so the search ends only after this many in a row
 * without one.
 */
const WINDOW = 8;

/**
 * Before a refund of this charge is accepted or signed: finds on chain those that the database may have
 * forgotten, and records them. Returns what was found; nothing is looked up twice. Throws
 * ChainUnavailableError if no node can prove that there are no others.
 */
export async function recoverRefunds(
  { db, clock, log }: Deployment,
  chain: Chain,
  chargeId: string,
  mandate: MandateRow,
): Promise<FoundRefund[]> {
  const state = await currentChainState(db, chain.livemode, clock.seconds());
  const doubt = await findForgottenRefunds(db, state, chargeId);
  if (doubt === null) return [];
  const bounds = await readForgottenBounds(db, chain, state!);
  const waitSeconds = await secondsUntilForgottenAreDead(chain, bounds);
  if (waitSeconds > 0) throw unproven(`one that was forgotten may land for another ${waitSeconds} s`);
  const last = await findLastOrdinal(db, chargeId);
  const found = await lookBeyond(chain, mandate, { chargeId, last }, forgottenLife(bounds, doubt));

  return db.begin(async (tx) => {
    await lockMandate(tx, mandate.id);
    await lockCharge(tx, chargeId);
    const now = await currentChainState(tx, chain.livemode, clock.seconds());
    if (now?.recovery !== state!.recovery) throw unproven('the database was set back meanwhile');
    // Another request was faster. This request's caller did not know of them either.
    if ((await findForgottenRefunds(tx, now, chargeId)) === null) return found;
    const recorded = await record(tx, found);
    await setRefundsRecoveredThrough(tx, chargeId, now.recovery);
    return recorded;
  });

  async function record(tx: Tx, all: readonly FoundRefund[]): Promise<FoundRefund[]> {
    const moment = await readMoment(tx, mandate, clock);
    const recorded: FoundRefund[] = [];
    for (const one of all) {
      const { id, landings } = one;
      if (await recordFoundRefund(tx, mandate, chargeId, one, moment)) {
        log.warn({ chargeId, refundId: id, landings }, 'a forgotten refund was found on chain');
        recorded.push(one);
      } else log.error({ chargeId, refundId: id, landings }, 'what a reference carries is no refund');
    }
    if (recorded.length > 0) await refuseUncovered(tx, chargeId, NOT_COVERED, moment.realNow);
    return recorded;
  }
}

/** The refunds on chain beyond the last known ordinal. */
async function lookBeyond(
  chain: Chain,
  mandate: MandateRow,
  { chargeId, last }: { chargeId: string; last: number },
  life: ForgottenLife,
): Promise<FoundRefund[]> {
  const found: FoundRefund[] = [];
  for (let from = last + 1; ; from = found.at(-1)!.ordinal + 1) {
    const window = Array.from({ length: WINDOW }, (_, at) => ({
      ordinal: from + at,
      id: derivedId('refund', chargeId, from + at),
    }));
    const sought = window.map(async ({ id }) => {
      const terms = refundTermsOf({ id, amount: 0n }, mandate);
      const movement = { ...(await refundMovement(terms)), amountAtomic: null };
      return soughtTransfers(chain, { reference: terms.reference, movement, ...life });
    });
    const sightings = await lookFor(chain, await Promise.all(sought));
    const before = found.length;
    for (const [at, sighting] of sightings.entries()) {
      if (sighting.kind === 'open') throw sighting.failure ?? unproven('no node proves that none was made');
      if (sighting.kind === 'found') found.push({ ...window[at]!, landings: sighting.found });
    }
    if (found.length === before) return found;
  }
}

function unproven(why: string): ChainUnavailableError {
  return new ChainUnavailableError(
    `The refunds of a charge cannot be looked up: ${why}.`,
    undefined,
    'After a restore the refunds of a charge are looked up on chain first, which is not possible yet.',
  );
}
