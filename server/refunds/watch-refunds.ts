import { hasSignedAttempt } from '../attempts/queries.ts';
import { readIssuedState } from '../chain/issued-expiry.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { listMandatesById } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { failRefund, settleRefund } from './close-refund.ts';
import { claimRefundsToWatch, lockRefund, postponeRefund, type RefundRow } from './queries.ts';
import { issuedTransactionOf } from './refund-terms.ts';
import { settleDelegatedRefund } from './settle-delegated-refund.ts';

const BATCH = 20;
/** Longer than one refund takes through a slow node, its wait for settlement included. */
const LEASE_SECONDS = 60;
/** A wallet usually signs within minutes; later a look a minute is enough. */
const INTERVALS = [
  { untilAge: 600, seconds: 5 },
  { untilAge: Infinity, seconds: 60 },
];
/** Seven days for a merchant's wallet to sign; then the amount is free again. */
const UNSIGNED_SECONDS = 7 * 24 * 3600;

/** Carries pending refunds on: notices those that somebody broadcast, and ends those that nobody signed. Answers how many. */
export async function watchRefunds(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  const now = clock.seconds();
  const claimed = await claimRefundsToWatch(db, livemode, { now, until: now + LEASE_SECONDS, take: BATCH });
  for (const refund of claimed) {
    try {
      if (refund.signer === 'delegate') await settleDelegatedRefund(deployment, chain, refund);
      else await lookForRefund(deployment, chain, refund);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, refundId: refund.id }, 'looking for a refund is postponed');
    }
    const age = clock.seconds() - refund.recordedAt;
    await postponeRefund(
      db,
      refund.id,
      clock.seconds() + INTERVALS.find(({ untilAge }) => age < untilAge)!.seconds,
    );
  }
  return claimed.length;
}

async function lookForRefund(deployment: Deployment, chain: Chain, refund: RefundRow): Promise<void> {
  const { db, clock } = deployment;
  const [mandate] = await listMandatesById(db, [refund.mandateId]);
  const state = await readIssuedState(chain, await issuedTransactionOf(refund, mandate!));
  const isOver = clock.seconds() - refund.recordedAt >= UNSIGNED_SECONDS;
  if (state.kind === 'open' || (state.kind === 'expired' && !isOver)) return;
  await db.begin(async (tx) => {
    const current = await lockRefund(tx, refund.id);
    if (state.kind === 'landed') {
      return settleRefund(tx, current, state.by.signature, await readMoment(tx, refund, clock));
    }
    // Judged for the transaction that was read; one issued since may still be signed.
    if (
      current.issuedBlockhash !== refund.issuedBlockhash ||
      (await hasSignedAttempt(tx, { refundId: refund.id }))
    )
      return;
    await failRefund(tx, current, {
      code: 'not_signed',
      message: 'The payee did not sign the refund within 7 days.',
    });
  });
}
