import type { Publication } from '../chain/publications.ts';
import { claimInTurns, type DueNow } from '../db/claim-in-turns.ts';
import type { Db, Sql, Statement, Tx } from '../db/connect.ts';
import { enqueueOnce, jobsInsert } from '../jobs/enqueue.ts';
import { mandateColumns, type MandateRow } from './queries.ts';

/** Publishes plans as soon as `tx` commits. */
export function wakePlanPublisher(tx: Tx, livemode: boolean): Promise<void> {
  return enqueueOnce(tx, 'plans:publish', { livemode }, { jobKey: plansKey(livemode) });
}

function plansKey(livemode: boolean): string {
  return `plans/${livemode}`;
}

/** For a `with` list that is read: the same if `condition` holds. */
export function planPublisherWakeUp(db: Db, livemode: boolean, condition: Statement): Statement {
  const jobKey = plansKey(livemode);
  return jobsInsert(
    db,
    [{ task: 'plans:publish', payload: { livemode }, jobKey }],
    db`${condition} and not exists (select 1 from graphile_worker.jobs where key = ${jobKey} and locked_at is null)`,
  );
}

/**
 * Claims up to `take` mandates whose plan is not on chain yet, until `until`. Each merchant's first comes
 * before any merchant's second.
 */
export function claimPlansToPublish(sql: Db, livemode: boolean, due: DueNow): Promise<MandateRow[]> {
  return claimInTurns(
    sql,
    { table: 'mandates', at: 'plan_publish_at', columns: mandateColumns(sql) },
    livemode,
    due,
  );
}

/** A row of `plan_attempts`: the last transaction sent to publish a mandate's plan. */
export interface PlanAttempt {
  mandateId: string;
  signature: string;
  lastValidBlockHeight: number;
}

/** What was sent for these mandates and is not known to have landed. */
export function listPlanAttempts(sql: Sql, mandateIds: readonly string[]): Promise<PlanAttempt[]> {
  return sql<PlanAttempt[]>`
    select mandate_id, signature, last_valid_block_height from plan_attempts
    where mandate_id = any(${mandateIds as string[]}::text[])`;
}

/** Stores what is about to be sent, before sending. */
export async function savePlanAttempts(sql: Sql, attempts: readonly PlanAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await sql`
    insert into plan_attempts ${sql(attempts as unknown as Record<string, string>[])}
    on conflict (mandate_id) do update
      set signature = excluded.signature, last_valid_block_height = excluded.last_valid_block_height`;
}

/**
 * Records the transaction that published plans for the mandates it was sent for; the first one counts.
 * Mandates whose plan has changed since are skipped.
 */
export async function recordPlanSignature(sql: Sql, signature: string): Promise<void> {
  // Locked in the order of their ids, as everywhere: two batches cannot wait for each other.
  await sql`
    with unpublished as (
      select id from mandates
      where id in (select mandate_id from plan_attempts where signature = ${signature}) and plan_signature is null
      order by id for update),
    forgotten as (delete from plan_attempts where signature = ${signature})
    update mandates set plan_signature = ${signature}, plan_publish_at = null, version = version + 1
    where id in (select id from unpublished)`;
}

/** Adds these fees to the cost of publishing before they are sent: some may never land. */
export async function notePublishingFees(
  sql: Db,
  livemode: boolean,
  publications: readonly Pick<Publication, 'feeLamports'>[],
): Promise<void> {
  const lamports = publications.reduce((sum, { feeLamports }) => sum + feeLamports, 0n);
  if (lamports === 0n) return;
  await sql`
    insert into publishing_fees as f (livemode, lamports) values (${livemode}, ${lamports})
    on conflict (livemode) do update set lamports = f.lamports + excluded.lamports`;
}

/** Schedules the publication of a mandate's revocation. Internal: the version does not change. */
export async function wakeRevokePublisher(tx: Tx, id: string): Promise<void> {
  await tx`update mandates set revoke_publish_at = 0 where id = ${id}`;
}

const DAY_SECONDS = 86_400;

/**
 * Claims up to `take` revoked mandates that are not published on chain yet, until `until`. At most `perDay`
 * of a merchant's are published or in progress within a day: claims wait for each other, so that none is
 * counted twice.
 */
export function claimRevokesToPublish(
  sql: Sql,
  livemode: boolean,
  { now, until, take, perDay }: { now: number; until: number; take: number; perDay: number },
): Promise<MandateRow[]> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`revokes/${livemode}`}, 0))`;
    const claimed = await tx<MandateRow[]>`
      with used as (
        select merchant_id, count(*) as used from mandates
        where livemode = ${livemode} and (revoke_published_at > ${now - DAY_SECONDS} or revoke_publish_at > ${now})
        group by merchant_id),
      waiting as (
        select id, merchant_id, row_number() over (partition by merchant_id order by revoke_publish_at, id) as turn
        from mandates where livemode = ${livemode} and revoke_publish_at <= ${now}),
      allowed as (
        select id from waiting left join used using (merchant_id)
        where turn + coalesce(used, 0) <= ${perDay} order by turn limit ${take}),
      due as (
        select id from mandates where id in (select id from allowed) and revoke_publish_at <= ${now} for update skip locked)
      update mandates set revoke_publish_at = ${until} where id in (select id from due) returning ${mandateColumns(tx)}`;
    return [...claimed];
  });
}

/** Records that these mandates' revocations are on chain, in real time. */
export async function recordRevokePublished(sql: Db, ids: readonly string[], now: number): Promise<void> {
  // Locked in id order, as everywhere: two batches cannot deadlock.
  await sql`
    with published as (
      select id from mandates where id = any(${ids as string[]}::text[]) and revoke_publish_at is not null order by id for update)
    update mandates set revoke_published_at = ${now}, revoke_publish_at = null where id in (select id from published)`;
}
