import type { ReadAccount } from '../../rules/forecast/collectability.ts';
import type { Horizon } from '../../rules/forecast/dues.ts';
import type { ForeseenMandate } from '../../rules/forecast/judge.ts';
import type { DaySum } from '../../rules/forecast/summary.ts';
import type { Sql } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

const DAY = 86_400;

/** What a merchant asks about. */
export interface ForecastScope extends Tenant, Horizon {
  mint: string | null;
}

/**
 * The merchant's mandates with a charge to come before the end, and how many follow the first until then. Of the dues of one payer in one token only
 * this merchant's are counted, on purpose: what others collect is none of its business.
 */
function own(sql: Sql, { merchantId, livemode, from, until, mint }: ForecastScope) {
  return sql`
    own as materialized (
      select m.id, m.payer, m.mint, m.amount_per_period as amount, m.period_seconds, m.max_periods, m.anchor_at, m.scheme, m.delegate,
        m.budget - m.pulled as remaining, c.period_index, greatest(c.next_attempt_at, ${from}) as first_at,
        greatest(c.period_index + 1, (${from} - m.anchor_at + m.period_seconds - 1) / m.period_seconds) as next_index,
        least((${until} - m.anchor_at + m.period_seconds - 1) / m.period_seconds, coalesce(m.max_periods, 9223372036854775807)) as end_index
      from charges c join mandates m on m.id = c.mandate_id
      where c.merchant_id = ${merchantId} and c.livemode = ${livemode} and c.status in ('scheduled', 'processing', 'retrying')
        and c.next_attempt_at < ${until} and m.merchant_id = ${merchantId} and m.livemode = ${livemode}
        and m.status = 'active' and m.sell_mode = 'subscription' ${mint === null ? sql`` : sql`and m.mint = ${mint}`}),
    judged as materialized (
      select own.payer, own.mint, min(a.read_at) as read_at,
        bool_and(a.payer is null or (a.state = 'open' and a.is_ours and (own.scheme = 'plan' or own.delegate = a.delegate)
          and own.amount * (1 + greatest(0, end_index - next_index)) <= own.remaining))
        and (min(a.payer) is null or (
          sum(own.amount * (1 + greatest(0, end_index - next_index))) <= min(a.balance)
          and coalesce(sum(own.amount * (1 + greatest(0, end_index - next_index))) filter (where own.scheme = 'approval'), 0) <= min(a.delegated)))
        as is_covered
      from own left join payer_accounts a on a.livemode = ${livemode} and a.payer = own.payer and a.mint = own.mint
      group by own.payer, own.mint)`;
}

/** What Postgres says of a merchant's charges to come. */
export interface Foreseen {
  /** By day, of those payers and tokens of which all that falls due fits into what is there. */
  sums: DaySum[];
  /** The mandates of all others, those of one payer and token one after the other. */
  doubtful: ForeseenMandate[];
  /** When the oldest account was read, in real time; null if none was. */
  readAt: number | null;
}

/** A day's sum, a mandate, or when the oldest account was read. */
interface ForeseenRow {
  mint: string | null;
  day: number;
  count: number;
  amount: bigint;
  readAt: number | null;
  doubtful: Doubtful | null;
}

/** A mandate as JSON carries it: amounts are text. */
type Doubtful = Omit<ForeseenMandate, 'amount' | 'remaining' | 'account'> & {
  amount: string;
  remaining: string;
  account: (Omit<ReadAccount, 'balance' | 'delegated'> & { balance: string; delegated: string }) | null;
};

/** One statement, since what both parts need is most of the work. */
export async function readForeseen(sql: Sql, scope: ForecastScope): Promise<Foreseen> {
  const { livemode, from, until } = scope;
  const rows = await sql<ForeseenRow[]>`
    with ${own(sql, scope)},
    covered as materialized (select own.* from own join judged using (payer, mint) where judged.is_covered),
    dues as (
      select mint, first_at as at, 1::bigint as count, amount from covered
      union all
      select mint, anchor_at + index * period_seconds, 1, amount
      from covered cross join lateral generate_series(next_index, end_index - 1) as index where period_seconds >= ${DAY}
      union all
      select mint, day, counted.last - counted.first, amount from covered
      cross join lateral generate_series(${from}::bigint / ${DAY} * ${DAY}, ${until}::bigint - 1, ${DAY}::bigint) as day
      cross join lateral (
        select greatest(next_index, (day - anchor_at + period_seconds - 1) / period_seconds) as first,
          least(end_index, (day + ${DAY} - anchor_at + period_seconds - 1) / period_seconds) as last) as counted
      where period_seconds < ${DAY} and counted.last > counted.first)
    select mint, at / ${DAY} * ${DAY} as day, sum(count)::bigint as count, sum(amount * count) as amount, null::bigint as read_at,
      null::jsonb as doubtful
    from dues group by 1, 2
    union all
    select null, 0, 0, 0, min(read_at), null from judged
    union all
    select own.mint, 0, 0, 0, null, jsonb_build_object(
      'id', own.id, 'mandateId', own.id, 'payer', own.payer, 'mint', own.mint, 'amount', own.amount::text, 'periodSeconds', own.period_seconds,
      'maxPeriods', own.max_periods, 'anchorAt', own.anchor_at, 'scheme', own.scheme, 'delegate', own.delegate,
      'remaining', own.remaining::text, 'periodIndex', own.period_index, 'nextAttemptAt', own.first_at,
      'account', case when a.payer is null then null else jsonb_build_object(
        'state', a.state, 'balance', a.balance::text, 'delegate', a.delegate, 'delegated', a.delegated::text, 'isOurs', a.is_ours) end)
    from own join judged using (payer, mint)
    left join payer_accounts a on a.livemode = ${livemode} and a.payer = own.payer and a.mint = own.mint
    where not judged.is_covered`;
  return {
    sums: rows.flatMap(({ mint, day, count, amount, doubtful }) =>
      mint === null || doubtful !== null ? [] : [{ mint, day, reason: null, count, amount: BigInt(amount) }],
    ),
    doubtful: rows.flatMap(({ doubtful }) => (doubtful === null ? [] : [mandateOf(doubtful)])),
    readAt: rows.find(({ mint }) => mint === null)?.readAt ?? null,
  };
}

function mandateOf({ amount, remaining, account, ...rest }: Doubtful): ForeseenMandate {
  const read = account && {
    ...account,
    balance: BigInt(account.balance),
    delegated: BigInt(account.delegated),
  };
  return { ...rest, amount: BigInt(amount), remaining: BigInt(remaining), account: read };
}
