import type { Tenant } from '../merchants/tenant.ts';
import type { ChosenKind } from '../../rules/notices/choices.ts';
import type { DigestSums, Happening } from '../../rules/notices/notice.ts';
import type { Db, Tx } from '../db/connect.ts';

/** Something that happened to a merchant and is to be told. */
export interface HappeningRow extends Tenant {
  kind: Exclude<ChosenKind, 'daily_digest'>;
  merchantName: string;
  /** Null for a delivery, and for an event that was asked for and did not happen. */
  item: Happening | null;
  /** Of a delivery's endpoint. */
  url: string | null;
}

type Joined = Omit<HappeningRow, 'item'> & {
  body: string | null;
  sellMode: string | null;
  name: string | null;
  payer: string | null;
  amount: string | null;
  decimals: number | null;
  symbol: string | null;
};

/** Takes up to `take` of them, the oldest first: they are gone once this transaction commits. `count` also has those that nobody is told of. */
export async function takeHappenings(tx: Tx, take: number): Promise<{ count: number; rows: HappeningRow[] }> {
  const joined = await tx<Joined[]>`
    with taken as (
      delete from merchant_happenings where id in (
        select id from merchant_happenings order by id limit ${take} for update skip locked)
      returning *)
    select t.merchant_id, t.livemode, t.kind, x.name as merchant_name, e.body, m.sell_mode, m.name, m.payer,
      coalesce(e.body::jsonb #>> '{data,object,amount}', m.amount_per_period::text) as amount, m.decimals,
      coalesce(k.symbol, left(m.mint, 4)) as symbol, w.url
    from taken t
    join merchants x on x.id = t.merchant_id
    left join events e on e.id = t.event_id
    left join mandates m on m.id = e.mandate_id and m.merchant_id = t.merchant_id and m.livemode = t.livemode
    left join tokens k on k.livemode = t.livemode and k.mint = m.mint and (k.made_by is null or k.made_by = t.merchant_id)
    left join webhook_deliveries d on d.id = t.delivery_id and d.merchant_id = t.merchant_id and d.livemode = t.livemode
    left join webhook_endpoints w on w.id = d.endpoint_id and w.merchant_id = t.merchant_id and w.livemode = t.livemode
    order by t.id`;
  const rows = joined.filter(isTold).map(({ merchantId, livemode, kind, merchantName, url, ...row }) => ({
    merchantId,
    livemode,
    kind,
    merchantName,
    url,
    item: row.payer === null ? null : itemOf(row),
  }));
  return { count: joined.length, rows };
}

/** Not what was asked for as a test, nor a payment made once: that is no subscription. */
function isTold({ kind, body, sellMode }: Joined): boolean {
  if (body !== null && (JSON.parse(body) as { testEvent?: boolean }).testEvent === true) return false;
  const isAboutSubscriptions =
    kind === 'new_subscriptions' || kind === 'renewals_failed' || kind === 'renewals_lost';
  return !isAboutSubscriptions || sellMode === 'subscription';
}

function itemOf({ name, payer, amount, decimals, symbol }: Pick<Joined, keyof Happening>): Happening {
  return { name, payer: payer!, amount: amount!, decimals: decimals!, symbol: symbol! };
}

/** What a span of time brought a tenant, in the merchant's time. */
export async function sumSpan(
  db: Db,
  { merchantId, livemode }: Tenant,
  { from, to }: { from: number; to: number },
): Promise<{ sums: DigestSums[]; newSubscriptions: number; lostSubscriptions: number }> {
  const sums = await db<DigestSums[]>`
    with settled as (
      select m.mint, m.decimals, 1 as payments, c.amount::numeric as gross, 0::numeric as refunds
      from charges c join mandates m on m.id = c.mandate_id
      where c.merchant_id = ${merchantId} and c.livemode = ${livemode} and c.status = 'succeeded'
        and c.settled_at >= ${from} and c.settled_at < ${to}
      union all
      select m.mint, m.decimals, 0, 0, r.amount::numeric
      from refunds r join mandates m on m.id = r.mandate_id
      where r.merchant_id = ${merchantId} and r.livemode = ${livemode} and r.status = 'succeeded'
        and r.settled_at >= ${from} and r.settled_at < ${to})
    select coalesce(min(k.symbol), left(s.mint, 4)) as symbol, s.decimals, sum(s.payments)::int as payments,
      sum(s.gross)::text as gross, sum(s.refunds)::text as refunds
    from settled s
    left join tokens k on k.livemode = ${livemode} and k.mint = s.mint and (k.made_by is null or k.made_by = ${merchantId})
    group by s.mint, s.decimals order by sum(s.payments) desc, s.mint`;
  const [counts] = await db<[{ newSubscriptions: number; lostSubscriptions: number }]>`
    select
      (select count(*)::int from mandates
        where merchant_id = ${merchantId} and livemode = ${livemode} and sell_mode = 'subscription'
          and activated_at >= ${from} and activated_at < ${to}) as new_subscriptions,
      (select count(*)::int from mandates
        where merchant_id = ${merchantId} and livemode = ${livemode} and sell_mode = 'subscription'
          and activated_at is not null and ended_at >= ${from} and ended_at < ${to}) as lost_subscriptions`;
  return { sums: [...sums], ...counts };
}
