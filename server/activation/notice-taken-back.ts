import { readCover } from '../chain/authorization.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { isEnded, standingOf } from '../chain/subscriptions/standing.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { readMoment } from '../merchants/moment.ts';
import { markGoneSeen } from '../delegations/share-queries.ts';
import { secondSightSeconds } from '../delegations/detect-cancellation.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import type { SubscribedMandate } from '../mandates/subscribed.ts';
import { isOurs } from '../delegations/shared-delegate.ts';

/** A pull that was signed this long before a consent, in slots, may land after it: 150 blocks, and as many again for skipped slots. */
const PULL_LIFE_SLOTS = 300;

/**
 * Revokes a pending mandate whose payer's approval landed, at `consentSlot`, and was revoked on chain since:
 * there is no delegate, or another application's. Seen twice some time apart, at finalized, as for an active
 * one. Another approval of ours in its place is not a revocation. Returns whether it is revoked now; if no
 * node can tell yet, a later check will.
 */
export async function noticeTakenBack(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  consentSlot: bigint,
): Promise<boolean> {
  const options = { commitment: 'finalized', minContextSlot: consentSlot } as const;
  const account = (await unlessUnavailable(readCover(chain, mandate, options)))?.account;
  if (account?.kind !== 'account') return false;
  const { delegate } = account.account;
  // Both token programs clear a delegate whose allowance is used up: that is not a revocation.
  const isGone =
    !isOurs(chain, delegate) &&
    (delegate !== null || !(await wasPulled(deployment.db, mandate, Number(consentSlot))));
  return noticeGone(deployment, chain, mandate, isGone);
}

/** As `noticeTakenBack`, of a payer who subscribed to the mandate's plan, at `consentSlot`, and ended that since. */
export async function noticeUnsubscribed(
  deployment: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
  consentSlot: bigint,
): Promise<boolean> {
  const options = { commitment: 'finalized', minContextSlot: consentSlot } as const;
  const reads = await unlessUnavailable(readSubscription(chain, mandate, options));
  return reads !== null && noticeGone(deployment, chain, mandate, isEnded(standingOf(mandate, reads)));
}

/** Notes that the authorization is gone or back, and revokes the mandate once it was gone twice some time apart. Returns whether it is revoked. */
async function noticeGone(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  isGone: boolean,
): Promise<boolean> {
  const { db, clock } = deployment;
  const now = clock.seconds();
  if (!isGone || mandate.goneSeenAt === null) {
    const seenAt = isGone ? now : null;
    if (seenAt !== mandate.goneSeenAt) await markGoneSeen(db, [mandate.id], seenAt);
    return false;
  }
  return now - mandate.goneSeenAt >= secondSightSeconds(chain) && cancel(deployment, mandate);
}

/** Null while no node has finalized the consent. */
async function unlessUnavailable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}

async function cancel({ db, clock }: Deployment, read: MandateRow): Promise<boolean> {
  const { id, reference, planAccount } = read;
  return db.begin(async (tx) => {
    const mandate = await lockMandate(tx, id);
    if (mandate.status !== 'pending' || mandate.goneSeenAt === null) return false;
    if (mandate.reference !== reference || mandate.planAccount !== planAccount) return false;
    const moment = await readMoment(tx, mandate, clock);
    const { event } = await endMandate(tx, mandate, 'cancel', moment.now, 'payer');
    await recordEvents(tx, mandate, [event], moment);
    return true;
  });
}

/** Whether a pull from the payer's account may have landed since `slot`. Crosses merchants on purpose: all share one delegate slot. */
async function wasPulled(
  sql: Db,
  { livemode, payer, mint }: Pick<MandateRow, 'livemode' | 'payer' | 'mint'>,
  slot: number,
): Promise<boolean> {
  const rows = await sql`
    select 1 from mandates m join charges c on c.mandate_id = m.id join attempts a on a.charge_id = c.id
    where m.livemode = ${livemode} and m.payer = ${payer} and m.mint = ${mint}
      and a.state in ('signed', 'landed', 'expired') and a.slot_at_signing >= ${slot - PULL_LIFE_SLOTS}
    limit 1`;
  return rows.length > 0;
}
