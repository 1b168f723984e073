import type { Sql } from '../../server/db/connect.ts';
import type { SWEPT_TASKS } from '../../server/start/background.ts';

export type SweptTask = (typeof SWEPT_TASKS)[number];

/** When each task has something to do next, in seconds; null: not before something happens. */
export type DueTimes = Record<SweptTask, number | null>;

/**
 * When something is due next. Production asks every 15 s; here a worker sleeps until then, and virtual months are cheap. What
 * waits for somebody's wallet is looked at ever less often the longer it waits: again after an eighth of its age, at most 6 h.
 * `chains:note`, and `accounts:watch` and `subscriptions:watch` but for second looks, ask the chain alone: they run in each whole round.
 */
export async function dueTimes(sql: Sql): Promise<DueTimes> {
  const [row] = await sql<Record<string, number | null>[]>`
    select
      (select min(greatest(wake_at, backoff_until)) from charges where wake_at is not null) as collect,
      (select min(case when state = 'signed' then check_at else check_at + least((check_at - signed_at) / 8, 21600) end)
        from attempts where check_at is not null) as resolve,
      (select min(watch_at + least((watch_at - instruction_issued_at) / 8, 21600))
        from mandates where watch_at is not null) as watch,
      (select min(expire_wake_at) from mandates) as expire,
      least(
        (select min(gone_seen_at) + 61 from mandates where status = 'active' and scheme = 'approval'),
        (select min(watch_at + least((watch_at - issued_at) / 8, 21600)) from top_ups where watch_at is not null)
      ) as accounts,
      (select min(gone_seen_at) + 61 from mandates where status = 'active' and scheme = 'plan') as subscriptions,
      (select min(wake_at + least((wake_at - recorded_at) / 8, 21600)) from refunds where wake_at is not null) as refunds,
      (select min(least(
          plan_publish_at + least((plan_publish_at - recorded_at) / 8, 21600),
          revoke_publish_at + least((revoke_publish_at - ended_at) / 8, 21600)
        )) from mandates) as publish,
      least(
        (select min(look_at) from subscription_plans where status = 'ending'),
        (select min(unused_since + case when pool_index is null then 3600 else 86400 end)
          from subscription_plans where id is null and status in ('wanted', 'open'))
      ) as retire,
      (select min(look_at) from sponsored_accounts where status <> 'closed') as rent,
      (select min(created_at) from payer_notices) as notify,
      (select min(announce_at) from charges where announce_at is not null) as announce`;
  const {
    collect,
    resolve,
    watch,
    expire,
    accounts,
    subscriptions,
    refunds,
    publish,
    retire,
    rent,
    announce,
    notify,
  } = row!;
  return {
    'charges:collect': collect!,
    'charges:announce': announce!,
    'payers:notify': notify!,
    'attempts:resolve': resolve!,
    'mandates:watch': watch!,
    'mandates:expire': expire!,
    'accounts:watch': accounts!,
    'subscriptions:watch': subscriptions!,
    'refunds:watch': refunds!,
    'plans:publish': publish!,
    'plans:retire': retire!,
    'rent:watch': rent!,
    'chains:note': null,
  };
}
