import { type Appliers, type LandedAttempt, type Outcome, transferIndexOf } from '../attempts/outcome.ts';
import { type AttemptRow, lockAttempts } from '../attempts/queries.ts';
import { classifyFailure } from '../chain/failure.ts';
import { countOwnTransfers } from '../chain/transfer.ts';
import type { Tx } from '../db/connect.ts';
import { lockMandate, lockMandates } from '../mandates/queries.ts';
import { type Moment, readMoments } from '../merchants/moment.ts';
import { failCharge, type LockedCharge, setBackCharge, skipCharge } from './close-charge.ts';
import { getCharge, lockCharge, lockCharges } from './queries.ts';
import { settleCharge, settleCharges } from './settle-charge.ts';

/** What the outcome of a pull means for its charge. */
export const chargeApplier: Appliers['charge'] = {
  async lock(tx, { mandateId, chargeId }) {
    const mandate = await lockMandate(tx, mandateId);
    const charge = await lockCharge(tx, chargeId!);
    return {
      tenant: mandate,
      txSignature: charge.txSignature,
      apply: (attempt, outcome, moment) => apply(tx, { mandate, charge }, attempt, outcome, moment),
    };
  },
  async settleTogether(tx, landed, clock) {
    const mandates = byId(
      await lockMandates(
        tx,
        landed.map(({ attempt }) => attempt.mandateId),
      ),
    );
    const charges = byId(
      await lockCharges(
        tx,
        landed.map(({ attempt }) => attempt.chargeId!),
      ),
    );
    const attempts = byId(
      await lockAttempts(
        tx,
        landed.map(({ attempt }) => attempt.id),
      ),
    );
    const momentOf = await readMoments(tx, [...mandates.values()], clock);
    const isOpen = ({ attempt }: LandedAttempt) => attempts.get(attempt.id)!.state === 'signed';
    const open = landed.filter(isOpen).flatMap(({ attempt, landing }) => {
      const [mandate, charge] = [mandates.get(attempt.mandateId)!, charges.get(attempt.chargeId!)!];
      // Another transfer paid the charge, which is looked into alone.
      if (charge.status === 'succeeded') return [];
      return [{ attempt, mandate, charge, landings: [landing], moment: momentOf(mandate) }];
    });
    const settled = await settleCharges(tx, open);
    return {
      settled: open.filter(({ charge }) => settled.has(charge.id)).map(({ attempt }) => attempt),
      recorded: landed
        .filter(({ attempt }) => attempts.get(attempt.id)!.state === 'landed')
        .map(({ attempt }) => attempt),
    };
  },
  async isTakenUp(sql, attempt) {
    const { status, wakeAt } = await getCharge(sql, attempt, attempt.chargeId!);
    return status === 'processing' && wakeAt !== null;
  },
};

async function apply(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<boolean> {
  if (outcome.kind === 'landed') {
    // Already found by its reference: the same money.
    if (charge.status === 'succeeded') return true;
    return settleCharge(tx, { mandate, charge }, outcome.landings, moment);
  }
  // An attempt that is resolved late does not affect a charge that went on without it.
  if (charge.status !== 'processing' || charge.wakeAt !== null) return true;
  const failure = outcome.kind === 'failed' ? classifyFailure(outcome.error, transferIndexOf(attempt)) : null;
  if (mandate.status !== 'active') await skipCharge(tx, { mandate, charge }, moment);
  else if (failure?.kind === 'account') await failCharge(tx, { mandate, charge }, failure, moment);
  // Perhaps another pull in the transaction failed. Alone this one is tried at once.
  else if (failure !== null && countOwnTransfers(attempt.wire) > 1)
    await setBackCharge(tx, charge, moment, { waitSeconds: 0 });
  else await setBackCharge(tx, charge, moment);
  return true;
}

function byId<T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
