import { planReference } from '../chain/plan.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { listShares, lockPayerAccount } from './share-queries.ts';
import { lockMandate, type MandateRow, updateMandate } from '../mandates/queries.ts';
import { delegateFor } from './shared-delegate.ts';
import { wakePlanPublisher } from '../mandates/publish-queries.ts';

/**
 * Gives a pending mandate the delegate of the payer's active ones, when those became active after it was created: signed as it was
 * planned, it would take the slot from them. It gets a new plan with a new reference; what was issued before counts no more. Returns
 * the mandate as it is now.
 */
export async function alignDelegate(
  { db, clock }: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<MandateRow> {
  if (mandate.status !== 'pending' || mandate.sellMode === 'once') return mandate;
  const wanted = delegateFor(chain, await listShares(db, mandate, mandate.id), mandate.delegate);
  if (wanted === mandate.delegate) return mandate;
  return db.begin(async (tx) => {
    await lockPayerAccount(tx, mandate);
    const current = await lockMandate(tx, mandate.id);
    const delegate = delegateFor(chain, await listShares(tx, current, current.id), current.delegate);
    if (current.status !== 'pending' || delegate === current.delegate) return current;
    const terms = { ...current, mandateId: current.id, delegate };
    const planPublishAt = chain.publishPlans && !current.planDeferred ? clock.seconds() : null;
    if (planPublishAt !== null) await wakePlanPublisher(tx, current.livemode);
    // A transaction that published the previous plan says nothing about this one.
    await tx`delete from plan_attempts where mandate_id = ${current.id}`;
    return updateMandate(tx, current.id, {
      delegate,
      reference: planReference(terms),
      planSignature: null,
      planPublishAt,
    });
  });
}
