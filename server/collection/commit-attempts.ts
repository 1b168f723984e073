import postgres from 'postgres';
import { chargeReference } from '../chain/references.ts';
import { type AttemptRow, insertAttempts } from '../attempts/queries.ts';
import type { Tx } from '../db/connect.ts';
import { enqueueOnce } from '../jobs/enqueue.ts';
import { newId } from '../lib/ids.ts';
import { remainingBudget } from '../../rules/mandates/approval.ts';
import { lockMandates } from '../mandates/queries.ts';
import { listDeparted } from '../merchants/departure-queries.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import type { SignedCharge } from './build-attempts.ts';
import type { HeldBatch } from './held-batch.ts';
import { type ChargeRow, lockCharges, setSigned } from '../charges/queries.ts';

/** 5 s: by then the sending process has recorded the outcome itself, with a thousand others before it, or has died and another must. */
const FIRST_CHECK_SECONDS = 5;

/**
 * Commits the intent to send, before anything is sent: all together or, if Postgres rejects that, one transaction after the other,
 * leaving out those that fail again. `recovery` is the recovery in which the chain was asked about these charges. Returns the attempts to
 * send; the signatures of the rest are discarded, since they were never sent.
 */
export async function commitTogetherOrAlone(
  batch: HeldBatch,
  signed: readonly SignedCharge[],
  recovery: number,
): Promise<AttemptRow[]> {
  if (signed.length === 0) return [];
  try {
    return await commitAttempts(batch, signed, recovery);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
  }
  const committed: AttemptRow[] = [];
  for (const sharers of Map.groupBy(signed, ({ transaction }) => transaction).values()) {
    try {
      committed.push(...(await commitAttempts(batch, sharers, recovery)));
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      const chargeIds = sharers.map(({ charge }) => charge.id);
      batch.deployment.log.error({ err: error, chargeIds }, 'a transaction cannot be committed');
    }
  }
  return committed;
}

/** Locks each mandate and requires it active: once a revoke has succeeded, no new signature exists. */
function commitAttempts(
  batch: HeldBatch,
  signed: readonly SignedCharge[],
  recovery: number,
): Promise<AttemptRow[]> {
  const { db, clock } = batch.deployment;
  const realNow = clock.seconds();
  return db.begin(async (tx) => {
    const mandates = await lockMandates(
      tx,
      signed.map(({ mandate }) => mandate.id),
    );
    const current = new Map(mandates.map((mandate) => [mandate.id, mandate]));
    const state = await currentChainState(tx, signed[0]!.charge.livemode, realNow);
    if (state === null || state.haltedReason !== null) return [];
    // A recovery began since the chain was asked: its result may no longer hold.
    if (state.recovery !== recovery) return [];
    const departed = await listDeparted(
      tx,
      signed[0]!.charge.livemode,
      signed.map(({ charge }) => charge.merchantId),
    );
    const wanted = signed.filter((held) => {
      // Another deployment charges its payers.
      if (departed.has(held.charge.merchantId)) return false;
      const mandate = current.get(held.mandate.id);
      if (mandate?.status !== 'active' || remainingBudget(mandate) < held.charge.amount) return false;
      // Its payer moved the mandate to another key: the chain would reject this signature.
      return mandate.delegate === held.mandate.delegate;
    });
    const taken = await takeForSigning(tx, batch, wanted, signed);
    const rows = wanted.flatMap((held) => {
      const charge = taken.get(held.charge.id);
      return charge === undefined ? [] : [attemptOf(held, charge, realNow)];
    });
    await insertAttempts(tx, rows);
    if (rows.length > 0) await wakeResolver(tx, rows[0]!);
    return rows;
  });
}

/** Covers the attempts if this process dies now. One job serves all attempts of a second. */
async function wakeResolver(tx: Tx, { livemode, signedAt }: AttemptRow): Promise<void> {
  const runAt = signedAt + FIRST_CHECK_SECONDS + 1;
  await enqueueOnce(tx, 'attempts:resolve', { livemode }, { runAt, jobKey: `resolve/${livemode}/${runAt}` });
}

/**
 * Replaces the leases on charges by their attempts, and returns them by id: those of `wanted` whose lease was not lost meanwhile, and whose
 * transaction pulls none of `signed` that is not wanted any more.
 */
async function takeForSigning(
  tx: Tx,
  batch: HeldBatch,
  wanted: readonly SignedCharge[],
  signed: readonly SignedCharge[],
): Promise<ReadonlyMap<string, ChargeRow>> {
  const charges = await lockCharges(
    tx,
    wanted.map(({ charge }) => charge.id),
  );
  const held = new Set(charges.filter((charge) => batch.holds(charge)).map(({ id }) => id));
  const spoilt = new Set(
    signed.filter(({ charge }) => !held.has(charge.id)).map(({ transaction }) => transaction),
  );
  const whole = wanted.filter(({ transaction }) => !spoilt.has(transaction));
  const taken = await setSigned(
    tx,
    whole.map(({ charge }) => charge.id),
  );
  return new Map(taken.map((charge) => [charge.id, charge]));
}

function attemptOf({ mandate, transaction }: SignedCharge, charge: ChargeRow, realNow: number): AttemptRow {
  return {
    id: newId('attempt'),
    merchantId: charge.merchantId,
    livemode: charge.livemode,
    mandateId: charge.mandateId,
    chargeId: charge.id,
    refundId: null,
    reference: chargeReference(mandate.genesisHash, mandate.id, charge.periodIndex),
    amount: charge.amount,
    signature: transaction.signature,
    wire: transaction.wire,
    lastValidBlockHeight: Number(transaction.lastValidBlockHeight),
    blockHeightAtSigning: Number(transaction.blockHeightAtSigning),
    slotAtSigning: Number(transaction.slotAtSigning),
    state: 'signed',
    error: null,
    signedAt: realNow,
    checkAt: realNow + FIRST_CHECK_SECONDS,
    resolvedAt: null,
    backoffUntil: null,
  };
}
