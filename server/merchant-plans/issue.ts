import type { Instruction } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import type { Chain } from '../chain/rpc.ts';
import { ownerTransaction } from '../chain/subscriptions/owner-transaction.ts';
import type { WalletTransaction } from '../chain/wallet-transaction.ts';
import type { Deployment } from '../deployment.ts';
import { readMoment } from '../merchants/moment.ts';
import {
  getOwnedPlan,
  type IssuedForPlan,
  lockOwnedPlan,
  type OwnedPlanRow,
  type PlanAction,
  updateOwnedPlan,
} from '../subscription-plans/owned-queries.ts';

/** A plan with the transaction (base64) that its owner is to sign, or null if there is nothing to sign. */
export interface IssuedPlan {
  row: OwnedPlanRow;
  transaction: string | null;
}

/** The columns that hold an issued transaction. */
export function issuedColumns(action: PlanAction, issued: WalletTransaction): IssuedForPlan {
  return {
    issuedAction: action,
    issuedMessage: Buffer.from(issued.message),
    issuedLastValidBlockHeight: Number(issued.lastValidBlockHeight),
  };
}

/** Lets the localnet run what concerns a plan by its merchant's test clock; nothing on a real chain. */
export async function runAtClockOfMerchant(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  chain: Chain,
  { merchantId, livemode, address }: Pick<OwnedPlanRow, 'merchantId' | 'livemode' | 'address'>,
  how: { moves?: boolean } = {},
): Promise<void> {
  const { now, realNow } = await readMoment(db, { merchantId, livemode }, clock);
  await runAtClockOf(chain, { merchantId, offsetSeconds: now - realNow }, [address], how);
}

/**
 * Issues a transaction about a plan that is on chain, in the form that the chain's program takes. It is stored before it is given out, and replaces
 * the one before it: only the last one is broadcast by the service. Throws parameter_invalid if the chain would refuse it; ChainUnavailableError.
 */
export async function issueForPlan(
  deployment: Deployment,
  chain: Chain,
  row: OwnedPlanRow,
  step: { action: PlanAction; forms: readonly Instruction[] },
): Promise<IssuedPlan> {
  const { db } = deployment;
  await runAtClockOfMerchant(deployment, chain, row);
  const built = await ownerTransaction(chain, row.owner, step.forms);
  if (built.kind === 'refused') {
    throw new ApiError('parameter_invalid', {
      param: 'id',
      message: `The chain would refuse this change of the plan: ${built.message}. Nothing was changed.`,
    });
  }
  await db.begin(async (tx) => {
    await lockOwnedPlan(tx, row, row.id);
    await updateOwnedPlan(tx, row, issuedColumns(step.action, built.issued));
  });
  return { row: await getOwnedPlan(db, row, row.id), transaction: built.issued.transaction };
}
