import { NOT_SIGNED, UNSIGNED_SECONDS } from '../../rules/refunds/unsigned.ts';
import { hasSignedAttempt } from '../attempts/queries.ts';
import { readIssuedState } from '../chain/issued-expiry.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { watchDue } from '../jobs/watch-due.ts';
import { listMandatesById } from '../mandates/queries.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { readMoment } from '../merchants/moment.ts';
import { failRefund, lockWholeRefund, refusalOf, settleRefund } from './close-refund.ts';
import { claimRefundsToWatch, postponeRefund, type RefundRow } from './queries.ts';
import { issuedTransactionOf } from './refund-terms.ts';
import { settleDelegatedRefund } from './settle-delegated-refund.ts';

/** Few: each delegated one is waited for until it settles, within the lease of its batch. */
const BATCH = 16;
/** A wallet usually signs within minutes; later one check a minute is enough. */
const INTERVALS = [
  { untilAge: 600, seconds: 5 },
  { untilAge: Infinity, seconds: 60 },
];

/**
 * Advances pending refunds: notices those that somebody broadcast, and ends those that the chain rejected or
 * nobody signed. Merchants take turns, and a failure of one refund blocks no other. Returns how many were
 * checked.
 */
export async function watchRefunds(deployment: Deployment, livemode: boolean): Promise<number> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return 0;
  return watchDue(deployment.clock, {
    batch: BATCH,
    claim: (due) => claimRefundsToWatch(deployment.db, livemode, due),
    work: (refund) => carryOn(deployment, chain, refund),
  });
}

async function carryOn(deployment: Deployment, chain: Chain, refund: RefundRow): Promise<void> {
  const { db, clock, log } = deployment;
  try {
    if (refund.signer === 'delegate') await settleDelegatedRefund(deployment, chain, refund);
    else await lookForRefund(deployment, chain, refund);
  } catch (error) {
    log[error instanceof ChainUnavailableError ? 'warn' : 'error'](
      { err: error, refundId: refund.id },
      'looking for a refund is postponed',
    );
  }
  const age = clock.seconds() - refund.recordedAt;
  const { seconds } = INTERVALS.find(({ untilAge }) => age < untilAge)!;
  await postponeRefund(db, refund.id, clock.seconds() + seconds);
}

async function lookForRefund(deployment: Deployment, chain: Chain, refund: RefundRow): Promise<void> {
  const { db, clock, log } = deployment;
  const [mandate] = await listMandatesById(db, [refund.mandateId]);
  const chainState = await currentChainState(db, refund.livemode, clock.seconds());
  const issued = await issuedTransactionOf(db, chain, refund, mandate!, chainState);
  const state = await readIssuedState(chain, issued);
  const isUnsigned = clock.seconds() - refund.recordedAt >= UNSIGNED_SECONDS;
  const isOver = isUnsigned || refusalOf(refund) !== null;
  if (state.kind === 'open' || (state.kind === 'expired' && !isOver)) return;
  await db.begin(async (tx) => {
    const locked = await lockWholeRefund(tx, refund);
    const current = locked.refund;
    if (state.kind === 'landed') {
      if (!(await settleRefund(tx, locked, state.by, await readMoment(tx, refund, clock))))
        log.error(
          { refundId: refund.id, by: state.by },
          'a transfer was counted before and settles nothing more',
        );
      return;
    }
    // Decided for the transaction that was read; one issued since may still be signed.
    if (
      current.issuedBlockhash !== refund.issuedBlockhash ||
      (await hasSignedAttempt(tx, { refundId: refund.id }))
    )
      return;
    const failure = refusalOf(current) ?? (isUnsigned ? NOT_SIGNED : null);
    if (failure !== null) await failRefund(tx, current, failure, await readMoment(tx, refund, clock));
  });
}
