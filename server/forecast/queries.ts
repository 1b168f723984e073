import type { ReadAccount, RiskReason } from '../../rules/forecast/collectability.ts';
import type { Horizon } from '../../rules/forecast/dues.ts';
import type { ForeseenMandate } from '../../rules/forecast/judge.ts';
import { type DaySum, type FirstAtRisk, MOST_NAMED } from '../../rules/forecast/summary.ts';
import type { Sql } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

const HOUR = 3600;
const DAY = 86_400;

/** Rows that are held at once, however many a merchant has. */
const BATCH = 1_000;

/** What a merchant asks about. */
export interface ForecastScope extends Tenant, Horizon {
  mint: string | null;
}

/**
 * The merchant's mandates with a charge to come before the end. `placed` has each with how many of its charges fall due until then (`due`), and what
 * becomes of them as far as Postgres can tell: the first `covered` are collected, and the others not, for `reason`. It can tell where all that
 * falls due of a payer in a token fits into what is there, and of a mandate that is alone on its account, since its charges are all alike.
 * Of all others `covered` is null. Only this merchant's dues are counted, on purpose: what others collect is none of its business. Nothing here is
 * joined to itself: Postgres cannot tell how many rows there will be, and of few it would compare each with each.
 */
function placed(sql: Sql, { merchantId, livemode, from, until, mint }: ForecastScope) {
  return sql`
    own as (
      select m.id, m.payer, m.mint, m.amount_per_period::numeric as amount, m.period_seconds, m.max_periods, m.anchor_at, m.scheme, m.delegate,
        m.budget - m.pulled as remaining, c.period_index, greatest(c.next_attempt_at, ${from}) as first_at, schedule.next_index, schedule.end_index,
        schedule.due, m.amount_per_period * schedule.due as needed, a.payer is not null as is_read, a.state, a.balance::numeric as balance,
        a.delegate as slot, a.delegated::numeric as delegated, a.is_ours, a.read_at,
        case when a.payer is null then null
          when a.state <> 'open' then 'payer_account_' || a.state
          when m.scheme = 'plan' then case when not a.is_ours then 'allowance_gone' end
          when a.delegate = m.delegate then null
          when a.is_ours or (a.delegate is null and m.budget = m.pulled) then 'allowance_short'
          else 'allowance_gone' end as barrier
      from charges c
      join mandates m on m.id = c.mandate_id
      cross join lateral (
        select greatest(c.period_index + 1, (${from} - m.anchor_at + m.period_seconds - 1) / m.period_seconds) as next_index,
          least((${until} - m.anchor_at + m.period_seconds - 1) / m.period_seconds, coalesce(m.max_periods, 9223372036854775807)) as end_index) as span
      cross join lateral (select next_index, end_index, 1 + greatest(0, end_index - next_index) as due) as schedule
      left join payer_accounts a on a.livemode = ${livemode} and a.payer = m.payer and a.mint = m.mint
      where c.merchant_id = ${merchantId} and c.livemode = ${livemode} and c.status in ('scheduled', 'processing', 'retrying')
        and c.next_attempt_at < ${until}
        -- Not by an index: of a merchant whose growth Postgres has not noticed it would compare each charge with each mandate.
        and m.merchant_id is not distinct from ${merchantId} and m.livemode is not distinct from ${livemode}
        and m.status is not distinct from 'active' and m.sell_mode = 'subscription' ${mint === null ? sql`` : sql`and m.mint is not distinct from ${mint}`}),
    judged as (
      select *, count(*) over account as sharing,
        bool_and(not is_read or (barrier is null and needed <= remaining)) over account
          and (not is_read or (sum(needed) over account <= balance
            and coalesce(sum(needed) filter (where scheme = 'approval') over account, 0) <= delegated)) as is_covered
      from own window account as (partition by payer, mint)),
    told as (
      select judged.*,
        case when is_covered then due
          when sharing > 1 or period_seconds < ${HOUR} then null
          when barrier is not null then 0
          else greatest(0, least(due, held, approved)) end::bigint as covered,
        case when is_covered then null
          when barrier is not null then barrier
          when approved <= held then 'allowance_short'
          else 'insufficient_funds' end as reason
      from judged
      cross join lateral (
        select div(balance, amount) as held,
          least(div(remaining, amount), case when scheme = 'approval' then div(delegated, amount) end) as approved) as fits),
    placed as materialized (
      select id, payer, mint, amount, period_seconds, anchor_at, first_at, next_index, end_index, due, read_at, covered, reason,
        case when covered is null then jsonb_build_object(
          'id', id, 'mandateId', id, 'payer', payer, 'mint', mint, 'amount', amount::text, 'periodSeconds', period_seconds,
          'maxPeriods', max_periods, 'anchorAt', anchor_at, 'scheme', scheme, 'delegate', delegate,
          'remaining', remaining::text, 'periodIndex', period_index, 'nextAttemptAt', first_at,
          'account', jsonb_build_object(
            'state', state, 'balance', balance::text, 'delegate', slot, 'delegated', delegated::text, 'isOurs', is_ours)) end as doubtful
      from told)`;
}

/** A part of what Postgres says of a merchant's charges to come. */
export interface ForeseenPart {
  /** By day and outlook, of all mandates but those of `doubtful`. */
  sums: DaySum[];
  /** The soonest of those at risk, but of `doubtful`. */
  atRisk: FirstAtRisk[];
  /** How many of those there are. */
  mandatesAtRisk: number;
  /** What is to be played charge by charge: all mandates of each payer and token in it. */
  doubtful: ForeseenMandate[];
  /** When the oldest account was read, in real time; null if none was, or another part has it. */
  readAt: number | null;
}

/** A sum of a day, a mandate, or with neither how many mandates are at risk and when the oldest account was read. */
interface ForeseenRow {
  payer: string | null;
  mint: string | null;
  day: number | null;
  reason: RiskReason | null;
  count: number;
  amount: bigint;
  readAt: number | null;
  atRisk: AtRiskJson | null;
  doubtful: DoubtfulJson | null;
}

/** As JSON carries them: amounts are text. */
type AtRiskJson = Omit<FirstAtRisk, 'amount'> & { amount: string };
type DoubtfulJson = Omit<ForeseenMandate, 'amount' | 'remaining' | 'account'> & {
  amount: string;
  remaining: string;
  account: Omit<ReadAccount, 'balance' | 'delegated'> & { balance: string; delegated: string };
};

/** One statement, since what all parts need is most of the work; in batches, so that what is held at once does not grow with the merchant. */
export async function* readForeseen(sql: Sql, scope: ForecastScope): AsyncGenerator<ForeseenPart> {
  const { from, until } = scope;
  const statement = sql<ForeseenRow[]>`
    with ${placed(sql, scope)},
    -- Those that fall due on the same days and have the same outlook are one row: there are few of them, however many mandates there are.
    series as (
      select mint, period_seconds, start_at, length, covered, reason, count(*) as count, sum(amount) as amount
      from (
        select mint, period_seconds, end_index - next_index as length, covered - 1 as covered, reason, amount,
          case when period_seconds % ${DAY} = 0 then first / ${DAY} * ${DAY} else first end as start_at
        from placed cross join lateral (select anchor_at + next_index * period_seconds as first) as second
        where covered is not null and period_seconds >= ${DAY} and end_index > next_index) as each
      group by 1, 2, 3, 4, 5, 6),
    dues as (
      select mint, first_at / ${DAY} * ${DAY} as day, case when covered < 1 then reason end as reason, 1::bigint as count, amount
      from placed where covered is not null
      union all
      select mint, (start_at + nth * period_seconds) / ${DAY} * ${DAY}, case when nth >= covered then reason end, count, amount
      from series cross join lateral generate_series(0, length - 1) as nth
      union all
      select mint, day, part.reason, part.count, amount * part.count
      from placed cross join lateral generate_series(${from}::bigint / ${DAY} * ${DAY}, ${until}::bigint - 1, ${DAY}::bigint) as day
      cross join lateral (
        select greatest(next_index, (day - anchor_at + period_seconds - 1) / period_seconds) as first,
          least(end_index, (day + ${DAY} - anchor_at + period_seconds - 1) / period_seconds) as last) as counted
      cross join lateral (values
        (null, least(counted.last, next_index + covered - 1) - counted.first),
        (placed.reason, counted.last - greatest(counted.first, next_index + covered - 1))) as part (reason, count)
      where covered is not null and period_seconds < ${DAY} and part.count > 0),
    failing as (
      select id, payer, mint, amount, reason,
        case when covered = 0 then first_at else anchor_at + (next_index + covered - 1) * period_seconds end as due_at
      from placed where covered < due)
    select null as payer, mint, day, reason, sum(count)::bigint as count, sum(amount) as amount, null::bigint as read_at,
      null::jsonb as at_risk, null::jsonb as doubtful
    from dues group by mint, day, reason
    union all
    select null, null, null, null, (select count(*) from failing), 0, (select min(read_at) from placed), null, null
    union all
    (select null, mint, null, null, 0, 0, null, jsonb_build_object(
      'mandateId', id, 'payer', payer, 'mint', mint, 'amount', amount::text, 'dueAt', due_at, 'reason', reason), null
    from failing order by due_at, id collate "C" limit ${MOST_NAMED})
    union all
    select payer, mint, null, null, 0, 0, null, null, doubtful
    from placed where covered is null
    order by payer nulls first, mint`;
  let begun: ForeseenMandate[] = [];
  for await (const rows of statement.cursor(BATCH)) {
    const part = partOf(rows);
    const doubtful = [...begun, ...part.doubtful];
    // The last account may go on in the next rows.
    const last = doubtful.at(-1);
    const end = doubtful.findIndex(({ payer, mint }) => payer === last?.payer && mint === last.mint);
    begun = doubtful.splice(end < 0 ? 0 : end);
    yield { ...part, doubtful };
  }
  if (begun.length > 0) yield { sums: [], atRisk: [], mandatesAtRisk: 0, doubtful: begun, readAt: null };
}

function partOf(rows: readonly ForeseenRow[]): ForeseenPart {
  const whole = rows.find(({ mint }) => mint === null);
  return {
    sums: rows.flatMap(({ mint, day, reason, count, amount }) =>
      mint === null || day === null ? [] : [{ mint, day, reason, count, amount }],
    ),
    atRisk: rows.flatMap(({ atRisk }) =>
      atRisk === null ? [] : [{ ...atRisk, amount: BigInt(atRisk.amount) }],
    ),
    mandatesAtRisk: whole?.count ?? 0,
    doubtful: rows.flatMap(({ doubtful }) => (doubtful === null ? [] : [mandateOf(doubtful)])),
    readAt: whole?.readAt ?? null,
  };
}

function mandateOf({ amount, remaining, account, ...rest }: DoubtfulJson): ForeseenMandate {
  const read = {
    ...account,
    balance: BigInt(account.balance),
    delegated: BigInt(account.delegated),
  };
  return { ...rest, amount: BigInt(amount), remaining: BigInt(remaining), account: read };
}
