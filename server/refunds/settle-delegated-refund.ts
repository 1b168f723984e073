import { listLandedByReference } from '../chain/find-landed.ts';
import { type IssuedState, readIssuedState } from '../chain/issued-expiry.ts';
import { buildDelegatedRefund } from '../chain/refund.ts';
import type { Chain } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { readTokenAccounts } from '../chain/tokens.ts';
import { countExpired, hasSignedAttempt } from '../attempts/queries.ts';
import { getCharge } from '../charges/queries.ts';
import type { Deployment } from '../deployment.ts';
import { listMandatesById, type MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { type ChainState, currentChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import { APPLIERS } from './apply-outcome.ts';
import { resolveUntilSettled } from '../attempts/resolve-attempts.ts';
import { failRefund, fitsCharge, lockWholeRefund, NOT_COVERED, settleRefund } from './close-refund.ts';
import { commitRefundAttempt } from './commit-refund-attempt.ts';
import type { RefundFailure, RefundRow } from './queries.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { issuedTransactionOf, refundMovement, refundTermsOf } from './refund-terms.ts';

/** How long a request waits for its refund to settle: under the 10 s after which people retry. */
const WAIT_MS = 8_000;

/**
 * Signs, commits and sends a pending refund with the delegate's key, and waits briefly for it to settle. Asks
 * the chain first whether it was already paid, and after a restore for other refunds of its charge. Throws
 * ChainUnavailableError; then the watch continues it.
 */
export async function settleDelegatedRefund(
  deployment: Deployment,
  chain: Chain,
  refund: RefundRow,
): Promise<void> {
  const { db, clock, log } = deployment;
  if (await hasSignedAttempt(db, { refundId: refund.id })) return;
  const state = await currentChainState(db, refund.livemode, clock.seconds());
  if (state === null || state.haltedReason !== null) return;
  const [mandate] = await listMandatesById(db, [refund.mandateId]);
  const terms = refundTermsOf(refund, mandate!);
  const earlier = await lookUpEarlier(deployment, chain, state, refund, mandate!);
  // The watch checks it again later.
  if (earlier.kind === 'open') return;
  const landed = earlier.kind === 'landed' ? earlier.by : [];
  if (landed.length > 0) {
    const isSettled = await db.begin(async (tx) => {
      const locked = await lockWholeRefund(tx, refund);
      return settleRefund(tx, locked, landed, await readMoment(tx, refund, clock));
    });
    if (isSettled) return;
    log.error({ refundId: refund.id, by: landed }, 'a transfer was counted before and settles nothing more');
  }
  await recoverRefunds(deployment, chain, refund.chargeId, mandate!);
  if (!fitsCharge(await getCharge(db, refund, refund.chargeId), refund)) {
    await failLocked(deployment, refund, NOT_COVERED);
    return;
  }
  const { source, destination } = await refundMovement(terms);
  const { accounts } = await readTokenAccounts(chain, [source, destination], { commitment: 'confirmed' });
  const [paying, receiving] = accounts;
  // The payee approved one of our keys, the newest or an older one, independent of the key that pulls for the
  // mandate.
  const slot = paying?.kind === 'account' ? paying.account.delegate : null;
  const delegate = [slot, mandate!.delegate]
    .map((key) => chain.delegates.find(({ address }) => address === key))
    .find((key) => key !== undefined);
  if (delegate === undefined)
    throw new Error(`The key of the delegate ${mandate!.delegate} is not configured.`);
  const requiresMemo = receiving?.kind === 'account' && receiving.account.requiresMemo;
  const built = await buildDelegatedRefund(chain, terms, {
    delegate,
    memo: requiresMemo ? refund.id : null,
    expired: (await countExpired(db, 'refund', [refund.id])).get(refund.id) ?? 0,
  });
  if (built.kind === 'refused') {
    const { failure } = built;
    if (failure.kind === 'ours') throw new Error(failure.message);
    await failLocked(deployment, refund, failure);
    return;
  }
  const { signature, wire, lastValidBlockHeight, blockHeightAtSigning, slotAtSigning } = built.transaction;
  const signed = {
    signature,
    wire,
    lastValidBlockHeight: Number(lastValidBlockHeight),
    blockHeightAtSigning: Number(blockHeightAtSigning),
    slotAtSigning: Number(slotAtSigning),
  };
  await deployment.crashPoint('refund:signed');
  const attempt = await db.begin((tx) =>
    commitRefundAttempt(tx, refund, signed, { recovery: state.recovery, realNow: clock.seconds() }),
  );
  if (attempt === null) return;
  await deployment.crashPoint('refund:committed');
  await sendWire(chain, wire);
  await deployment.crashPoint('refund:sent');
  await resolveUntilSettled(deployment, APPLIERS, chain, [attempt.id], { timeoutMs: WAIT_MS });
}

async function failLocked(
  { db, clock }: Deployment,
  refund: RefundRow,
  failure: RefundFailure,
): Promise<void> {
  await db.begin(async (tx) => {
    const { refund: current } = await lockWholeRefund(tx, refund);
    await failRefund(tx, current, failure, await readMoment(tx, refund, clock));
  });
}

/**
 * Whether the refund was already paid. If the database may have forgotten a signature for it, that stays open
 * until the signature can no longer land.
 */
async function lookUpEarlier(
  { db }: Deployment,
  chain: Chain,
  state: ChainState,
  refund: RefundRow,
  mandate: MandateRow,
): Promise<IssuedState> {
  if (mayHaveForgotten(state, { ...refund, recoveredThrough: 0 })) {
    return readIssuedState(chain, await issuedTransactionOf(db, chain, refund, mandate, state));
  }
  const terms = refundTermsOf(refund, mandate);
  const by = await listLandedByReference(chain, terms.reference, await refundMovement(terms));
  return by.length > 0 ? { kind: 'landed', by } : { kind: 'expired' };
}
