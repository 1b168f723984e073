import type { Signature } from '@solana/kit';
import { findPayments, type Payment } from '../chain/payment.ts';
import type { Chain, Commitment } from '../chain/rpc.ts';
import { newCharge } from '../charges/place-charge.ts';
import { countCharges, insertCharge } from '../charges/queries.ts';
import { settleCharge } from '../charges/settle-charge.ts';
import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { readMoment } from '../merchants/moment.ts';
import { isCounted } from '../attempts/settlements.ts';
import { markActive } from './activate-mandate.ts';
import type { AuthorizationOutcome } from './authorize-mandate.ts';
import {
  insertAuthorization,
  insertExaminedSignatures,
  listExaminedSignatures,
} from '../mandates/authorization-queries.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';

/**
 * Looks for payments of a one-time order and counts each once: the first activates and completes the order; a
 * second or late one becomes another charge that can be refunded, and changes no status. Throws
 * ChainUnavailableError.
 */
export async function recordPayments(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  search: { signature?: Signature | undefined; commitment?: Commitment },
): Promise<AuthorizationOutcome> {
  const { db } = deployment;
  const terms = { ...mandate, minAmountAtomic: mandate.amountPerPeriod };
  const found = await findPayments(chain, terms, {
    ...search,
    examined: await listExaminedSignatures(db, mandate.id),
  });
  await insertExaminedSignatures(db, mandate.id, found.examined);
  // Oldest first: that one paid the order.
  const payments = [...found.payments].sort((a, b) => Number(a.slot - b.slot));
  let outcome: AuthorizationOutcome = 'no_consent';
  for (const payment of payments) {
    if (await countPayment(deployment, mandate.id, payment)) outcome = 'activated';
  }
  return outcome;
}

/** Whether the payment opened the order. */
async function countPayment(
  { db, clock, log }: Deployment,
  mandateId: string,
  payment: Payment,
): Promise<boolean> {
  return db.begin(async (tx) => {
    const mandate = await lockMandate(tx, mandateId);
    const moment = await readMoment(tx, mandate, clock);
    const isNew = await insertAuthorization(tx, {
      signature: payment.signature,
      instructionIndex: payment.instructionIndex,
      mandateId,
      kind: 'payment',
      amount: payment.amountAtomic,
      slot: Number(payment.slot),
      recordedAt: moment.realNow,
      wire: payment.wire,
    });
    if (!isNew) return false;
    if (await isCounted(tx, payment)) {
      log.error(
        { mandateId, signature: payment.signature },
        'a transfer was counted before and settles nothing more',
      );
      return false;
    }
    const opens = mandate.status === 'pending';
    let payable = mandate;
    if (opens) {
      const approval = { slot: Number(payment.slot), fundsSufficient: true };
      const activation = await markActive(tx, mandate, approval, moment);
      await recordEvents(tx, mandate, [activation.event], moment);
      payable = activation.mandate;
    }
    const period = { periodIndex: await countCharges(tx, mandateId), dueAt: moment.now };
    const charge = newCharge(payable, period, moment, payment.amountAtomic);
    await insertCharge(tx, charge);
    if (!(await settleCharge(tx, { mandate: payable, charge }, [payment], moment)))
      throw new Error(`Bug: the payment ${payment.signature} was counted between two statements.`);
    return opens;
  });
}
