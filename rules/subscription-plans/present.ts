/** What the API shows of a merchant's plan. Amounts in atomic units; `periodHours` in hours. */
export interface ShownPlan {
  id: string;
  livemode: boolean;
  createdAt: number;
  status: 'wanted' | 'open' | 'ending' | 'moved' | 'deleted';
  address: string;
  owner: string;
  payee: string;
  puller: string;
  mint: string;
  amount: bigint;
  periodHours: number;
  endsAt: number | null;
  rent: bigint;
  issuedAction: 'create' | 'set_puller' | 'end' | 'delete' | null;
  issuedLastValidBlockHeight: number | null;
  /** Pending and active mandates that use it. */
  mandates: number;
}

const STATUSES = {
  wanted: 'pending',
  open: 'open',
  ending: 'ending',
  moved: 'moved',
  deleted: 'closed',
} as const;

/** A merchant's plan as the API shows it, with the transaction (base64) that was just issued, else null. */
export function presentSubscriptionPlan(row: ShownPlan, transaction: string | null = null) {
  return {
    object: 'subscription_plan' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    status: STATUSES[row.status],
    account: row.address,
    owner: row.owner,
    payee: row.payee,
    puller: row.puller,
    mint: row.mint,
    amountPerPeriod: row.amount.toString(),
    periodSeconds: row.periodHours * 3_600,
    endsAt: row.endsAt,
    rentLamports: Number(row.rent),
    mandates: row.mandates,
    action: row.issuedAction,
    transaction,
    lastValidBlockHeight: row.issuedLastValidBlockHeight,
  };
}
