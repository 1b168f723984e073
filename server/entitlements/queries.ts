import type { Db } from '../db/connect.ts';
import type { OfferRow } from '../offers/queries.ts';
import type { Purchase } from '../../rules/entitlements/machine.ts';

/** A purchase with its payer's proof. */
export interface PurchaseRow extends Purchase {
  clientSecretHash: Uint8Array;
}

/**
 * Every mandate that this payer started from the product, unsigned ones included: its client_secret is a
 * proof as well.
 */
export function listPurchases(
  sql: Db,
  { id, merchantId, livemode }: Pick<OfferRow, 'id' | 'merchantId' | 'livemode'>,
  payer: string,
): Promise<PurchaseRow[]> {
  return sql<PurchaseRow[]>`
    select m.sell_mode, m.status, m.anchor_at, m.period_seconds, m.trial_seconds, m.client_secret_hash,
      (select max(c.period_index) from charges c
        where c.mandate_id = m.id and c.status = 'succeeded' and c.refunded < c.amount) as paid_period,
      open.due_at as open_due_at, coalesce(open.attempts > 0, false) as open_failed, coalesce(policy.keeps_access, true) as keeps_access
    from mandates m
    left join charges open on open.mandate_id = m.id and open.status in ('scheduled', 'processing', 'retrying')
    left join dunning_policies policy
      on policy.id = open.dunning_policy_id and policy.merchant_id = m.merchant_id and policy.livemode = m.livemode
    where m.offer_id = ${id} and m.payer = ${payer} and m.merchant_id = ${merchantId} and m.livemode = ${livemode}`;
}
