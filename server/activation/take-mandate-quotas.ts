import { ApiError } from '../../rules/api-error.ts';
import type { Sql } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { gathered } from '../lib/gathered.ts';
import { countPending } from '../mandates/queries.ts';
import {
  giveBackQuotas,
  type QuotaKind,
  type QuotaLimits,
  quotasTake,
  quotaUsedUp,
  setQuotaUsed,
  takeQuotas,
} from '../merchants/quota.ts';
import { groupOf, type Tenant } from '../merchants/tenant.ts';
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
 * Counts a mandate that is about to be created, with one statement that also reads its surroundings. Returns them, and whether its plan
 * may be published at once. Not in the transaction that inserts it: a merchant's mandates would wait for each other's commits. If that one
 * fails, a mandate too many is counted for the day. Throws rate_limit_exceeded.
 */
export async function takeMandateQuotas(
  { db, clock, quotas }: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  tenant: Tenant,
  { isFromOffer, isPending, wantsPlan }: MandateToCount,
): Promise<{ publishesPlan: boolean; surroundings: Surroundings }> {
  const now = clock.seconds();
  const kind: QuotaKind = isFromOffer ? 'checkout_mandate' : 'mandate';
  const limits: QuotaLimits = {
    [kind]: quotas.mandatesPerDay,
    ...(isPending ? { pending_mandate: quotas.pendingMandates } : {}),
    ...(wantsPlan ? { plan: quotas.plansPerDay } : {}),
  };
  const group = `${groupOf(tenant)}/${Object.keys(limits).join()}`;
  const { granted, surroundings } = await takeGathered(db, group, { tenant, now, limits });
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

interface Asked {
  tenant: Tenant;
  now: number;
  limits: QuotaLimits;
}

/** Takes one of each kind for each request: those of one merchant at once share a statement. They all have the same limits. */
const takeGathered = gathered(async (sql: Sql, asked: readonly Asked[]) => {
  const { tenant, now, limits } = asked.at(-1)!;
  const [read] = await sql<[Surroundings & { kinds: QuotaKind[]; used: bigint[] }]>`
    with taken as (${quotasTake(sql, tenant, now, limits, asked.length)})
    select array(select kind from taken order by kind) as kinds, array(select used from taken order by kind) as used,
      ${surroundingsColumns(sql, tenant)}`;
  const { kinds, used, ...surroundings } = read;
  const places = new Map<QuotaKind, number>();
  for (const [at, kind] of kinds.entries()) {
    const tooMany = Math.max(0, Number(used[at]! - BigInt(limits[kind]!)));
    places.set(kind, asked.length - tooMany);
    if (tooMany > 0) await giveBackQuotas(sql, tenant, [kind], tooMany);
  }
  return asked.map((_, at) => ({
    granted: new Set(kinds.filter((kind) => at < places.get(kind)!)),
    surroundings,
  }));
});

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
