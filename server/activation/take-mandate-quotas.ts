import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import { countPending } from '../mandates/queries.ts';
import {
  giveBackQuotas,
  quotasTake,
  quotaUsedUp,
  type QuotaKind,
  setQuotaUsed,
  takeQuotas,
} from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type Surroundings, surroundingsColumns } from './surroundings.ts';

/** What decides which quotas a new mandate counts in. */
export interface MandateToCount {
  /** Strangers may start mandates from links and products: these do not count against the merchant's own quota. */
  isFromOffer: boolean;
  /** It waits for its payer. */
  isPending: boolean;
  /** Its plan may be published before the payer has signed, which costs SOL: never for mandates that strangers start. */
  wantsPlan: boolean;
}

/**
 * Counts a mandate that is about to be created, with one statement that also reads its surroundings. Returns them, and whether its plan may
 * be published at once. Not in the transaction that inserts it: a merchant's mandates would wait for each other's commits. If that one fails, a mandate too many is
 * counted for the day. Throws rate_limit_exceeded.
 */
export async function takeMandateQuotas(
  { db, clock, quotas }: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  tenant: Tenant,
  { isFromOffer, isPending, wantsPlan }: MandateToCount,
): Promise<{ publishesPlan: boolean; surroundings: Surroundings }> {
  const now = clock.seconds();
  const kind: QuotaKind = isFromOffer ? 'checkout_mandate' : 'mandate';
  const taken = quotasTake(db, tenant, now, {
    [kind]: quotas.mandatesPerDay,
    ...(isPending ? { pending_mandate: quotas.pendingMandates } : {}),
    ...(wantsPlan ? { plan: quotas.plansPerDay } : {}),
  });
  const [read] = await db<[Surroundings & { granted: QuotaKind[] }]>`
    with taken as (${taken})
    select array(select kind from taken) as granted, ${surroundingsColumns(db, tenant)}`;
  const { granted: kinds, ...surroundings } = read;
  const granted = new Set(kinds);
  const hasRoom =
    !isPending || granted.has('pending_mandate') || (await takeRoom({ db, quotas }, tenant, now));
  if (hasRoom && granted.has(kind)) return { publishesPlan: granted.has('plan'), surroundings };
  await giveBackQuotas(db, tenant, hasRoom && isPending ? [...granted, 'pending_mandate'] : [...granted]);
  if (!granted.has(kind)) throw quotaUsedUp(kind, quotas.mandatesPerDay, now);
  throw new ApiError('rate_limit_exceeded', {
    message: `${quotas.pendingMandates} mandates of this merchant wait for their payers already. Each is authorized or expires within a day.`,
    retryAfterSeconds: 60,
  });
}

/**
 * The quota of pending mandates only grows, so that nothing needs to be counted when one is authorized or ends. Used up, it is set to
 * how many there really are. Those that other requests are inserting at this moment are missed: so many may be above the limit.
 */
async function takeRoom(
  { db, quotas }: Pick<Deployment, 'db' | 'quotas'>,
  tenant: Tenant,
  now: number,
): Promise<boolean> {
  const most = quotas.pendingMandates;
  await setQuotaUsed(db, tenant, 'pending_mandate', await countPending(db, tenant, most));
  return (await takeQuotas(db, tenant, now, { pending_mandate: most })).has('pending_mandate');
}
